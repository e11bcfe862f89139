"""A server that lets nobody in says so in words."""

from __future__ import annotations

import pytest
from mcp.shared.exceptions import MCPError

from elicitor.client.scripted import Scripted
from elicitor.sdk.client import Host
from elicitor.sdk.client_door import TokenWanted
from elicitor.testing.stage import Stage

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
@pytest.mark.parametrize(("token", "code"), [(None, "token_missing"), ("garbage", "token_not_accepted")])
async def test_a_401_is_told_as_what_it_is(stage: Stage, mode: str, token: str | None, code: str) -> None:
    """With and without a token; with a good one the call goes through, and other errors stay what they are."""
    host = Host(person=Scripted())

    async def call(value: str | None, tool: str = "nothing") -> None:
        headers = None if value is None else {"Authorization": f"Bearer {value}"}
        async with host.connect(stage.mcp_url, name="Files", headers=headers, mode=mode) as client:
            result = await client.call_tool(tool, {})
            assert result.is_error

    with pytest.raises(TokenWanted) as wanted:
        await call(token)
    assert wanted.value.code == code
    assert ("none was sent" in wanted.value.sentence) is (token is None)
    if token is None:
        assert f"{stage.origin}/.well-known/oauth-protected-resource" in wanted.value.sentence
    try:
        await call((await stage.token_for("alice")).reveal())
    except MCPError as error:
        assert error.error.code == -32602  # noqa: PT017  in one era an unknown tool is an error of the protocol
