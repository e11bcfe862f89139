"""A house starts once, refuses a wrong issuer, and waits for a silent one."""

from __future__ import annotations

from dataclasses import replace

import anyio
import pytest

from elicitor.errors import Misuse
from elicitor.testing import Fault, Listener, ScriptedBrowser
from elicitor.testing.stage import Stage
from server.workers import worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.attack("B4")
async def test_an_issuer_that_calls_itself_otherwise_stops_the_start(stage: Stage) -> None:
    """With its name in the sentence; an honest one starts."""
    stage.authority.misbehave(Fault.FOREIGN_METADATA)
    with pytest.raises(Misuse) as refused:
        async with worker(stage):
            pass
    assert refused.value.code == "issuer_mismatch"
    assert stage.authority.issuer in refused.value.sentence
    stage.authority.misbehave(Fault.HONEST)
    async with worker(stage) as house, anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(house.start)


async def test_a_silent_issuer_does_not_stop_the_start(stage: Stage) -> None:
    """It is written down, and asked again when it is needed."""
    stage.authority.misbehave(Fault.METADATA_500)
    async with worker(stage) as house:
        codes = [event.code for event in await house.vault.events.recent()]
        assert "issuer_silent" in codes
        assert (await house.metadata.get(stage.authority.issuer)).token


async def test_a_connection_that_no_address_is_named_for_is_written_down(stage: Stage) -> None:
    """Its `account.http` could reach nothing; the one that names its API is not mentioned."""
    acme = stage.house.connections["acme"]
    without = replace(acme, name="second", api_origins=())
    async with worker(stage, connections={"acme": acme, "second": without}) as house:
        said = [event for event in await house.vault.events.recent() if event.code == "connection_without_origins"]
    assert [event.facts for event in said] == [{"connection": "second"}]


async def test_an_unknown_connection_is_told_with_the_names_there_are(stage: Stage) -> None:
    """As when it is misspelt."""
    assert stage.house.provider("acme").title == "Acme Files"
    with pytest.raises(Misuse, match="acme"):
        stage.house.provider("acne")


async def test_while_the_issuer_is_silent_the_pages_say_so_and_offer_to_try_again(stage: Stage) -> None:
    """No stack of redirects to nowhere."""
    taken = Listener.open()
    taken.socket.close()
    silent = stage.house.sign_in
    object.__setattr__(stage.house, "sign_in", type(silent)(issuer=taken.origin, client_id="x"))
    async with ScriptedBrowser() as browser:
        page = await browser.open(f"{stage.origin}/connect/{'a' * 43}")
    object.__setattr__(stage.house, "sign_in", silent)
    assert page.status == 503
    assert "Back to the start" in page.links or "Back to the start" in page.text
