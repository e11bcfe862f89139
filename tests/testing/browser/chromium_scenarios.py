"""Small journeys that Chromium and the scripted browser both make, so that what they send can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

__all__ = ["POLICIES", "Step", "scenarios"]

Step = tuple[str, str]

COOKIES = (
    "strict=1; SameSite=Strict",
    "lax=1; SameSite=Lax",
    "plain=1",
    "none=1; SameSite=None; Secure",
    "secure=1; Secure; SameSite=Lax",
    "__Host-good=1; Secure; Path=/; SameSite=Lax",
    "__Secure-good=1; Secure",
    "insecure_none=1; SameSite=None",
    "__Host-insecure=1; Path=/",
    "__Host-deep=1; Secure; Path=/x",
    "__hOst-odd=1",
    "of_localhost=1; Domain=localhost",
    "of_acme=1; Domain=acme.localhost",
    "of_dotted_acme=1; Domain=.acme.localhost",
    "of_address=1; Domain=127.0.0.1",
    "of_stranger=1; Domain=evil.localhost",
    "of_path=1; Path=/end",
    "gone=1; Max-Age=0",
    "=nameless",
)
POLICIES = (
    "no-referrer",
    "same-origin",
    "origin",
    "strict-origin",
    "unsafe-url",
    "no-referrer-when-downgrade",
    "origin-when-cross-origin",
    "strict-origin-when-cross-origin",
    "bogus, same-origin",
)


def scenarios(port: int) -> dict[str, Sequence[Step]]:
    """All journeys, by name. Steps are `open URL`, `click` and `send`."""
    here, there = f"http://127.0.0.1:{port}", f"http://localhost:{port}"
    acme, sister = f"http://a.acme.localhost:{port}", f"http://b.acme.localhost:{port}"
    end = f"{here}/end"
    return {
        "typed": [("open", end)],
        "typed, by two redirects": [("open", _go(here, _go(there, end)))],
        "typed, home by a foreign redirect": [_cookies(here), ("open", _go(there, end))],
        "cookies of an address": [_cookies(here), ("open", end)],
        "cookies of localhost": [_cookies(there), ("open", f"{there}/end")],
        "cookies of a name": [_cookies(acme), ("open", f"{acme}/end"), ("open", f"{sister}/end")],
        "link, no cookies to foreigners": [_cookies(there), _page(here, end), ("click", "")],
        "link, same origin": [_cookies(here), _page(here, "/end"), ("click", "")],
        "link, cross site": [_cookies(here), _page(there, end), ("click", "")],
        "link, same site": [_cookies(acme), _page(sister, f"{acme}/end"), ("click", "")],
        "link, home by a foreign redirect": [_cookies(here), _page(here, _go(there, end)), ("click", "")],
        "link, home by two": [_page(here, _go(acme, _go(sister, end))), ("click", "")],
        "form, same origin": [_cookies(here), _page(here, "/end"), ("send", "")],
        "form, cross site": [_cookies(here), _page(there, end), ("send", "")],
        "form, same site": [_cookies(acme), _page(sister, f"{acme}/end"), ("send", "")],
        "form, get": [_page(here, "/end", method="get"), ("send", "")],
        "form, text/plain": [_page(here, "/end", enctype="text/plain"), ("send", "")],
        "form, 307 and back": [_page(there, _go(here, f"{there}/end", status="307")), ("send", "")],
        "form, 308 and 307 and back": [
            _page(there, _go(here, _go(acme, f"{there}/end", status="307"), status="308")),
            ("send", ""),
        ],
        **{
            f"form, {status} to another site": [
                _cookies(here),
                _page(there, _go(there, end, status=status)),
                ("send", ""),
            ]
            for status in ("301", "302", "303", "307", "308")
        },
        **_referrer_scenarios(here, there),
        **_form_action_scenarios(here, there),
    }


def _referrer_scenarios(here: str, there: str) -> dict[str, Sequence[Step]]:
    ways = {
        "same origin": f"{here}/end",
        "cross site": f"{there}/end",
        "home by a foreign redirect": _go(there, f"{here}/end", status="307"),
    }
    found: dict[str, Sequence[Step]] = {}
    for policy in POLICIES:
        for way, to in ways.items():
            page = _page(here, to, **{"referrer-policy": policy})
            found[f"{policy}, link, {way}"] = [page, ("click", "")]
            found[f"{policy}, form, {way}"] = [page, ("send", "")]
        redirect = _go(here, f"{there}/end", **{"referrer-policy": policy})
        found[f"{policy} of a redirect"] = [_page(here, redirect), ("click", "")]
    return found


def _form_action_scenarios(here: str, there: str) -> dict[str, Sequence[Step]]:
    policies = (
        "form-action 'self'",
        "form-action 'none'",
        f"form-action 'self' {there}",
        "form-action http:",
        "form-action https:",
        "form-action *",
        "default-src 'none'",
        f"form-action {here}/end",
        f"form-action {here}/en",
        f"form-action {there}/elsewhere {here}",
        "form-action 127.0.0.1:*",
        "form-action *.localhost:* 127.0.0.1:*",
        "form-action 'self', form-action *",
    )
    ways = {
        "same origin": f"{here}/end",
        "cross site": f"{there}/end",
        "303 to another site": _go(here, f"{there}/end", status="303"),
        "307 to another site": _go(here, f"{there}/end", status="307"),
    }
    return {
        f"{policy.replace(here, 'here').replace(there, 'there')}, {way}": [
            _page(here, to, **{"content-security-policy": policy}),
            ("send", ""),
        ]
        for policy in policies
        for way, to in ways.items()
    }


def _go(host: str, to: str, **options: str) -> str:
    return f"{host}/go?{urlencode({'to': to, **options})}"


def _page(host: str, to: str, **options: str) -> Step:
    return "open", f"{host}/page?{urlencode({'to': to, **options})}"


def _cookies(host: str) -> Step:
    return "open", f"{host}/set?{urlencode([('cookie', text) for text in COOKIES])}"
