"""The one door to the network for talking to authorization servers.

Every request goes over https, to an address that was checked: a name is resolved once, all its addresses must be
public, and the connection is made to the one that was checked, under the name (against DNS rebinding). Redirects are
never followed, proxies of the environment never used, cookies neither kept nor sent, the body is capped, and one
deadline covers the whole exchange. On loopback, `development_http()` allows http.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import anyio
import httpcore2
import httpx2
from httpcore2 import SOCKET_OPTION, AsyncNetworkBackend, AsyncNetworkStream

from elicitor.development import DevelopmentHttp, is_loopback_host
from elicitor.errors import Misuse, ProviderBroke, ProviderUnreachable, Refused
from elicitor.oauth.body import read_body
from elicitor.oauth.public_addresses import is_public

__all__ = ["Http", "Limits", "Reply", "Resolver"]

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Gives the addresses of a host and port; raises OSError where there are none."""

_REDIRECT, _CLIENT_ERROR = 300, 400
_LAST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Limits:
    """What one exchange may take.

    Attributes:
        deadline: seconds for everything, from the name to the last byte.
        body: bytes of the body, both as it arrives and unpacked.
    """

    deadline: float = 10.0
    body: int = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        status: the HTTP status.
        headers: with names in lower case.
        body: unpacked.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class Http:
    """A client for strangers' servers.

    Args:
        development: allows http on loopback.
        limits: see `Limits`.
        resolver: finds addresses; the system's own where it is left out. What it says is checked all the same.
    """

    def __init__(
        self,
        *,
        development: DevelopmentHttp | None = None,
        limits: Limits | None = None,
        resolver: Resolver | None = None,
    ) -> None:
        self._development = development
        self._limits = limits or Limits()
        self._resolver = resolver or _ask_system
        self._client: httpx2.AsyncClient | None = None

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> Reply:
        """GET.

        Raises:
            Misuse: `url_not_https`.
            Refused: `address_not_public`.
            ProviderUnreachable: `provider_unreachable`, `provider_timeout`.
            ProviderBroke: `redirect_refused`, `reply_too_large`, `reply_malformed`.
        """
        return await self._send("GET", url, None, headers, lost="provider_unreachable")

    async def post_form(self, url: str, fields: Mapping[str, str], headers: Mapping[str, str] | None = None) -> Reply:
        """POST a form.

        Raises:
            ProviderUnreachable: as `get`, and `reply_lost`: the request may have arrived, but no reply came back.
            Misuse, Refused, ProviderBroke: as `get`.
        """
        return await self._send("POST", url, fields, headers, lost="reply_lost")

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _send(
        self,
        method: str,
        url: str,
        fields: Mapping[str, str] | None,
        headers: Mapping[str, str] | None,
        *,
        lost: str,
    ) -> Reply:
        self._check(url)
        progress = _Progress()
        request = self._open().build_request(
            method,
            url,
            data=dict(fields) if fields is not None else None,
            headers=dict(headers or {}),
            extensions={"trace": progress.note},
        )
        try:
            with anyio.fail_after(self._limits.deadline):
                return await self._exchange(request)
        except TimeoutError as error:
            unanswered = progress.sent and lost == "reply_lost"
            raise _unreachable("reply_lost" if unanswered else "provider_timeout") from error
        except httpx2.HTTPError as error:
            raise _unreachable(lost if progress.sent else "provider_unreachable") from error

    async def _exchange(self, request: httpx2.Request) -> Reply:
        response = await self._open().send(request, stream=True)
        try:
            if _REDIRECT <= response.status_code < _CLIENT_ERROR:
                raise ProviderBroke("redirect_refused", "The other side sent us elsewhere, which is not followed.")
            coding = response.headers.get("content-encoding", "")
            body = await read_body(response.aiter_raw(), coding, self._limits.body)
        finally:
            await response.aclose()
        return Reply(response.status_code, dict(response.headers.items()), body)

    def _check(self, url: str) -> None:
        try:
            parsed = httpx2.URL(url)
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise _not_https() from error
        # A percent sign in a host is a scope id, which names a network card of ours, or a letter in disguise.
        if parsed.userinfo or not parsed.host or "%" in parsed.host:
            raise _not_https()
        if parsed.port is not None and not 0 < parsed.port <= _LAST_PORT:
            raise _not_https()
        if parsed.scheme == "https":
            return
        if parsed.scheme == "http" and self._development is not None and _is_local(parsed.host):
            return
        raise _not_https()

    def _open(self) -> httpx2.AsyncClient:
        if self._client is None:
            transport = httpx2.AsyncHTTPTransport(trust_env=False)
            # The public constructor of the transport takes no backend; the pool below it does.
            transport._pool._network_backend = _CheckedBackend(self._development, self._resolver)  # noqa: SLF001
            self._client = httpx2.AsyncClient(
                transport=transport,
                trust_env=False,
                follow_redirects=False,
                timeout=None,  # the deadline in `_send` covers all of it, and says the same thing every time
                headers={"Accept-Encoding": "gzip"},
                # One person's cookies must not go along with another person's request.
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            )
        return self._client


class _Progress:
    """Whether a request may have left. Before, nothing can have happened at the other side; after, nobody knows."""

    def __init__(self) -> None:
        self.sent = False

    async def note(self, event: str, _: object) -> None:
        """The library calls it at each step of an exchange."""
        self.sent = self.sent or ".send_request_" in event


class _CheckedBackend(AsyncNetworkBackend):
    """Resolves a name, checks every address, and connects to one that was checked."""

    def __init__(self, development: DevelopmentHttp | None, resolver: Resolver) -> None:
        self._development = development
        self._resolver = resolver
        self._inner = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  the interface of the library
        local_address: str | None = None,
        socket_options: Iterable[SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        address = await self._checked(host, port)
        return _Stream(
            await self._inner.connect_tcp(
                address, port, timeout=timeout, local_address=local_address, socket_options=socket_options
            )
        )

    async def connect_unix_socket(self, *_: Any, **__: Any) -> AsyncNetworkStream:
        raise httpcore2.ConnectError("no sockets of this machine")

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def _checked(self, host: str, port: int) -> str:
        if self._development is not None and _is_local(host):
            return "::1" if ":" in host else "127.0.0.1"
        try:
            addresses = await self._resolver(host, port)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError("the name does not resolve") from error
        if not addresses:
            raise httpcore2.ConnectError("the name has no address")
        if not all(is_public(address) for address in addresses):
            raise Refused(
                "address_not_public", "That server has an address inside a private network, which is not called."
            )
        return addresses[0]


class _Stream(AsyncNetworkStream):
    """A connection that is closed when the deadline comes amid the handshake; the library would leave it open."""

    def __init__(self, inner: AsyncNetworkStream) -> None:
        self._inner = inner

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  the interface of the library
    ) -> AsyncNetworkStream:
        try:
            return await self._inner.start_tls(ssl_context, server_hostname, timeout)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await self._inner.aclose()
            raise

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        return await self._inner.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


async def _ask_system(host: str, port: int) -> Sequence[str]:
    found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


def _is_local(host: str) -> bool:
    return is_loopback_host(host) or host.endswith(".localhost")


def _unreachable(code: str) -> ProviderUnreachable:
    return ProviderUnreachable(code, "The other side cannot be reached now. Try again in a moment.")


def _not_https() -> Misuse:
    return Misuse("url_not_https", "Authorization servers are called over https only, at an ordinary address.")
