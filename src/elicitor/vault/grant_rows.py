"""Grants as rows: what is sealed in them, and how they are read.

Sealed as one record: the tokens and what else the provider gave, and the account's id and name, which are
nobody else's business. In the clear: whose it is, for what, its scopes and status. The seal is bound to the
person, the connection, the row and its version.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elicitor.credential import Credential
from elicitor.principal import Owner
from elicitor.secret import Secret
from elicitor.vault.columns import scopes_of
from elicitor.vault.records import Grant
from elicitor.vault.seal import Binding, Sealer

__all__ = ["GrantContent", "grant_of", "open_content", "seal_content"]


@dataclass(frozen=True, slots=True)
class GrantContent:
    """What is sealed in a grant's row."""

    credential: Credential
    account_id: str
    account_name: str


def seal_content(
    sealer: Sealer, content: GrantContent, *, grant_id: str, owner: Owner, connection_name: str, version: int
) -> dict[str, Any]:
    """The columns that hold a sealed content, for one version of one row."""
    credential = content.credential
    refresh = credential.refresh_token
    plain = json.dumps(
        {
            "access": credential.access_token.reveal(),
            "refresh": None if refresh is None else refresh.reveal(),
            "expires_at": credential.expires_at,
            "extra": dict(credential.extra),
            "account_id": content.account_id,
            "account_name": content.account_name,
        },
        separators=(",", ":"),
    )
    binding = _binding(grant_id, owner, connection_name, version)
    return {
        "version": version,
        "sealed": sealer.seal(binding, plain.encode()),
        "key_name": sealer.key_names[0],
    }


def open_content(sealer: Sealer, row: Any, owner: Owner, connection_name: str) -> GrantContent:
    """Open a row.

    Args:
        sealer: with the key that sealed it.
        row: of `grants`.
        owner: whose grant was asked for. The row's own word for it is not taken: a row that somebody put
            under another person's key must not open for that person.
        connection_name: for which connection.

    Raises:
        VaultLocked: as `Sealer.open`.
    """
    binding = _binding(row.id, owner, connection_name, row.version)
    plain: Mapping[str, Any] = json.loads(sealer.open(binding, row.sealed))
    refresh = plain["refresh"]
    credential = Credential(
        access_token=Secret(plain["access"]),
        refresh_token=None if refresh is None else Secret(refresh),
        expires_at=plain["expires_at"],
        extra=plain["extra"],
    )
    return GrantContent(credential, plain["account_id"], plain["account_name"])


def grant_of(sealer: Sealer, rows: Sequence[Any], owner: Owner, connection_name: str) -> Grant:
    """The grant that some rows hold: one row for each client that may use it, at least one in all.

    Args:
        sealer: with the key that sealed it.
        rows: of `grants`, each with the `client_id` of one client.
        owner: whose grant was asked for.
        connection_name: for which connection.

    Raises:
        VaultLocked: as `Sealer.open`.
    """
    row = rows[0]
    content = open_content(sealer, row, owner, connection_name)
    return Grant(
        id=row.id,
        owner=owner,
        connection=connection_name,
        scopes=scopes_of(row.scopes),
        status=row.status,
        reason=row.reason,
        credential=content.credential,
        account_id=content.account_id,
        account_name=content.account_name,
        version=row.version,
        clients=frozenset([each.client_id for each in rows if each.client_id is not None]),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _binding(grant_id: str, owner: Owner, connection_name: str, version: int) -> Binding:
    return Binding(
        purpose="grant",
        owner=owner,
        connection=connection_name,
        record=grant_id,
        field="sealed",
        version=version,
    )
