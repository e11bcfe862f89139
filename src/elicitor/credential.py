"""What a third party gave us for a person: the content of a grant.

Everything here is sealed before it is stored, and none of it is ever sent to an MCP client (TP-1, SENS-4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from elicitor.secret import Secret

__all__ = ["Credential"]


@dataclass(frozen=True, slots=True)
class Credential:
    """A set of OAuth tokens.

    Attributes:
        access_token: sent to the provider's API.
        refresh_token: exchanged for a new access token; None where the provider gave none.
        expires_at: epoch seconds at which the access token ends; None where the provider did not say.
        extra: facts the provider returned beside the tokens and that calls need (`instance_url`, say).
    """

    access_token: Secret
    refresh_token: Secret | None = None
    expires_at: int | None = None
    extra: Mapping[str, str] = field(default_factory=dict)
