"""The connections to third parties' APIs, shared by all accounts of a house.

Making a client for each call is cheap, setting up TLS for each is not: the clients borrow these transports and
closing a client leaves them open.
"""

from __future__ import annotations

import httpx2

__all__ = ["ApiTransport"]


class ApiTransport:
    """Transports that live as long as the house; made on first use."""

    def __init__(self) -> None:
        self._async: httpx2.AsyncHTTPTransport | None = None
        self._sync: httpx2.HTTPTransport | None = None

    def borrow_async(self) -> httpx2.AsyncBaseTransport:
        """For an `AsyncClient`."""
        if self._async is None:
            self._async = httpx2.AsyncHTTPTransport(trust_env=False)
        return _BorrowedAsync(self._async)

    def borrow_sync(self) -> httpx2.BaseTransport:
        """For a `Client`."""
        if self._sync is None:
            self._sync = httpx2.HTTPTransport(trust_env=False)
        return _BorrowedSync(self._sync)

    async def aclose(self) -> None:
        """Close the connections."""
        if self._async is not None:
            await self._async.aclose()
        if self._sync is not None:
            self._sync.close()


class _BorrowedAsync(httpx2.AsyncBaseTransport):
    def __init__(self, lent: httpx2.AsyncHTTPTransport) -> None:
        self._lent = lent

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return await self._lent.handle_async_request(request)

    async def aclose(self) -> None:
        """The transport is only borrowed."""


class _BorrowedSync(httpx2.BaseTransport):
    def __init__(self, lent: httpx2.HTTPTransport) -> None:
        self._lent = lent

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._lent.handle_request(request)

    def close(self) -> None:
        """The transport is only borrowed."""
