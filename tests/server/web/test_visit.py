"""Whoever comes is read from their cookie, or sent to sign in without a word about the ticket."""

from __future__ import annotations

import pytest

from elicitor.identifiers import mint_identifier
from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage
from house.walking import client_of, link_from_era_a, never

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.attack("C2")
async def test_a_stranger_is_sent_to_sign_in_whatever_the_link_is(stage: Stage) -> None:
    """The same answer for a ticket that is there and for one that is not."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
    shapes = set()
    for link in (url, f"{stage.origin}/connect/{mint_identifier()}"):
        async with ScriptedBrowser() as browser:
            page = await browser.open(link, stop_at=stage.authority.issuer)
            shapes.add((page.status, len(page.stopped_before), tuple(sorted(page.headers))))
    assert len(shapes) == 1
