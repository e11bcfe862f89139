"""Strangers' servers are called over https at public addresses, within a deadline and a cap, and led nowhere else."""

from __future__ import annotations

import gzip
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field

import anyio
import httpcore2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from elicitor.development import development_http
from elicitor.errors import ElicitorError, Misuse
from elicitor.oauth.http import Http, Limits
from elicitor.testing import Listener, run_app
from oauth.tls import Roads, https_server

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

MEGABYTE = 1024 * 1024
METHODS = ["GET", "POST"]


@dataclass
class Stranger:
    """A server that behaves as the path says, and counts what it sent."""

    origin: str = ""
    elsewhere: str = ""
    sent: int = 0
    seen: list[Request] = field(default_factory=list)

    async def answer(self, request: Request) -> Response:
        """`/{way}`."""
        self.seen.append(request)
        way = getattr(self, f"_{request.path_params['way']}", None)
        return await (way or self._honest)(request)

    async def _honest(self, request: Request) -> Response:
        reply = JSONResponse({"form": dict(await request.form())}, headers={"X-Kind": "honest"})
        reply.set_cookie("session", "alice")
        return reply

    async def _away(self, request: Request) -> Response:
        return RedirectResponse(self.elsewhere, int(request.query_params["status"]))

    async def _exact(self, _: Request) -> Response:
        return Response(b"x" * MEGABYTE)

    async def _packed(self, _: Request) -> Response:
        return Response(gzip.compress(b"{}"), headers={"Content-Encoding": "gzip"})

    async def _bomb(self, _: Request) -> Response:
        return Response(gzip.compress(b"\0" * 100 * MEGABYTE, 1), headers={"Content-Encoding": "gzip"})

    async def _drip(self, request: Request) -> Response:
        return StreamingResponse(self._drops(int(request.query_params["drops"])))

    async def _flood(self, request: Request) -> Response:
        return StreamingResponse(self._waves(request))

    async def _hang(self, request: Request) -> Response:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        return Response()

    async def _drops(self, drops: int) -> AsyncIterator[bytes]:
        for _ in range(drops):
            self.sent += 1
            yield b"x"
            await anyio.sleep(0.01)

    async def _waves(self, request: Request) -> AsyncIterator[bytes]:
        while self.sent < 100 * MEGABYTE and not await request.is_disconnected():
            self.sent += 65_536
            yield b"x" * 65_536


@pytest.fixture
async def stranger() -> AsyncIterator[Stranger]:
    """On loopback."""
    found = Stranger()
    async with run_app(Starlette(routes=[Route("/{way}", found.answer, methods=METHODS)])) as origin:
        found.origin = origin
        yield found


@pytest.fixture
async def http() -> AsyncIterator[Http]:
    """As in development, with the usual limits."""
    made = Http(development=development_http())
    yield made
    await made.aclose()


@pytest.fixture
def watched() -> Iterator[Listener]:
    """A port that nobody may call."""
    listener = Listener.open()
    listener.socket.setblocking(False)
    yield listener
    listener.socket.close()


def calls(listener: Listener) -> int:
    """How many connections wait at a port."""
    count = 0
    while True:
        try:
            listener.socket.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


async def send(http: Http, method: str, url: str) -> bytes:
    """Send one request; gives the body."""
    reply = await (http.get(url) if method == "GET" else http.post_form(url, {"name": "value"}))
    return reply.body


async def code_of(http: Http, method: str, url: str) -> str:
    """The code with which a request fails."""
    with pytest.raises(ElicitorError) as refused:
        await send(http, method, url)
    return refused.value.code


async def impatient(method: str, url: str, **options: float) -> str:
    """The code with which a request fails under other limits."""
    http = Http(development=development_http(), limits=Limits(**options))  # type: ignore[arg-type]
    try:
        return await code_of(http, method, url)
    finally:
        await http.aclose()


async def test_a_reply_has_a_status_headers_and_a_body(stranger: Stranger, http: Http) -> None:
    """Names of headers are in lower case; a form arrives as one."""
    reply = await http.get(f"{stranger.origin}/honest", {"Accept": "application/json"})
    assert (reply.status, reply.headers["x-kind"], reply.body) == (200, "honest", b'{"form":{}}')
    assert await send(http, "POST", f"{stranger.origin}/honest") == b'{"form":{"name":"value"}}'
    assert stranger.seen[0].headers["accept"] == "application/json"


async def test_a_closed_door_opens_again(stranger: Stranger, http: Http) -> None:
    """Closing twice is no fault either."""
    await http.get(f"{stranger.origin}/honest")
    await http.aclose()
    await http.aclose()
    assert (await http.get(f"{stranger.origin}/honest")).status == 200


async def test_cookies_are_neither_kept_nor_sent(stranger: Stranger, http: Http) -> None:
    """What a server gave with one person's reply would go along with the next person's request."""
    for _ in range(2):
        reply = await http.get(f"{stranger.origin}/honest")
        assert reply.headers["set-cookie"].startswith("session=alice")
    assert [request.headers.get("cookie") for request in stranger.seen] == [None, None]


@pytest.mark.attack("B15")
@pytest.mark.parametrize(("method", "code"), [("GET", "provider_timeout"), ("POST", "reply_lost")])
async def test_silence_ends_at_the_deadline(stranger: Stranger, method: str, code: str) -> None:
    """After a POST nobody knows what happened, and that is said."""
    assert await impatient(method, f"{stranger.origin}/hang", deadline=0.2) == code


@pytest.mark.attack("B15")
@pytest.mark.parametrize(("method", "code"), [("GET", "provider_timeout"), ("POST", "reply_lost")])
async def test_dripping_ends_at_the_same_deadline(stranger: Stranger, http: Http, method: str, code: str) -> None:
    """It is one for the whole, not one for each byte; slowness that ends in time is read."""
    assert await send(http, method, f"{stranger.origin}/drip?drops=20") == b"x" * 20
    assert await impatient(method, f"{stranger.origin}/drip?drops=100000", deadline=0.3) == code
    assert stranger.sent > 25


@pytest.mark.attack("B15")
@pytest.mark.parametrize("method", METHODS)
async def test_a_hundred_megabytes_are_not_read(stranger: Stranger, http: Http, method: str) -> None:
    """The connection is closed when the cap is reached; a reply of just the cap is read."""
    assert len(await send(http, method, f"{stranger.origin}/exact")) == MEGABYTE
    assert await code_of(http, method, f"{stranger.origin}/flood") == "reply_too_large"
    assert stranger.sent < 50 * MEGABYTE
    assert await impatient(method, f"{stranger.origin}/exact", body=MEGABYTE - 1) == "reply_too_large"


@pytest.mark.attack("B15")
@pytest.mark.parametrize("method", METHODS)
async def test_a_bomb_does_not_go_off(stranger: Stranger, http: Http, method: str) -> None:
    """A packed reply that fits is unpacked."""
    assert await send(http, method, f"{stranger.origin}/packed") == b"{}"
    assert await code_of(http, method, f"{stranger.origin}/bomb") == "reply_too_large"


@pytest.mark.attack("B16")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_nobody_is_followed(stranger: Stranger, http: Http, watched: Listener, status: int, method: str) -> None:
    """Neither to a port of this machine nor to a cloud's metadata; the same server without a redirect is heard."""
    for elsewhere in (f"{watched.origin}/", "http://169.254.169.254/latest/meta-data/", "/honest"):
        stranger.elsewhere = elsewhere
        assert await code_of(http, method, f"{stranger.origin}/away?status={status}") == "redirect_refused"
    assert calls(watched) == 0
    assert await send(http, method, f"{stranger.origin}/honest")


@pytest.mark.attack("B16")
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "0.0.0.0",
        "0",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[::]",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "elicitor.localhost",
    ],
)
async def test_this_machine_is_not_called_by_any_of_its_names(watched: Listener, host: str) -> None:
    """Refused as private, without an address, or as no address at all; in development the plain one is called."""
    http = Http()
    code = await code_of(http, "GET", f"https://{host}:{watched.port}/")
    await http.aclose()
    assert code in {"address_not_public", "provider_unreachable", "url_not_https"}
    assert calls(watched) == 0
    assert await impatient("GET", f"http://127.0.0.1:{watched.port}/", deadline=0.2) == "provider_timeout"
    assert calls(watched) == 1


@pytest.mark.attack("B16")
@pytest.mark.parametrize(
    "url",
    [
        "https://user@127.0.0.1/",
        "https://user:secret@as.example/",
        "https://as.example\\@127.0.0.1/",
        "https://[fe80::1%25lo]/",
        "https://[::1%lo]/",
        "https://as%2eexample/",
        "https://as.example:0/",
        "https://as.example:-1/",
        "https://as.example:65536/",
        "https://127.0.0.1:99999/",
        "https://\ud800.example/",
        "https://as.example/\ud800",
        "https://as.example/\r\nHost: evil.example",
        "https://\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54/",
        "https:///path",
        "https:as.example",
        "//as.example/",
        "http://as.example/",
        "http://localhost./",
        "http://localhost.evil.example/",
        "http://127.0.0.1.evil.example/",
        "http://10.0.0.1/",
        "http://[::ffff:10.0.0.1]/",
        "ftp://127.0.0.1/",
        "file:///etc/hostname",
    ],
)
async def test_odd_addresses_are_no_addresses(url: str) -> None:
    """Not even in development, where http may be spoken to this machine; nothing is resolved."""
    asked: list[str] = []

    async def resolver(host: str, _: int) -> Sequence[str]:
        asked.append(host)
        return []

    for http in (Http(resolver=resolver), Http(development=development_http(), resolver=resolver)):
        with pytest.raises(Misuse) as refused:
            await http.get(url)
        await http.aclose()
        assert (refused.value.code, asked) == ("url_not_https", [])


async def test_ordinary_addresses_are_resolved() -> None:
    """The honest twin of the odd ones; a name in another script is asked for in its ASCII form."""
    asked: list[tuple[str, int]] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        asked.append((host, port))
        return []

    http = Http(resolver=resolver)
    for url in ("https://as.example:65535/", "HTTPS://AS.example", "https://b\u00fccher.example/path"):
        assert await code_of(http, "GET", url) == "provider_unreachable"
    await http.aclose()
    assert asked == [("as.example", 65535), ("as.example", 443), ("xn--bcher-kva.example", 443)]


@pytest.mark.attack("B17")
@pytest.mark.parametrize(
    "answer",
    [
        ["127.0.0.1"],
        ["8.8.8.8", "127.0.0.1"],
        ["10.0.0.1", "8.8.8.8"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["fe80::1%2"],
        ["169.254.169.254"],
        ["nonsense"],
    ],
)
async def test_one_private_address_spoils_them_all(
    answer: list[str], watched: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No road is taken, whichever would have been tried first."""
    roads = Roads()
    roads.build(monkeypatch)

    async def resolver(_: str, __: int) -> Sequence[str]:
        return answer

    http = Http(resolver=resolver)
    assert await code_of(http, "GET", f"https://as.example:{watched.port}/") == "address_not_public"
    await http.aclose()
    assert (roads.taken, calls(watched)) == ([], 0)


@pytest.mark.attack("B17")
async def test_the_address_that_was_checked_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the name. When the name turns inward there is no further call."""
    answers = [["8.8.8.8"], ["127.0.0.1"]]
    asked: list[tuple[str, int]] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        asked.append((host, port))
        return answers.pop(0)

    async with https_server("as.example") as place:
        roads = Roads()
        roads.build(monkeypatch)
        roads.leads = {"8.8.8.8": place.port, "127.0.0.1": place.port, "as.example": place.port}
        monkeypatch.setattr(httpcore2, "default_ssl_context", lambda **_: place.trusting)
        http = Http(resolver=resolver)
        assert await send(http, "GET", "https://as.example/token") == b"{}"
        assert (asked, roads.taken, place.names) == ([("as.example", 443)], ["8.8.8.8"], ["as.example"])
        assert b"host: as.example\r\n" in place.requests[0].lower()
        assert await code_of(http, "GET", "https://as.example/token") == "address_not_public"
        assert (roads.taken, len(place.requests)) == (["8.8.8.8"], 1)
        await http.aclose()


@pytest.mark.attack("B16")
@pytest.mark.parametrize("host", ["as.example", "other.example"])
async def test_a_certificate_is_for_the_name_and_vouched_for(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has another name, or vouches for itself, gets no request, not even the form."""

    async def resolver(_: str, __: int) -> Sequence[str]:
        return ["8.8.8.8"]

    async with https_server("as.example") as place:
        roads = Roads()
        roads.build(monkeypatch)
        roads.leads = {"8.8.8.8": place.port}
        if host != "as.example":
            monkeypatch.setattr(httpcore2, "default_ssl_context", lambda **_: place.trusting)
        http = Http(resolver=resolver)
        assert await code_of(http, "POST", f"https://{host}/token") == "provider_unreachable"
        await http.aclose()
        assert (place.names, place.requests) == ([host], [])


@pytest.mark.parametrize("fault", [OSError("no such name"), UnicodeError("label too long")])
async def test_a_name_without_addresses_is_out_of_reach(fault: Exception) -> None:
    """However the resolver says it."""

    async def raising(_: str, __: int) -> Sequence[str]:
        raise fault

    async def silent(_: str, __: int) -> Sequence[str]:
        return []

    for resolver in (raising, silent):
        http = Http(resolver=resolver)
        assert await code_of(http, "POST", "https://as.example/") == "provider_unreachable"
        await http.aclose()


@pytest.mark.attack("B16")
async def test_proxies_of_the_environment_are_not_used(
    stranger: Stranger, http: Http, watched: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would resolve names for themselves."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, watched.origin)
        monkeypatch.setenv(name.lower(), watched.origin)
    assert (await http.get(f"{stranger.origin}/honest")).status == 200
    assert calls(watched) == 0


@pytest.mark.attack("B14")
async def test_what_was_never_sent_is_not_lost(watched: Listener) -> None:
    """Neither a silent resolver nor a handshake that hangs leaves a POST in doubt."""

    async def silent(_: str, __: int) -> Sequence[str]:
        await anyio.sleep_forever()
        raise AssertionError

    http = Http(limits=Limits(deadline=0.1), resolver=silent)
    assert await code_of(http, "POST", "https://as.example/token") == "provider_timeout"
    await http.aclose()
    url = f"127.0.0.1:{watched.port}/token"
    assert await impatient("POST", f"https://{url}", deadline=0.1) == "provider_timeout"
    assert await impatient("POST", f"http://{url}", deadline=0.1) == "reply_lost"


@pytest.mark.attack("B14")
async def test_nobody_there_is_not_lost(http: Http) -> None:
    """The connection was refused before anything went out."""
    listener = Listener.open()
    listener.socket.close()
    assert await code_of(http, "POST", f"{listener.origin}/token") == "provider_unreachable"


@pytest.mark.attack("B15")
@pytest.mark.parametrize(
    "said",
    [b"", b"\r\n\r\n", b"220 mail.example ESMTP\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000, b"\x16\x03\x01"],
)
async def test_what_is_not_http_is_no_reply(http: Http, said: bytes) -> None:
    """A mail server, endless headers, or nothing at all."""

    async def talk(stream: anyio.abc.ByteStream) -> None:
        async with stream:
            await stream.receive()
            await stream.send(said or b"")

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", family=socket.AF_INET)
    port = listener.extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, talk)
        assert await code_of(http, "POST", f"http://127.0.0.1:{port}/") == "reply_lost"
        assert await code_of(http, "GET", f"http://127.0.0.1:{port}/") == "provider_unreachable"
        tasks.cancel_scope.cancel()
