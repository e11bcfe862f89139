"""`python -m elicitor.testing`: the box alone, for who writes a server and has nobody to sign in at yet.

Two servers on fixed ports, so that their addresses can stand in a file: one is the authorization server of
your MCP server, the other a third party, Acme Files. Both end with Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from types import FrameType

from elicitor.development import InsecureDevelopmentWarning
from elicitor.errors import Misuse
from elicitor.testing import tokens
from elicitor.testing.box import AuthorizationServer, Client, acme_files, mcp_authority
from elicitor.testing.serving import Listener, run_app_in_thread
from elicitor.testing.tokens import NOWHERE

_FIRST_PORT = 9400
_RESOURCES = ("http://127.0.0.1:8000/mcp", "http://localhost:8000/mcp")
_REDIRECT_URIS = tuple(
    f"http://127.0.0.1:8000/connect/{path}" for path in ("signed-in", "callback/acme", "callback/second")
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both servers until Ctrl-C; returns the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["token"]:
        return tokens.main(given[1:])
    options = _read(given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InsecureDevelopmentWarning)  # the greeting says it
        try:
            _run(options)
        except Misuse as error:
            print(f"elicitor.testing: {error.sentence} See --help.", file=sys.stderr)
            return 2
    return 0


def _run(options: argparse.Namespace) -> None:
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(_listening(options.port))
        second = stack.enter_context(_listening(options.port + 1 if options.port else 0))
        _serve(options, first, second)


@contextlib.contextmanager
def _listening(port: int) -> Iterator[Listener]:
    listener = Listener.open(port)
    with listener.socket:
        yield listener


def _serve(options: argparse.Namespace, first: Listener, second: Listener) -> None:
    uris = (*options.redirect_uri, *_REDIRECT_URIS)
    authority = mcp_authority(
        first.origin,
        clients=[
            Client("mcp-server", uris, "mcp-server-secret", "Your MCP server"),
            Client("mcp-client", (*uris, NOWHERE), name="Your MCP client"),
        ],
        resources=options.resource or _RESOURCES,
    )
    acme = acme_files(second.origin, clients=[Client("my-server", uris, "my-server-secret", "Your MCP server")])
    with run_app_in_thread(authority, first), run_app_in_thread(acme, second):
        print(_greeting(authority, acme, uris, options.resource or _RESOURCES), flush=True)
        _wait_for_the_end()


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m elicitor.testing",
        description="An authorization server and a third party on this machine, for tests and development.",
    )
    parser.add_argument(
        "--redirect-uri",
        action="append",
        default=[],
        metavar="URI",
        help="an address that codes may be sent to, exactly as your program sends it; may be repeated",
    )
    parser.add_argument(
        "--resource",
        action="append",
        default=[],
        metavar="URI",
        help=f"your MCP server, as clients name it; may be repeated (default: {' and '.join(_RESOURCES)})",
    )
    parser.add_argument(
        "--port",
        type=int,
        default=_FIRST_PORT,
        help="the first of two ports; 0 for free ones (default: %(default)s)",
    )
    return parser.parse_args(arguments)


def _greeting(
    authority: AuthorizationServer, acme: AuthorizationServer, uris: Sequence[str], resources: Sequence[str]
) -> str:
    return "\n".join(
        [
            "Two servers for tests. Anybody can sign in as alice or bob: never use them for real accounts.",
            "",
            "The authorization server of your MCP server",
            f"  issuer         {authority.issuer}",
            "  client         mcp-server, secret mcp-server-secret (your server, to sign people in)",
            "  client         mcp-client, no secret (the program that calls your server)",
            *[f"  resource       {resource}" for resource in resources],
            "",
            "Acme Files, a third party",
            f"  issuer         {acme.issuer}",
            "  client         my-server, secret my-server-secret",
            "  scopes         openid profile email offline_access files:read files:write",
            f"  API            GET {acme.issuer}/api/files (scope files:read)",
            "",
            "Redirect URIs that all clients accept",
            *[f"  {uri}" for uri in uris],
            "  (more with --redirect-uri)",
            "",
            "An access token for your server, as its client would have it:",
            f"  python -m elicitor.testing token alice --issuer {authority.issuer} --resource {resources[0]}",
            "",
            "Stop with Ctrl-C.",
        ]
    )


def _wait_for_the_end() -> None:
    over = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        over.set()

    before = signal.signal(signal.SIGTERM, end)
    with contextlib.suppress(KeyboardInterrupt):
        over.wait()
    signal.signal(signal.SIGTERM, before)


if __name__ == "__main__":
    sys.exit(main())
