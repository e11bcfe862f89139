"""What a server's HTTP says before any message of the protocol is heard: that it wants an access token (401).

The SDK reports it as an internal error. Whoever connects should read what is missing.
"""

from __future__ import annotations

import re
from typing import Any

from elicitor.errors import Refused
from elicitor.protocol.plain import visible_line

__all__ = ["Door", "TokenWanted"]

_UNAUTHORIZED = 401
_METADATA = re.compile(r'resource_metadata="([^"]{1,500})"')


class TokenWanted(Refused):
    """The server let nobody in: `token_missing`, or `token_not_accepted` where one was sent."""


class Door:
    """Watches the replies of one server's HTTP.

    Args:
        has_token: whether an access token is sent along.
    """

    def __init__(self, *, has_token: bool) -> None:
        self._has_token = has_token
        self._challenge: str | None = None

    async def see(self, response: Any) -> None:
        """A hook for responses: notes a refusal, and forgets it when the next one lets us in."""
        is_refused = response.status_code == _UNAUTHORIZED
        self._challenge = response.headers.get("www-authenticate", "") if is_refused else None

    def refusal(self) -> TokenWanted | None:
        """Why nobody was let in; None where that is not what happened."""
        if self._challenge is None:
            return None
        if self._has_token:
            return TokenWanted(
                "token_not_accepted", "The server did not accept the access token (401); its log says why."
            )
        found = _METADATA.search(self._challenge)
        where = f" Where to get one is said at {visible_line(found[1])}." if found else ""
        return TokenWanted("token_missing", f"The server wants an access token (401), and none was sent.{where}")
