"""The browser's one door to the network. Names under `localhost` are 127.0.0.1, as in Chromium."""

from __future__ import annotations

import ssl

import httpx2

from elicitor.errors import ProviderUnreachable
from elicitor.testing.browser.address import Address

__all__ = ["Wire"]

_USER_AGENT = "Mozilla/5.0 (scripted) elicitor-testing"
_SECONDS = {"connect": 5.0, "read": 30.0, "write": 5.0, "pool": 5.0}


class Wire:
    """Sends single requests: no cookies, no redirects, no proxies of its own.

    Args:
        tls: for https on this machine, a context that trusts the test's certificate. Without one nothing is
            trusted, and no time goes into reading the machine's certificates.
    """

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._transport = httpx2.AsyncHTTPTransport(
            verify=tls or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), trust_env=False
        )

    async def send(self, method: str, address: Address, headers: httpx2.Headers, body: bytes) -> httpx2.Response:
        """Make one request and read the whole answer.

        Raises:
            ProviderUnreachable: `page_unreachable`.
        """
        host = "127.0.0.1" if address.host.endswith("localhost") else address.host
        request = httpx2.Request(
            method,
            f"{address.scheme}://{host}:{address.port}{address.target}",
            headers={"Host": address.authority, "User-Agent": _USER_AGENT, **headers},
            content=body or None,
            extensions={"timeout": _SECONDS, "sni_hostname": address.host},
        )
        try:
            response = await self._transport.handle_async_request(request)
            await response.aread()
            await response.aclose()
        except httpx2.TransportError as error:
            raise ProviderUnreachable(
                "page_unreachable", f"Nothing answered at {address.origin}.", origin=address.origin
            ) from error
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        await self._transport.aclose()
