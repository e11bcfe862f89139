"""What every attached server has, with or without a place to keep things."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest
from mcp.server.mcpserver import MCPServer

from elicitor import Elicitor, KeyRing, github
from elicitor.errors import Misuse

pytestmark = pytest.mark.anyio


def attached(**options: Any) -> Elicitor:
    """To a server without authorization."""
    elicitor = Elicitor(**options)
    elicitor.attach(MCPServer("Tables"))
    return elicitor


async def test_without_keys_it_forgets_when_it_is_closed() -> None:
    """Its file lies in a place of its own, which goes with it; closing twice does no harm."""
    lodge = attached().desk.lodge
    assert not lodge.keeps
    await lodge.start()
    await lodge.start()
    assert await lodge.vault.spent.spend(b"x", 1 << 40)
    place = Path(str(lodge.vault.storage._database.file)).parent
    assert place.exists()
    await lodge.close()
    await lodge.close()
    assert not place.exists()


async def test_without_keys_it_goes_when_nobody_holds_it() -> None:
    """A server that nobody closed leaves nothing behind."""
    elicitor = attached()
    await elicitor.desk.lodge.start()
    place = Path(str(elicitor.desk.lodge.vault.storage._database.file)).parent
    del elicitor
    gc.collect()
    assert not place.exists()


async def test_with_keys_it_keeps(tmp_path: Path) -> None:
    """In the file it was given."""
    lodge = attached(keys=KeyRing.load(KeyRing.new_key()), storage=f"sqlite:///{tmp_path}/kept.db").desk.lodge
    assert lodge.keeps
    await lodge.start()
    await lodge.close()
    assert (tmp_path / "kept.db").exists()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"public_url": "https://mcp.example.com"}, "identity= and keys="),
        ({"connections": [github(client_id="x", client_secret="y")]}, "public_url= and identity= and keys="),
        ({"storage": "sqlite:///x.db"}, "keys="),
    ],
)
def test_half_a_configuration_is_refused(options: dict[str, Any], named: str) -> None:
    """Naming what is missing; none of it at all is a server that asks forms."""
    with pytest.raises(Misuse, match=named):
        Elicitor(**options)


def test_accounts_need_a_house() -> None:
    """Said when the function is registered."""
    with pytest.raises(Misuse, match="forms only"):
        _ = attached().house
