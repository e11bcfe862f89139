"""The vault as a whole."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import insert

from elicitor.errors import Misuse
from elicitor.identifiers import digest_of
from elicitor.vault.keys import KeyRing
from elicitor.vault.tables import events
from elicitor.vault.vault import Vault
from vault.scene import ALICE, BOB, Scene, credential

pytestmark = pytest.mark.anyio

IDLE = timedelta(minutes=30)


@pytest.mark.requirement("TP-4", "SENS-2")
async def test_what_is_kept_outlives_the_program(scene: Scene) -> None:
    """Another program with the same database and the same keys finds everything."""
    grant = await scene.connect()
    ticket_id, ticket = await scene.mint()
    cookie, session = await scene.vault.sessions.open(
        ALICE, "Alice", signed_in_with=digest_of("x"), absolute=timedelta(hours=1)
    )
    await scene.vault.close()
    other = Vault.open(scene.url, KeyRing.load(scene.key), scene.clock)
    await other.start()
    assert await other.grants.find(ALICE, "files") == grant
    assert await other.tickets.find(ticket_id) == ticket
    assert await other.sessions.find(cookie, IDLE) == session
    await other.close()


async def test_the_sweep_takes_what_is_long_over_and_no_grant(scene: Scene) -> None:
    """Tickets and sessions after a day, events after a month; many pages of them."""
    grant = await scene.connect()
    for number in range(3):
        await scene.vault.sessions.open(BOB, "Bob", signed_in_with=digest_of(str(number)), absolute=timedelta(hours=1))
    row = {"at": scene.clock(), "code": "x", "severity": "info", "reference": "", "facts": "{}"}
    await scene.vault.storage.write(lambda c: c.execute(insert(events), [row] * 501).close())
    scene.clock.pass_by(hours=24)
    assert await scene.vault.sweep() == 0
    scene.clock.pass_by(hours=2)
    assert await scene.vault.sweep() == 4
    scene.clock.pass_by(days=30)
    assert await scene.vault.sweep() == 501
    assert await scene.vault.grants.find(ALICE, "files") == grant


async def test_a_vault_that_cannot_be_is_refused_when_it_is_made() -> None:
    """Before anything is connected to."""
    with pytest.raises(Misuse):
        Vault.open("sqlite://", KeyRing.load(KeyRing.new_key()))


async def test_the_sealer_serves_what_is_kept_elsewhere(scene: Scene) -> None:
    """It is the one that seals the rows."""
    grant = await scene.connect(token="x")
    assert grant.credential == credential("x")
    assert scene.vault.sealer.key_names == KeyRing.load(scene.key).names
