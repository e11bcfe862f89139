"""Reading parameters from requests, strictly, and the few answers that every endpoint shares.

A parameter that comes twice is an error (RFC 6749 section 3.1), except `resource` (RFC 8707 section 2). A
parameter without a value counts as absent (RFC 6749 section 3.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse

__all__ = ["Fields", "OAuthError", "json_reply", "read_fields"]

_FORM = "application/x-www-form-urlencoded"
_LONGEST_BODY = 64 * 1024
_MAY_REPEAT = frozenset({"resource"})


class OAuthError(Exception):
    """An error reply of RFC 6749 section 5.2, or the error parameters of section 4.1.2.1.

    Args:
        error: the registered code.
        description: one sentence for the developer.
        status: the HTTP status where it becomes a reply.
    """

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.error = error
        self.description = description
        self.status = status


class Fields:
    """The parameters of one request, in order."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._pairs = [(name, value) for name, value in pairs if value != ""]

    def names(self) -> set[str]:
        """The names that have a value."""
        return {name for name, _ in self._pairs}

    def find(self, name: str) -> str | None:
        """The value of a parameter, or None.

        Raises:
            OAuthError: `invalid_request`, it came more than once.
        """
        values = self.all(name)
        if len(values) > 1:
            raise OAuthError("invalid_request", f"The parameter {name} came more than once.")
        return values[0] if values else None

    def load(self, name: str) -> str:
        """The value of a parameter that must be there.

        Raises:
            OAuthError: `invalid_request`, it is missing or came more than once.
        """
        value = self.find(name)
        if value is None:
            raise OAuthError("invalid_request", f"The parameter {name} is missing.")
        return value

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a parameter."""
        return tuple(value for key, value in self._pairs if key == name)

    def refuse_repeated(self) -> None:
        """Raise where any parameter came more than once that must not.

        Raises:
            OAuthError: `invalid_request`.
        """
        for name in self.names() - _MAY_REPEAT:
            self.find(name)


async def read_fields(request: Request) -> Fields:
    """The parameters of a request: from the body of a form post, else from the query.

    Raises:
        OAuthError: `invalid_request`, the body is too long, or is no form.
    """
    if request.method != "POST":
        return Fields(parse_qsl(request.url.query, keep_blank_values=True))
    body = await request.body()
    if len(body) > _LONGEST_BODY:
        raise OAuthError("invalid_request", "The body is too long.", 413)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _FORM and body:
        raise OAuthError("invalid_request", f"The body must be {_FORM}.", 415)
    try:
        return Fields(parse_qsl(body.decode(), keep_blank_values=True))
    except UnicodeDecodeError as error:
        raise OAuthError("invalid_request", "The body is not UTF-8.") from error


def json_reply(content: Mapping[str, Any] | list[Any], status: int = 200, **headers: str) -> JSONResponse:
    """A JSON answer that no cache keeps (RFC 6749 section 5.1)."""
    kept = {name.replace("_", "-"): value for name, value in headers.items()}
    return JSONResponse(content, status, headers={"Cache-Control": "no-store", "Pragma": "no-cache", **kept})
