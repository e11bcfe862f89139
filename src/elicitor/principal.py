"""Who the MCP user is.

An `Owner` is the person: tenant, issuer and subject, compared byte for byte. A `Principal` is that
person as seen through one MCP client. Both are built from a validated access token by exactly one
function (`sdk/principal.py`), for the tool call and for the browser alike; nothing a client or a person
says about themselves ever becomes one (ID-4, ID-5).
"""

from __future__ import annotations

from dataclasses import dataclass

from elicitor.errors import Misuse, Refused

__all__ = ["Owner", "Principal"]

_LONGEST = 1024


@dataclass(frozen=True, slots=True)
class Owner:
    """A person: the owner of grants, tickets and sessions.

    Attributes:
        tenant: which customer of the operator this is; the empty text where there is only one.
        issuer: the issuer (`iss`) that vouches for the subject, as it stands in the token.
        subject: the issuer's name (`sub`) for the person, as it stands in the token.

    Raises:
        Refused: `no_issuer` or `no_subject`. A token without either names no person; using it would let
            all users of one OAuth client share what they own (A12).
    """

    tenant: str
    issuer: str
    subject: str

    def __post_init__(self) -> None:
        if not isinstance(self.tenant, str):
            raise Misuse("bad_tenant", "The tenant of a principal must be a text.")
        _require("issuer", self.issuer)
        _require("subject", self.subject)


@dataclass(frozen=True, slots=True)
class Principal:
    """A person through one MCP client.

    Attributes:
        owner: the person.
        client_id: the OAuth client id that the access token was issued to.
    """

    owner: Owner
    client_id: str

    def __post_init__(self) -> None:
        _require("client", self.client_id)


def _require(name: str, value: object) -> None:
    if isinstance(value, str) and 0 < len(value) <= _LONGEST:
        return
    raise Refused(
        f"no_{name}",
        f"The access token does not say which {name} it was issued for, so this server cannot tell "
        "whose account to use. Ask its operator to issue tokens for people.",
    )
