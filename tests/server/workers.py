"""A second worker on the same database: the same house with connections of its own, in the test's own loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

import anyio

from elicitor import development_http
from elicitor.clock import Clock, system_clock
from elicitor.oauth.http import Http, Limits
from elicitor.oauth.metadata import MetadataCache
from elicitor.oauth.provider import Provider
from elicitor.principal import Owner, Principal
from elicitor.server.completion import Completion
from elicitor.server.house import House
from elicitor.server.reporting import Reporter
from elicitor.testing import ScriptedBrowser
from elicitor.testing.stage import Stage
from elicitor.vault.keys import KeyRing
from elicitor.vault.records import Grant
from elicitor.vault.vault import Vault
from house.walking import client_of, link_from_era_a, never, walk


@asynccontextmanager
async def worker(
    stage: Stage,
    *,
    clock: Clock = system_clock,
    deadline: float = 5.0,
    ring: KeyRing | None = None,
    connections: Mapping[str, Provider] | None = None,
) -> AsyncIterator[House]:
    """One more process's worth of parts."""
    vault = Vault.open(f"sqlite:///{stage.database}", ring or stage.house.ring, clock)
    http = Http(development=development_http(), limits=Limits(deadline=deadline))
    house = replace(
        stage.house,
        connections=connections or stage.house.connections,
        vault=vault,
        sealer=vault.sealer,
        http=http,
        metadata=MetadataCache(http, clock),
        completion=Completion(vault.tickets),
        reporter=Reporter(vault.events, clock, ()),
        clock=clock,
        _started=False,
        _starting=anyio.Lock(),
    )
    try:
        await house.start()
        yield house
    finally:
        await house.close()


def alice(stage: Stage, client_id: str = "mcp-client") -> Principal:
    """Her, through a client."""
    return Principal(Owner("", stage.authority.issuer, "alice"), client_id)


async def connect_alice(stage: Stage) -> None:
    """Alice connects her account in the ordinary way."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            assert "is connected" in (await walk(browser, url, "alice")).text


async def grant_of_alice(stage: Stage, house: House) -> Grant:
    """What is stored for her now."""
    owner = Owner(tenant="", issuer=stage.authority.issuer, subject="alice")
    grant = await house.vault.grants.find(owner, "acme")
    assert grant is not None
    return grant
