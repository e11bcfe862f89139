"""Sending a person back to the client: RFC 6749 section 4.1.2, with `iss` in every answer (RFC 9207).

The address was compared byte for byte with the registered ones before; its own query is kept.
"""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from elicitor.testing.box.faults import Place
from elicitor.testing.box.faults.callback import CALLBACK_FAULTS, Pairs
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.wire import OAuthError

__all__ = ["send_back"]


def send_back(
    box: Parts, redirect_uri: str, state: str | None, *, code: str = "", error: OAuthError | None = None
) -> Response:
    """Redirect with a code, or with an error.

    303, so that a browser that came by a form post arrives by GET (RFC 9700 section 4.12).
    """
    pairs: Pairs = [("code", code)] if error is None else _error(error)
    if state is not None:
        pairs.append(("state", state))
    pairs.append(("iss", box.issuer))
    spoil = CALLBACK_FAULTS.get(box.mishaps.take(Place.CALLBACK))
    query = urlencode(spoil(pairs) if spoil else pairs)
    joint = "&" if "?" in redirect_uri else "?"
    return RedirectResponse(
        f"{redirect_uri}{joint}{query}",
        303,
        headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"},
    )


def _error(error: OAuthError) -> Pairs:
    return [("error", error.error), ("error_description", error.description)]
