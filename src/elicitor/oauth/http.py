"""The one door to the network for talking to authorization servers.

Every request goes over https, to an address that was checked: a name is resolved once, all its addresses must be
public, and the connection is made to the one that was checked, under the name (against DNS rebinding). Redirects are
never followed, proxies of the environment never used, the decoded body is capped, and one deadline covers the whole
exchange. On loopback, `development_http()` allows http.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import anyio
import httpcore2
import httpx2
from httpcore2 import SOCKET_OPTION, AsyncNetworkBackend, AsyncNetworkStream

from elicitor.development import DevelopmentHttp, is_loopback_host
from elicitor.errors import ElicitorError, Misuse, ProviderBroke, ProviderUnreachable, Refused
from elicitor.oauth.public_addresses import is_public

__all__ = ["Http", "Limits", "Reply"]

_REDIRECT, _CLIENT_ERROR = 300, 400


@dataclass(frozen=True, slots=True)
class Limits:
    """What one exchange may take.

    Attributes:
        deadline: seconds for everything, from the name to the last byte.
        body: bytes of the decoded body.
    """

    deadline: float = 10.0
    body: int = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        status: the HTTP status.
        headers: with names in lower case.
        body: decoded.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class Http:
    """A client for strangers' servers.

    Args:
        development: allows http on loopback.
        limits: see `Limits`.
    """

    def __init__(self, *, development: DevelopmentHttp | None = None, limits: Limits | None = None) -> None:
        self._development = development
        self._limits = limits or Limits()
        self._client: httpx2.AsyncClient | None = None

    async def get(self, url: str, headers: Mapping[str, str] | None = None) -> Reply:
        """GET.

        Raises:
            Misuse: `url_not_https`, `address_not_public`.
            ProviderUnreachable: `provider_unreachable`, `provider_timeout`.
            ProviderBroke: `redirect_refused`, `reply_too_large`.
        """
        return await self._send("GET", url, None, headers, lost="provider_unreachable")

    async def post_form(self, url: str, fields: Mapping[str, str], headers: Mapping[str, str] | None = None) -> Reply:
        """POST a form.

        Raises:
            ProviderUnreachable: as `get`, and `reply_lost`: the request may have arrived, but no reply came back.
            Misuse, ProviderBroke: as `get`.
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
        request = self._open().build_request(
            method, url, data=dict(fields) if fields is not None else None, headers=dict(headers or {})
        )
        try:
            with anyio.fail_after(self._limits.deadline):
                return await self._exchange(request)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout) as error:
            _raise_own(error)
            raise _unreachable("provider_unreachable") from error
        except TimeoutError as error:
            raise _unreachable("reply_lost" if lost == "reply_lost" else "provider_timeout") from error
        except httpx2.HTTPError as error:
            raise _unreachable(lost) from error

    async def _exchange(self, request: httpx2.Request) -> Reply:
        response = await self._open().send(request, stream=True)
        try:
            if _REDIRECT <= response.status_code < _CLIENT_ERROR:
                raise ProviderBroke("redirect_refused", "The other side sent us elsewhere, which is not followed.")
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > self._limits.body:
                    raise ProviderBroke("reply_too_large", "The other side sent more than is read.")
        finally:
            await response.aclose()
        return Reply(response.status_code, dict(response.headers.items()), bytes(body))

    def _check(self, url: str) -> None:
        try:
            parsed = httpx2.URL(url)
        except httpx2.InvalidURL as error:
            raise _not_https() from error
        if parsed.userinfo or not parsed.host:
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
            transport._pool._network_backend = _CheckedBackend(self._development)  # noqa: SLF001
            self._client = httpx2.AsyncClient(
                transport=transport, trust_env=False, follow_redirects=False, timeout=self._limits.deadline
            )
        return self._client


class _CheckedBackend(AsyncNetworkBackend):
    """Resolves a name, checks every address, and connects to one that was checked."""

    def __init__(self, development: DevelopmentHttp | None) -> None:
        self._development = development
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
        return await self._inner.connect_tcp(
            address, port, timeout=timeout, local_address=local_address, socket_options=socket_options
        )

    async def connect_unix_socket(self, *_: Any, **__: Any) -> AsyncNetworkStream:
        raise httpcore2.ConnectError("no sockets of this machine")

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def _checked(self, host: str, port: int) -> str:
        if self._development is not None and _is_local(host):
            return "::1" if ":" in host else "127.0.0.1"
        try:
            found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore2.ConnectError("the name does not resolve") from error
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or not all(is_public(address) for address in addresses):
            raise httpcore2.ConnectError("address_not_public") from Refused(
                "address_not_public", "That server has an address inside a private network, which is not called."
            )
        return addresses[0]


def _is_local(host: str) -> bool:
    return is_loopback_host(host) or host.endswith(".localhost")


def _raise_own(error: BaseException) -> None:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ElicitorError):
            raise cause
        cause = cause.__cause__


def _unreachable(code: str) -> ProviderUnreachable:
    return ProviderUnreachable(code, "The other side cannot be reached now. Try again in a moment.")


def _not_https() -> Misuse:
    return Misuse("url_not_https", "Authorization servers are called over https only, at an ordinary address.")
