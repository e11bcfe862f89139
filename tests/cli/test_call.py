"""`elicitor call`, as a process: exit statuses and what they come with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from elicitor.cli.call import main
from elicitor.testing.stage import Stage

ROOT = Path(__file__).parents[2]
RUN = "from elicitor.cli.main import main; raise SystemExit(main())"
BOOKING = f"env PYTHONPATH={ROOT / 'src'} {sys.executable} {ROOT / 'examples' / 'booking_server.py'}"

pytestmark = pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")


def call(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command without a terminal."""
    return subprocess.run(
        [sys.executable, "-c", RUN, "call", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


def test_without_a_terminal_a_person_cannot_be_asked() -> None:
    """Status 3, and the reason; nothing is declared, so nothing is asked."""
    done = call("--era", "2026-07-28", BOOKING, "book_table")
    assert done.returncode == 3, done.stderr
    assert "there is no terminal to ask at" in done.stderr


@pytest.mark.anyio
async def test_a_401_says_where_to_get_a_token(stage: Stage) -> None:
    """And one that is refused says so; a good one calls the tool."""
    none = await anyio.to_thread.run_sync(call, stage.mcp_url, "list_files")
    assert none.returncode == 4
    assert "wants an access token (401)" in none.stderr
    assert "--token-file" in none.stderr
    bad = await anyio.to_thread.run_sync(lambda: call(stage.mcp_url, "list_files", ELICITOR_TOKEN="x"))
    assert "did not accept the access token (401)" in bad.stderr
    token = (await stage.token_for("alice")).reveal()
    good = await anyio.to_thread.run_sync(
        lambda: call("--era", "2026-07-28", stage.mcp_url, "list_files", ELICITOR_TOKEN=token)
    )
    assert good.returncode == 3, good.stderr
    assert token not in good.stderr + good.stdout


@pytest.mark.attack("F33")
@pytest.mark.parametrize("spoil", ["open", "link", "absent"])
def test_a_token_file_is_read_only_where_it_is_safe(
    tmp_path: Path, spoil: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither one that others may read, nor a link to another file; one that is mine alone is read."""
    file = tmp_path / "token"
    file.write_text("secret-token")
    file.chmod(0o600)
    target = file
    if spoil == "open":
        file.chmod(0o644)
    elif spoil == "link":
        target = tmp_path / "link"
        target.symlink_to(file)
    else:
        target = tmp_path / "nothing"
    assert main(["--token-file", str(target), "http://127.0.0.1:9", "tool"]) == 2
    assert "token file" in capsys.readouterr().err
    file.chmod(0o600)
    assert main(["--token-file", str(file), "http://127.0.0.1:9", "tool"]) == 4


@pytest.mark.anyio
async def test_an_address_without_a_server_is_told_as_such(stage: Stage) -> None:
    """Somebody left out the path; a program that ends at once is told as well."""
    token = (await stage.token_for("alice")).reveal()
    lost = await anyio.to_thread.run_sync(lambda: call(stage.origin, "list_files", ELICITOR_TOKEN=token))
    assert (lost.returncode, "nothing at this address (404)" in lost.stderr) == (4, True), lost.stderr
    ended = await anyio.to_thread.run_sync(call, f"{sys.executable} -c pass", "list_files")
    assert (ended.returncode, "ended before it answered" in ended.stderr) == (4, True), ended.stderr


WHO = """
from mcp.server.mcpserver import Context, MCPServer

mcp = MCPServer("Who")


@mcp.tool()
async def who(ctx: Context) -> str:
    return ctx.session.client_params.client_info.name


mcp.run()
"""


def test_servers_learn_what_the_program_is_called(tmp_path: Path) -> None:
    """They show it to the person: `mcp` would say nothing."""
    server = tmp_path / "who.py"
    server.write_text(WHO)
    assert call(f"{sys.executable} {server}", "who").stdout == "elicitor call\n"


@pytest.mark.parametrize("arguments", [["", "tool"], ["http://x y", "tool"], ["http://127.0.0.1:9", "tool", "novalue"]])
def test_a_command_line_that_makes_no_sense_has_a_status_of_its_own(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With a sentence."""
    status = main(arguments)
    assert status in {2, 4}
    assert capsys.readouterr().err.startswith("elicitor: ")
