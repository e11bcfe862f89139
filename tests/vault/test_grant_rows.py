"""What is sealed in a grant's row, and what it says when it does not open."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from elicitor.errors import VaultLocked
from elicitor.vault.grant_rows import GrantContent, grant_of, open_content, seal_content
from elicitor.vault.keys import KeyRing
from elicitor.vault.seal import Sealer
from vault.scene import ALICE, BOB, credential

SEALER = Sealer(KeyRing.load(KeyRing.new_key()))
CONTENT = GrantContent(credential("first"), "4711", "alice@files.example.net")


def row_of(**changes: object) -> SimpleNamespace:
    """A row as the query for grants gives it."""
    columns = seal_content(SEALER, CONTENT, grant_id="row", owner=ALICE, connection_name="files", version=3)
    values = {
        "id": "row",
        "scopes": '["repo"]',
        "status": "active",
        "reason": "",
        "client_id": "client-1",
        "created_at": 1,
        "updated_at": 2,
    }
    return SimpleNamespace(**(columns | values | changes))


def test_a_content_comes_back() -> None:
    """All of it; the row names the key that sealed it."""
    row = row_of()
    assert open_content(SEALER, row, ALICE, "files") == CONTENT
    assert row.key_name == SEALER.key_names[0]


def test_nothing_of_the_content_is_in_the_clear() -> None:
    """Neither tokens nor the account."""
    columns = repr(vars(row_of()))
    for part in ("access-first", "refresh-first", "4711", "alice@files", "first.example.net"):
        assert part not in columns


@pytest.mark.attack("E2")
def test_a_row_opens_for_whoever_it_was_sealed_for() -> None:
    """It is asked for by a person; the row's own word for its owner counts for nothing."""
    for owner, connection in ((BOB, "files"), (ALICE, "mail")):
        with pytest.raises(VaultLocked):
            open_content(SEALER, row_of(tenant="", issuer=ALICE.issuer, subject="alice"), owner, connection)


@pytest.mark.parametrize("changes", [{"id": "another"}, {"version": 2}, {"version": 4}])
def test_a_row_that_was_changed_does_not_open(changes: dict[str, object]) -> None:
    """Its name and its version are part of the seal."""
    with pytest.raises(VaultLocked):
        open_content(SEALER, row_of(**changes), ALICE, "files")


def test_each_row_brings_one_client() -> None:
    """Several rows, several clients; a row without one, none."""
    two = grant_of(SEALER, [row_of(), row_of(client_id="client-2")], ALICE, "files")
    assert two.clients == {"client-1", "client-2"}
    assert grant_of(SEALER, [row_of(client_id=None)], ALICE, "files").clients == frozenset()
    assert (two.id, two.version, two.created_at, two.updated_at) == ("row", 3, 1, 2)
