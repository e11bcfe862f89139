"""Kept answers as rows: how they are sealed and opened. Shared by their store and by who seals anew."""

from __future__ import annotations

from typing import Any

from elicitor.principal import Owner
from elicitor.vault.seal import Binding, Sealer

__all__ = ["open_value", "seal_value"]


def seal_value(sealer: Sealer, value: bytes, *, row_id: str, owner: Owner, name: str, version: int) -> dict[str, Any]:
    """The columns that hold a sealed answer, for one version of one row."""
    return {
        "version": version,
        "sealed": sealer.seal(_binding(row_id, owner, name, version), value),
        "key_name": sealer.key_names[0],
    }


def open_value(sealer: Sealer, row: Any, owner: Owner, name: str) -> bytes:
    """Open a row.

    Args:
        sealer: with the key that sealed it.
        row: with `id`, `version` and `sealed`.
        owner: whose answer was asked for, which need not be whose the row says it is.
        name: under which name.

    Raises:
        VaultLocked: as `Sealer.open`.
    """
    return sealer.open(_binding(row.id, owner, name, row.version), row.sealed)


def _binding(row_id: str, owner: Owner, name: str, version: int) -> Binding:
    return Binding(
        purpose="remembered",
        owner=owner,
        connection=name,
        record=row_id,
        field="sealed",
        version=version,
    )
