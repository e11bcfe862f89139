"""The store of browser sessions, on every database."""

from __future__ import annotations

from datetime import timedelta

import anyio
import pytest

from elicitor.errors import Refused
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.vault.records import Session
from vault.scene import ALICE, BOB, Scene

pytestmark = pytest.mark.anyio

IDLE = timedelta(minutes=30)
ABSOLUTE = timedelta(hours=8)


async def sign_in(scene: Scene, with_state: str = "state") -> tuple[str, Session]:
    """A session of Alice."""
    return await scene.vault.sessions.open(ALICE, "Alice", signed_in_with=digest_of(with_state), absolute=ABSOLUTE)


async def test_an_open_session_is_found_by_its_cookie(scene: Scene) -> None:
    """What was opened is read back."""
    cookie, session = await sign_in(scene)
    assert await scene.vault.sessions.find(cookie, IDLE) == session
    assert session.digest == digest_of(cookie)
    assert (session.owner, session.account_name) == (ALICE, "Alice")
    assert session.expires_at == scene.clock() + 8 * 3600


async def test_the_cookie_of_nothing_finds_nothing(scene: Scene) -> None:
    """A cookie that was never made, and texts that are none."""
    await sign_in(scene)
    for unverified in (mint_identifier(), "", "a" * 44):
        assert await scene.vault.sessions.find(unverified, IDLE) is None


async def test_a_session_that_is_used_stays_and_one_left_idle_ends(scene: Scene) -> None:
    """Each use counts from its own minute; half an hour without use is the end."""
    cookie, _ = await sign_in(scene)
    for _ in range(3):
        scene.clock.pass_by(minutes=29)
        session = await scene.vault.sessions.find(cookie, IDLE)
        assert session is not None
        assert session.seen_at == scene.clock()
    scene.clock.pass_by(minutes=30)
    assert await scene.vault.sessions.find(cookie, IDLE) is None


async def test_use_is_noted_once_a_minute(scene: Scene) -> None:
    """Most reads write nothing."""
    cookie, session = await sign_in(scene)
    scene.clock.pass_by(seconds=59)
    assert await scene.vault.sessions.find(cookie, IDLE) == session
    scene.clock.pass_by(seconds=1)
    touched = await scene.vault.sessions.find(cookie, IDLE)
    assert touched is not None
    assert touched.seen_at == scene.clock()


async def test_a_busy_session_ends_all_the_same(scene: Scene) -> None:
    """The absolute end holds however much the session is used."""
    cookie, session = await sign_in(scene)
    while scene.clock() < session.expires_at - 60:
        scene.clock.pass_by(minutes=20)
        scene.clock.now = min(scene.clock.now, session.expires_at - 1)
        assert await scene.vault.sessions.find(cookie, IDLE)
    scene.clock.now = session.expires_at
    assert await scene.vault.sessions.find(cookie, IDLE) is None


async def test_a_closed_session_is_gone_and_another_is_not(scene: Scene) -> None:
    """Signing out ends one session, at once."""
    cookie, _ = await sign_in(scene)
    other, _ = await sign_in(scene, "another state")
    await scene.vault.sessions.close(cookie)
    await scene.vault.sessions.close(cookie)
    await scene.vault.sessions.close("no cookie")
    assert await scene.vault.sessions.find(cookie, IDLE) is None
    assert await scene.vault.sessions.find(other, IDLE)


async def test_a_sign_in_opens_one_session_ever(scene: Scene) -> None:
    """A replay is refused while the session lives, after it was closed, and after it is over."""
    cookie, _ = await sign_in(scene)
    for _ in range(3):
        with pytest.raises(Refused) as refusal:
            await scene.vault.sessions.open(BOB, "Bob", signed_in_with=digest_of("state"), absolute=ABSOLUTE)
        assert refusal.value.code == "sign_in_replayed"
        await scene.vault.sessions.close(cookie)
        scene.clock.pass_by(hours=9)
        await scene.vault.sweep()
    assert await sign_in(scene, "another state")


async def test_of_many_replays_at_once_one_opens_a_session(scene: Scene) -> None:
    """The same sign-in twenty times in parallel."""
    opened, refused = [], []

    async def come_back() -> None:
        try:
            opened.append(await sign_in(scene))
        except Refused as error:
            refused.append(error.code)

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(come_back)
    assert len(opened) == 1
    assert refused == ["sign_in_replayed"] * 19


async def test_the_sweep_takes_sessions_that_were_over_long_ago(scene: Scene) -> None:
    """A page at a time; live ones stay."""
    await sign_in(scene, "1")
    await sign_in(scene, "2")
    scene.clock.pass_by(hours=9)
    cookie, _ = await sign_in(scene, "3")
    assert await scene.vault.sessions.sweep(scene.clock(), limit=1) == 1
    assert await scene.vault.sessions.sweep(scene.clock()) == 1
    assert await scene.vault.sessions.find(cookie, IDLE)


async def test_the_name_to_greet_with_is_made_harmless(scene: Scene) -> None:
    """It comes from a token and may hold anything."""
    cookie, session = await scene.vault.sessions.open(
        ALICE, "A\x00l\ud800ice" + "e" * 500, signed_in_with=digest_of("x"), absolute=ABSOLUTE
    )
    assert session.account_name.startswith("A\ufffdl\ufffdice")
    assert await scene.vault.sessions.find(cookie, IDLE) == session
