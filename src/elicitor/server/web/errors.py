"""The one door where an error becomes a page.

A page says in plain words what is so and what can be done, and carries a reference; the event with the same reference
holds the reason code. Nothing that a stranger wrote gets onto the page. A refusal that would tell one kind of foreign
ticket from another is one and the same page (C2).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from elicitor.errors import (
    ElicitorError,
    Expired,
    ProviderBroke,
    ProviderSaidNo,
    ProviderUnreachable,
    Refused,
    WrongVisitor,
)
from elicitor.server.house import House
from elicitor.server.reporting import new_reference
from elicitor.server.web.pages import render

__all__ = ["Endpoint", "error_page", "with_error_door"]

Endpoint = Callable[[Request], Awaitable[Response]]
_logger = logging.getLogger("elicitor.web")

_STATUS_BY_CODE = {
    "body_too_large": 413,
    "body_type": 415,
    "body_malformed": 400,
    "cookie_repeated": 400,
    "no_flow": 400,
    "no_sign_in": 400,
    "context_mismatch": 400,
    "not_found": 404,
    "wrong_method": 405,
    "host_mismatch": 400,
}


def with_error_door(house: House, endpoint: Endpoint) -> Endpoint:
    """Wrap an endpoint so that whatever it raises becomes a page."""

    async def guarded(request: Request) -> Response:
        try:
            return await endpoint(request)
        except ElicitorError as error:
            return await error_page(house, error)
        except Exception:  # the edge of the program: a crash must not show itself to a visitor
            reference = new_reference()
            _logger.exception("page_crashed reference=%s", reference)
            await house.reporter.emit("page_crashed", severity="fault", reference=reference)
            crash = ElicitorError("page_crashed", "Something went wrong on our side. Nothing was changed.")
            return _rendered(house, crash, reference, back=None)

    return guarded


async def error_page(house: House, error: ElicitorError, *, back: str | None = None) -> Response:
    """The page for an error, written down under the reference it shows.

    Args:
        back: the path of a page of ours from which the person can try again, if there is one.
    """
    reference = new_reference()
    severity = "refused" if isinstance(error, Refused | Expired | ProviderSaidNo) else "fault"
    evidence = {k: v for k, v in error.evidence.items() if isinstance(v, str | int | bool)}
    await house.reporter.emit(error.code, severity=severity, reference=reference, **evidence)
    return _rendered(house, error, reference, back)


def _rendered(house: House, error: ElicitorError, reference: str, back: str | None) -> Response:
    if isinstance(error, WrongVisitor):
        return render(house, "not_yours", status=error.status, reference=reference)
    return render(
        house,
        "error",
        status=_STATUS_BY_CODE.get(error.code, error.status),
        title=_title_of(error),
        sentence=error.sentence,
        reference=reference,
        back=back,
    )


def _title_of(error: ElicitorError) -> str:
    if isinstance(error, ProviderSaidNo):
        return "The other side said no"
    if isinstance(error, ProviderUnreachable | ProviderBroke):
        return "The other side does not answer as it should"
    if isinstance(error, Expired):
        return "This is over"
    if isinstance(error, Refused):
        return "This cannot be done"
    return "Something went wrong"
