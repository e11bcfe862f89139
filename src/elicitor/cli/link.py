"""`elicitor link URL`: what a link really is, as the dialog would show it. Nothing is fetched, no name is looked up.

Exit status: 0 nothing speaks against it, 1 it has warnings, 2 the command line makes no sense, 3 no browser should
open it.
"""

from __future__ import annotations

import argparse
import json

from elicitor.client.terminal.link_dialog import link_facts
from elicitor.client.terminal.look import Look
from elicitor.errors import PeerBroke
from elicitor.protocol.links import InspectedLink, Severity, inspect_link

__all__ = ["main"]

_WARNED, _REFUSED = 1, 3
_WIDTH = 100


def main(arguments: list[str] | None = None) -> int:
    """Explain a link."""
    parser = argparse.ArgumentParser(prog="elicitor link", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url", help="the link")
    parser.add_argument("--server", default="", metavar="ORIGIN", help="who sends it: https://mcp.example.com")
    parser.add_argument("--local-server", action="store_true", help="it is sent by a program on this computer")
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    options = parser.parse_args(arguments)
    try:
        link = inspect_link(
            options.url, server_origin=options.server or None, server_is_remote=not options.local_server
        )
    except PeerBroke as error:
        return _no_link(error, as_json=options.json)
    print(json.dumps(_as_json(link)) if options.json else link_facts(Look(_WIDTH), link).rstrip("\n"))
    return _status(link)


def _no_link(error: PeerBroke, *, as_json: bool) -> int:
    told = {"refused": True, "code": error.code, "sentence": error.sentence}
    print(json.dumps(told) if as_json else error.sentence)
    return _REFUSED


def _as_json(link: InspectedLink) -> dict[str, object]:
    return {
        "url": link.url,
        "host": link.host,
        "host_unicode": link.host_unicode,
        "registrable_domain": link.registrable_domain,
        "refused": link.refused,
        "findings": [
            {"code": finding.code, "severity": finding.severity.value, "sentence": finding.sentence}
            for finding in link.findings
        ],
    }


def _status(link: InspectedLink) -> int:
    if link.refused:
        return _REFUSED
    return _WARNED if any(finding.severity is Severity.WARN for finding in link.findings) else 0
