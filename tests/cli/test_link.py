"""`elicitor link` explains a link as the dialog would."""

from __future__ import annotations

import json

import pytest

from elicitor.cli.link import main


@pytest.mark.attack("F3", "F5")
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["https://mcp.example.com/x", "--server", "https://mcp.example.com"], 0, "Host: mcp.example.com"),
        (["https://paypa1.com/"], 1, "well-known site"),
        (["javascript:alert(1)"], 3, "not an https address"),
        (["http://127.0.0.1:99/"], 3, "leads to your own computer"),
        (["http://127.0.0.1:99/", "--local-server"], 0, "this computer"),
        (["nonsense"], 3, "no address"),
    ],
)
def test_the_exit_status_says_how_bad_it_is(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the words say why."""
    assert main(arguments) == status
    assert said in " ".join(capsys.readouterr().out.split())


def test_json_has_the_same_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """With stable codes."""
    assert main(["https://аррӏе.com/", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["host"], told["host_unicode"], told["refused"]) == ("xn--80ak6aa92e.com", "аррӏе.com", False)
    assert {"punycode", "lookalike_letters"} <= {finding["code"] for finding in told["findings"]}
    assert main(["nonsense", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["code"] == "link_unreadable"
