"""Links as they come from strangers, and what is said about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitor.errors import PeerBroke
from elicitor.protocol.links import InspectedLink, Severity, inspect_link

CORPORA = Path(__file__).parents[4] / "shared" / "data"
needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason="the borrowed corpora (../shared/data) are not here")
SERVER = "https://mcp.example.com"


def codes(link: InspectedLink) -> set[str]:
    """What was found."""
    return {found.code for found in link.findings}


@pytest.mark.parametrize(
    "url",
    ["https://mcp.example.com/connect/x", "https://auth.mcp.example.com/", "https://mcp.example.com:443/?a=1#b"],
)
def test_an_ordinary_link_of_the_server_has_nothing_against_it(url: str) -> None:
    """The honest twin of all that follow."""
    assert codes(inspect_link(url, server_origin=SERVER)) == set()


@pytest.mark.requirement("URL-13", "URL-14")
@pytest.mark.attack("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F11")
@pytest.mark.case("R116")
@pytest.mark.parametrize(
    ("url", "code", "host"),
    [
        ("javascript:alert(1)", "scheme", ""),
        ("JaVaScRiPt:alert(1)", "scheme", ""),
        ("data:text/html,x", "scheme", ""),
        ("file:///etc/passwd", "scheme", ""),
        ("vscode://x/y", "scheme", "x"),
        ("ms-msdt:/id", "scheme", ""),
        ("http://mcp.example.com/", "plain_http", "mcp.example.com"),
        ("https://accounts.google.com@evil.example/", "userinfo", "evil.example"),
        ("https://accounts.google.com:443@evil.example/", "userinfo", "evil.example"),
        ("https://accounts.google.com\\@evil.example/", "backslash", "accounts.google.com"),
        ("https:\\\\evil.example\\path", "backslash", "evil.example"),
        ("https://exa\nmple.com/", "control_characters", "example.com"),
        ("https://exa\u200bmple.com/", "invisible_characters", "example.com"),
        ("https://8.8.8.8/", "ip_address", "8.8.8.8"),
        ("https://134744072/", "ip_disguised", "8.8.8.8"),
        ("https://0x08.010.8.8/", "ip_disguised", "8.8.8.8"),
        ("https://2130706433/", "local_address", "127.0.0.1"),
        ("https://[::ffff:127.0.0.1]/", "local_address", "[::ffff:7f00:1]"),
        ("https://192.168.1.1/", "local_address", "192.168.1.1"),
        ("https://printer.local/", "local_address", "printer.local"),
        ("https://intranet/", "local_address", "intranet"),
        ("https://mcp.example.com:8080/", "odd_port", "mcp.example.com"),
        ("https://xn--pple-43d.com/", "mixed_scripts", "xn--pple-43d.com"),
        ("https://аррӏе.com/", "lookalike_letters", "xn--80ak6aa92e.com"),
        ("https://paypa1.com/", "lookalike_known", "paypa1.com"),
        ("https://rnicrosoft.com/", "lookalike_known", "rnicrosoft.com"),
        ("https://gıthub.com/", "lookalike_known", "xn--gthub-n4a.com"),
        ("https://exarnple.com/", "lookalike_server", "exarnple.com"),
        ("https://accounts.google.com.evil.example/", "known_in_subdomain", "accounts.google.com.evil.example"),
        ("https://google.com-login.evil.example/", "known_in_subdomain", "google.com-login.evil.example"),
        ("https://" + "a." * 60 + "evil.example/", "long_host", "a." * 60 + "evil.example"),
        ("https://mcp.example.com/" + "a" * 2000, "long_link", "mcp.example.com"),
        ("https://mcp.example.com/?next=https://evil.example", "address_inside", "mcp.example.com"),
        ("https://mcp.example.com/?next=%2F%2Fevil.example", "address_inside", "mcp.example.com"),
        ("https://mcp.example.com/%40evil.example", "encoded_tricks", "mcp.example.com"),
        ("https://bit.ly/x", "shortener", "bit.ly"),
        ("https://github.com/login", "other_host", "github.com"),
        ("https://co.uk/", "no_domain", "co.uk"),
        ("https://ᏚᏴ.com/", "rare_script", "xn--zk9ac.com"),
    ],
)
def test_what_a_person_should_know_is_found(url: str, code: str, host: str) -> None:
    """And the host is the one the browser goes to."""
    link = inspect_link(url, server_origin="https://example.com" if code == "lookalike_server" else SERVER)
    assert code in codes(link)
    if code != "rare_script":
        assert link.host == host
    assert link.url.isascii()
    assert link.url.isprintable()
    assert link.refused is any(found.severity is Severity.REFUSE for found in link.findings)


@pytest.mark.attack("F7")
def test_a_local_server_may_lead_to_this_computer() -> None:
    """A remote one may not; neither may lead there in the clear from elsewhere."""
    for url in ("http://127.0.0.1:4567/c/x", "http://localhost:4567/", "http://[::1]:4567/"):
        local = inspect_link(url, server_is_remote=False)
        assert codes(local) == {"loopback"}
        assert local.registrable_domain == ""
        assert inspect_link(url, server_origin=SERVER).refused


@pytest.mark.parametrize(
    "url", ["", "hello world", "//no-scheme.example", "https://", "https://a b/", "x" * 9000, "https://a/" + "x" * 9000]
)
def test_what_is_no_address_is_a_breach(url: str) -> None:
    """And not a crash."""
    with pytest.raises(PeerBroke):
        inspect_link(url)


def test_both_ways_to_write_a_name_are_there() -> None:
    """And the part that somebody registered."""
    link = inspect_link("https://login.bücher.example.co.uk/")
    assert link.host == "login.xn--bcher-kva.example.co.uk"
    assert link.host_unicode == "login.bücher.example.co.uk"
    assert link.registrable_domain == "example.co.uk"


@pytest.mark.attack("F2", "F13")
@given(
    st.text(max_size=80)
    | st.text(alphabet="https:/\\@.%#?xn-0a1\u202e\u200b\u0430", max_size=60).map("https://".__add__)
)
def test_no_text_crashes_it_or_gets_unreadable_onto_the_screen(text: str) -> None:
    """What is shown is printable ASCII."""
    try:
        link = inspect_link(text, server_origin=SERVER)
    except PeerBroke:
        return
    assert (link.url + link.host).isascii()
    assert (link.url + link.host).isprintable()


@needs_corpora
@pytest.mark.attack("F2")
def test_the_host_is_the_browsers_in_every_case_of_the_web_platform_tests() -> None:
    """Every http(s) case without a base: the same host, or refused by both.

    Labels that begin like Punycode and are none are refused here, where some browsers go on with them.
    """
    wrong = []
    for case in json.loads((CORPORA / "wpt" / "urltestdata.json").read_text()):
        if not isinstance(case, dict) or case.get("base") is not None:
            continue
        raw = case["input"]
        if not raw.strip().lower().startswith("http"):
            continue
        try:
            host: str | None = inspect_link(raw).host
        except PeerBroke:
            host = None
        expected = None if case.get("failure") else case["hostname"]
        stricter = host is None and (len(raw) > 8000 or "xn--" in raw.lower())
        if host != expected and not stricter:
            wrong.append((raw, host, expected))
    assert wrong == []


@needs_corpora
@pytest.mark.attack("F4")
def test_names_that_browsers_hold_for_spoofs_get_a_warning() -> None:
    """At least 95 % of them; those for which Chromium needs its list of top domains are left apart."""
    warned, quiet = {"unsafe": 0, "safe": 0}, {"unsafe": 0, "safe": 0}
    for case in json.loads((CORPORA / "chromium" / "idn_spoof_cases.json").read_text()):
        if case["expected"] not in warned or case.get("firefox_differs") or case["input"] == ".":
            continue
        try:
            link = inspect_link(f"https://{case['input']}/")
        except PeerBroke:
            continue
        loud = any(
            found.severity is not Severity.NOTE and found.code not in {"no_domain", "long_host"}
            for found in link.findings
        )
        (warned if loud else quiet)[case["expected"]] += 1
    assert warned["unsafe"] / (warned["unsafe"] + quiet["unsafe"]) >= 0.95
    assert warned["safe"] / (warned["safe"] + quiet["safe"]) <= 0.03


@needs_corpora
@pytest.mark.attack("F5")
def test_registrable_domains_are_those_of_the_public_suffix_list() -> None:
    """Its own vectors."""
    checked = 0
    for line in (CORPORA / "psl" / "test_psl.txt").read_text().splitlines():
        if not line.startswith("checkPublicSuffix("):
            continue
        host, expected = (part.strip().strip("'") for part in line[18:].partition(")")[0].split(","))
        if host == "null" or host.startswith("."):
            continue
        try:
            found = inspect_link(f"https://{host}/").registrable_domain
            ours = inspect_link(f"https://{expected}/").host if expected != "null" else ""
        except PeerBroke:
            continue
        assert found == ours, host
        checked += 1
    assert checked > 60
