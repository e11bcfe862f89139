"""What a thief of the database, a writer in it, or a namesake gets: nothing, and the honest twin goes on.

The ids are those of `docs/attacks.yaml`: E1 theft, E2 swapped records, E3 old records put back, A11 the
same subject at another issuer, A14 another tenant.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import timedelta
from itertools import combinations, product
from pathlib import Path

import pytest
from sqlalchemy import ColumnElement, select, update

from elicitor.credential import Credential
from elicitor.errors import VaultLocked
from elicitor.events import Event
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.principal import Owner, Principal
from elicitor.protocol.lifecycle import Move, sources_of
from elicitor.secret import Secret
from elicitor.vault.columns import owner_key
from elicitor.vault.effects import Claimed
from elicitor.vault.tables import attempts, grants
from support.postgres import PostgresServer
from vault.scene import ALICE, BOB, REPO, Scene, credential

pytestmark = pytest.mark.anyio

IDLE = timedelta(minutes=30)


async def live_a_little(scene: Scene) -> set[str]:
    """Let every store keep something, change it and delete it; returns every secret that was in it."""
    secrets = {name: mint_identifier() for name in ("access", "refresh", "extra", "account", "second", "gone")}
    tokens = Credential(Secret(secrets["access"]), Secret(secrets["refresh"]), 1, {"instance_url": secrets["extra"]})
    open_trip, taken, done = await scene.set_out(), await scene.come_back(), await scene.come_back()
    grant = await scene.settle(done, credential=tokens, account_id=secrets["account"])
    assert grant is not None
    assert await scene.vault.grants.lease(grant.id, 1, "worker", 30)
    assert await scene.vault.grants.renew(grant, "worker", Credential(Secret(secrets["second"])))
    await scene.settle(await scene.come_back(BOB), credential=Credential(Secret(secrets["gone"])))
    assert await scene.vault.grants.forget(BOB, "files")
    cookie, _ = await scene.vault.sessions.open(ALICE, "Alice", signed_in_with=digest_of("state"), absolute=IDLE)
    answers = {name: mint_identifier() for name in ("question", "answer", "result", "kept", "replaced")}
    await answer_a_little(scene, {name: value.encode() for name, value in answers.items()})
    await scene.vault.events.append(Event("grant_stored", scene.clock(), facts={"connection": "files"}))
    found = {*secrets.values(), *answers.values(), cookie, scene.key.reveal().split(".")[2]}
    for trip in (open_trip, taken, done):
        found |= {trip.ticket_id, trip.state, trip.draft.nonce.reveal(), trip.draft.verifier.reveal()}
    return found


async def answer_a_little(scene: Scene, answers: dict[str, bytes]) -> None:
    """A question is answered on its page, an effect recorded, an answer kept and another replaced."""
    vault, hour = scene.vault, timedelta(hours=1)
    _, ticket = await vault.tickets.mint(
        Principal(ALICE, "client-1"),
        "booking",
        frozenset(),
        client_name="",
        ttl=hour,
        first="pending",
        question=answers["question"],
    )
    assert await vault.tickets.answer(ticket, sources_of(Move.ANSWER), answers["answer"])
    call = digest_of("call")
    claim = await vault.effects.claim(call, "charge", lease=hour, keep=hour, retry_lapsed=False)
    assert isinstance(claim, Claimed)
    assert await vault.effects.record(call, "charge", claim.fence, answers["result"])
    await vault.remembered.put(ALICE, "seat", answers["replaced"])
    await vault.remembered.put(ALICE, "seat", answers["kept"])


def spellings(secret: str) -> list[bytes]:
    """A secret as it may lie in a file: as it is, its bytes, in base64, hexadecimal or two bytes a letter."""
    raw = base64.urlsafe_b64decode(secret + "=")
    plain = [secret.encode(), raw]
    coded = [spelling for part in plain for spelling in (base64.b64encode(part)[:-4], part.hex().encode())]
    return [*plain, *coded, secret.encode("utf-16-le")]


def read_sqlite(scene: Scene, _server: PostgresServer | None) -> bytes:
    """All files of an SQLite database, while it is open: the write-ahead log among them."""
    path = Path(scene.url.removeprefix("sqlite:///"))
    files = sorted(path.parent.glob(f"{path.name}*"))
    assert [file.name for file in files] == ["vault.db", "vault.db-shm", "vault.db-wal"]
    return b"".join(file.read_bytes() for file in files)


def read_postgres(_scene: Scene, server: PostgresServer | None) -> bytes:
    """All files of a PostgreSQL server: tables, indexes, write-ahead log."""
    assert server is not None
    server.execute("CHECKPOINT")
    folders = [server.directory / "base", server.directory / "pg_wal"]
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    return b"".join(file.read_bytes() for file in files)


@pytest.mark.attack("E1")
@pytest.mark.requirement("ID-3", "TP-4", "SENS-2")
async def test_a_stolen_database_holds_no_secret(scene: Scene, request: pytest.FixtureRequest) -> None:
    """Files and log are searched for every secret in every spelling; names are found, secrets are not."""
    secrets = await live_a_little(scene)
    server, read = None, read_sqlite
    if scene.url.startswith("postgresql"):
        server, read = request.getfixturevalue("postgres_server"), read_postgres
    stolen = read(scene, server)
    for spelling in (b"alice", b"https://auth.example.com", b"grant_stored"):
        assert spelling in stolen  # the search finds what is there
    assert len(secrets) == 25
    assert [secret for secret in secrets if any(spelling in stolen for spelling in spellings(secret))] == []


async def put_sealed(scene: Scene, row: ColumnElement[bool], sealed: bytes) -> None:
    """Write a sealed content into a row, as somebody would who can write to the database."""
    table = attempts if "attempts" in str(row) else grants
    await scene.vault.storage.write(lambda c: c.execute(update(table).where(row).values(sealed=sealed)))


@pytest.mark.attack("E2", "A14")
async def test_a_grant_in_another_row_does_not_open(scene: Scene) -> None:
    """Every pair of tenants, issuers, subjects and connections; put back, each opens."""
    places = [
        (Owner(tenant, issuer, subject), connection)
        for tenant, issuer, subject, connection in product(
            ("", "acme"), ("https://a.example", "https://b.example"), ("alice", "bob"), ("files", "mail")
        )
    ]
    kept = {}
    for number, (owner, connection) in enumerate(places):
        await scene.connect(owner, connection=connection, token=str(number))
        kept[owner, connection] = await scene.vault.grants.find(owner, connection)
    rows = await scene.vault.storage.read(lambda c: c.execute(select(grants)).all())
    by_key = {(row.owner_key, row.connection): row for row in rows}
    for pair in combinations(places, 2):
        one, other = (by_key[owner_key(owner), connection] for owner, connection in pair)
        await put_sealed(scene, grants.c.id == one.id, other.sealed)
        await put_sealed(scene, grants.c.id == other.id, one.sealed)
        for place in pair:
            with pytest.raises(VaultLocked) as refusal:
                await scene.vault.grants.find(*place)
            assert refusal.value.code == "seal_broken"
        await put_sealed(scene, grants.c.id == one.id, one.sealed)
        await put_sealed(scene, grants.c.id == other.id, other.sealed)
    assert {place: await scene.vault.grants.find(*place) for place in places} == kept


@pytest.mark.attack("E2")
async def test_a_row_under_another_persons_key_does_not_open(scene: Scene) -> None:
    """Bob writes his key onto Alice's row, with her name still in it or with his own."""
    grant = await scene.connect(ALICE)
    for columns in ({}, {"subject": "bob"}):
        values = {"owner_key": owner_key(BOB), **columns}
        await scene.vault.storage.write(lambda c, values=values: c.execute(update(grants).values(values)))
        with pytest.raises(VaultLocked) as refusal:
            await scene.vault.grants.find(BOB, "files")
        assert refusal.value.code == "seal_broken"
    values = {"owner_key": owner_key(ALICE), "subject": "alice"}
    await scene.vault.storage.write(lambda c: c.execute(update(grants).values(values)))
    assert await scene.vault.grants.find(ALICE, "files") == grant


@pytest.mark.attack("E2")
async def test_the_secrets_of_a_trip_do_not_open_for_another(scene: Scene) -> None:
    """Two trips of one person, a trip of somebody else, a grant in the place of a trip, and the other way."""
    trips = [await scene.set_out(ALICE), await scene.set_out(ALICE), await scene.set_out(BOB)]
    grant = await scene.connect(ALICE)
    (sealed_grant,) = await scene.vault.storage.read(lambda c: c.scalars(select(grants.c.sealed)).all())
    rows = await scene.vault.storage.read(lambda c: {row.digest: row.sealed for row in c.execute(select(attempts))})
    for trip in trips:
        own = rows[trip.draft.digest]
        for foreign in {*rows.values(), sealed_grant} - {own, b""}:
            await put_sealed(scene, attempts.c.digest == trip.draft.digest, foreign)
            with pytest.raises(VaultLocked):
                await scene.vault.attempts.find(trip.state)
            with pytest.raises(VaultLocked):
                await scene.vault.attempts.take(trip.draft.digest, sources_of(Move.RETURN))
        await put_sealed(scene, attempts.c.digest == trip.draft.digest, own)
        assert await scene.vault.attempts.find(trip.state) == trip.attempt
    attempt = rows[trips[0].draft.digest]
    await scene.vault.storage.write(lambda c: c.execute(update(grants).values(sealed=attempt)))
    with pytest.raises(VaultLocked):
        await scene.vault.grants.find(ALICE, "files")
    await scene.vault.storage.write(lambda c: c.execute(update(grants).values(sealed=sealed_grant)))
    assert await scene.vault.grants.find(ALICE, "files") == grant


@pytest.mark.attack("E2")
async def test_an_emptied_attempt_that_has_not_ended_does_not_open(scene: Scene) -> None:
    """Erasing the secrets of a trip that is under way does not make it one without secrets."""
    trip = await scene.set_out()
    await put_sealed(scene, attempts.c.digest == trip.draft.digest, b"")
    with pytest.raises(VaultLocked) as refusal:
        await scene.vault.attempts.take(trip.draft.digest, sources_of(Move.RETURN))
    assert refusal.value.code == "seal_malformed"
    assert await scene.errand(trip.ticket.digest) == "started"


async def _turn_back(scene: Scene, columns: Callable[[dict[str, object]], dict[str, object]]) -> None:
    """Refresh a grant, then write columns of its former row over the new one."""
    grant = await scene.connect()
    (old,) = await scene.vault.storage.read(lambda c: c.execute(select(grants)).mappings().all())
    assert await scene.vault.grants.lease(grant.id, 1, "worker", 30)
    assert await scene.vault.grants.renew(grant, "worker", credential("second"))
    await scene.vault.storage.write(lambda c: c.execute(update(grants).values(columns(dict(old)))))


@pytest.mark.attack("E3")
async def test_an_old_credential_does_not_open_in_the_present_row(scene: Scene) -> None:
    """A revoked token is put back; the version of the row says that it is old."""
    await _turn_back(scene, lambda old: {"sealed": old["sealed"]})
    with pytest.raises(VaultLocked) as refusal:
        await scene.vault.grants.find(ALICE, "files")
    assert refusal.value.code == "seal_broken"


@pytest.mark.attack("E3")
async def test_a_whole_row_that_is_put_back_does_open(scene: Scene) -> None:
    """What the seal cannot see, and SECURITY.md says: who writes to the database can turn a row back."""
    await _turn_back(scene, lambda old: old)
    grant = await scene.vault.grants.find(ALICE, "files")
    assert grant is not None
    assert grant.credential == credential("first")


NEAR = [
    "https://auth.example.com",
    "https://auth.example.com/",
    "https://AUTH.example.com",
    "https://auth.example.com:443",
    "https://auth.example.com.",
    "http://auth.example.com",
    "https://auth.example.com/ ",
    "https://auth.example.com/%61",
    "https://auth.example.com/a",
    "https://auth.ex\u00e4mple.com",
    "https://auth.exa\u0308mple.com",
]


@pytest.mark.attack("A11")
async def test_the_same_subject_at_another_issuer_is_another_person(scene: Scene) -> None:
    """However nearly the issuers agree: nobody sees what another connected, and each sees their own."""
    owners = [Owner("", issuer, "7") for issuer in NEAR]
    for number, owner in enumerate(owners):
        assert await scene.vault.grants.find(owner, "files") is None
        assert await scene.vault.tickets.count_open(owner, {"pending", "started", "redeeming"}) == 0
        await scene.connect(owner, token=str(number))
        await scene.mint(owner)
    for number, owner in enumerate(owners):
        grant = await scene.vault.grants.find(owner, "files")
        assert grant is not None
        assert (grant.credential, grant.version) == (credential(str(number)), 1)
        assert await scene.vault.tickets.count_open(owner, {"pending"}) == 1


@pytest.mark.attack("A14")
async def test_a_tenant_reaches_nothing_of_another(scene: Scene) -> None:
    """The same issuer, subject and connection in two tenants, at each method that takes an owner."""
    ours, theirs = Owner("acme", ALICE.issuer, "7"), Owner("umbrella", ALICE.issuer, "7")
    grant = await scene.connect(ours)
    _, ticket = await scene.mint(theirs, client="client-2")
    stores = scene.vault
    assert await stores.grants.find(theirs, "files") is None
    assert await stores.grants.forget(theirs, "files") is None
    agree = sources_of(Move.AGREE)
    assert await stores.grants.agree(ticket.digest, agree, theirs, "files", "client-2") is None
    assert await stores.tickets.count_open(ours, {"pending"}) == 0
    trip = await scene.come_back(theirs)
    theirs_now = await scene.settle(trip, credential=credential("theirs"))
    assert theirs_now is not None
    assert theirs_now.id != grant.id
    assert await stores.grants.forget(theirs, "files") == theirs_now
    assert await stores.grants.find(ours, "files") == grant
    assert grant.scopes == REPO
