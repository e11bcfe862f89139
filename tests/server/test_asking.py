"""The ask for a ticket carries a pointer and nothing else."""

from __future__ import annotations

import pytest

from elicitor.identifiers import digest_of, is_identifier, name_of_digest
from elicitor.server.asking import ask_again, ask_for
from elicitor.server.needs import Need
from elicitor.testing.stage import Stage
from server.workers import alice, worker

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.requirement("URL-3", "URL-5", "URL-6", "URL-16")
@pytest.mark.case("R177")
async def test_the_link_names_nobody_and_opens_nothing(stage: Stage) -> None:
    """Its id is random, and the id of the elicitation is not it."""
    async with worker(stage) as house:
        need = Need("acme", frozenset({"files:read"}))
        ask = await ask_for(house, alice(stage), need, "Chat")
        assert ask.url == f"{stage.origin}/connect/{ask.ticket_id}"
        assert is_identifier(ask.ticket_id)
        assert ask.elicitation_id == name_of_digest(digest_of(ask.ticket_id)) != ask.ticket_id
        assert await house.vault.tickets.find(ask.elicitation_id) is None
        assert "alice" not in ask.url + ask.message
        assert ask_again(house, need, ask.ticket_id) == ask
