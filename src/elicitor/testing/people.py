"""What a scripted person does at the box: say who they are, and answer the consent page."""

from __future__ import annotations

from collections.abc import Collection

from elicitor.testing.browser import Page

__all__ = ["sign_in"]

_SIGN_IN, _ALLOW, _DENY = "Sign in", "Allow", "Deny"


async def sign_in(
    page: Page,
    user: str,
    *,
    allow: bool = True,
    only: Collection[str] | None = None,
    stop_at: str = "",
) -> Page:
    """Walk through the box's login and consent pages, as far as they are shown.

    Args:
        page: where the person stands. A page of neither kind is given back as it is, so this may be called
            where the person may be signed in already and their consent remembered.
        user: the login name.
        allow: what they answer on the consent page.
        only: the scopes they leave ticked; all where it is left out.
        stop_at: as in `ScriptedBrowser.open`, for stopping before the client's callback.

    Returns:
        The page after the box, most often one of the client.
    """
    if _SIGN_IN in page.buttons:
        page = await page.submit(_SIGN_IN, user=user, stop_at=stop_at)
    if _ALLOW not in page.buttons:
        return page
    answers = {} if only is None else {"scope": only}
    return await page.submit(_ALLOW if allow else _DENY, answers, stop_at=stop_at)
