"""The host that we show is the host that a browser goes to: a hundred odd addresses, read by Chromium itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.links import inspect_link
from support.chromium import running_chromium

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

CORPUS = Path(__file__).parents[3] / "shared" / "data" / "wpt" / "urltestdata.json"
READ = (
    "urls => urls.map(url => { try { const u = new URL(url); return [u.href, u.hostname]; } catch { return null; } })"
)
OWN = [
    "https://0x7f.1/",
    "https://2130706433/",
    "https://[::ffff:127.0.0.1]/",
    "https://ex\u00adample.com/",
    "https://ｅｘａｍｐｌｅ.com/",
    "https://faß.example/",
    "https://a。b.example/x",
    "https:\\\\example.com\\x",
    "https:example.com",
    "https://example.com:443/%2e%2e/x",
    "https://user@example.com/",
    "https://EXAMPLE.com./",
]


def odd_addresses() -> list[str]:
    """A hundred of the corpus, spread over it; our own where it is not there."""
    if not CORPUS.exists():
        return OWN
    cases = [case for case in json.loads(CORPUS.read_text()) if isinstance(case, dict)]
    web = [
        case["input"]
        for case in cases
        if not case.get("base") and case["input"].strip().lower().startswith(("http:", "https:"))
    ]
    return OWN + web[:: max(1, len(web) // 100)][:100]


@pytest.mark.requirement("URL-11", "UI-3")
@pytest.mark.attack("F6")
async def test_what_is_shown_is_where_a_browser_goes() -> None:
    """Whatever we take, Chromium reads in the same way, and what it cannot read we refuse."""
    addresses = odd_addresses()
    async with running_chromium() as browser:
        page = await browser.new_page()
        read: list[Any] = await page.evaluate(READ, addresses)
    differing = []
    for address, seen in zip(addresses, read, strict=True):
        try:
            link = inspect_link(address)
        except PeerBroke:
            continue  # refused: nobody is shown anything
        if not link.refused and (seen is None or [link.url, link.host] != [seen[0], seen[1].strip("[]")]):
            differing.append((address, link.url, link.host, seen))
    assert differing == []
    assert sum(seen is not None for seen in read) >= len(addresses) // 3
