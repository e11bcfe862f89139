"""The account that a tool gets: a client for the third party's API that carries the token by itself.

The token goes to the origins that the connection names and nowhere else; a redirect to another origin loses it. A
token at its end is refreshed before it is used, one that is refused with 401 is refreshed once and the request is
sent again. The token itself is there for who needs it, as a `Secret`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Mapping
from typing import Any, NoReturn

import anyio.from_thread
import httpx2

from elicitor.errors import Misuse
from elicitor.secret import Secret
from elicitor.server.api_transport import ApiTransport
from elicitor.server.freshness import fresh_grant, renew_grant
from elicitor.server.house import House
from elicitor.vault.records import Grant

__all__ = ["Account"]

_UNAUTHORIZED = 401


class Account:
    """One person's account at a third party, for the time of one call.

    Do not keep it after the call: its clients are closed then.
    """

    def __init__(self, house: House, grant: Grant, transport: ApiTransport) -> None:
        self._house = house
        self._grant = grant
        self._transport = transport
        self._http: httpx2.AsyncClient | None = None
        self._http_sync: httpx2.Client | None = None

    @property
    def connection(self) -> str:
        """The name of the connection."""
        return self._grant.connection

    @property
    def name(self) -> str:
        """What the third party calls the account, to be shown to its owner."""
        return self._grant.account_name

    @property
    def id(self) -> str:
        """The third party's own id for the account."""
        return self._grant.account_id

    @property
    def scopes(self) -> frozenset[str]:
        """What was really granted."""
        return self._grant.scopes

    @property
    def extra(self) -> Mapping[str, str]:
        """Facts the third party returned beside the tokens."""
        return self._grant.credential.extra

    @property
    def http(self) -> httpx2.AsyncClient:
        """An HTTP client that puts the token in and keeps it fresh. Redirects are not followed.

        Its requests raise `Misuse` (`origin_not_allowed`) for an address outside the connection's `api_origins`,
        and `ReconnectNeeded` when the third party has ended the access; let that one pass, and the person is asked
        to connect again.
        """
        if self._http is None:
            self._http = httpx2.AsyncClient(
                transport=self._transport.borrow_async(), auth=_TokenAuth(self), trust_env=False
            )
        return self._http

    @property
    def http_sync(self) -> httpx2.Client:
        """The same for functions that are not async."""
        if self._http_sync is None:
            self._http_sync = httpx2.Client(
                transport=self._transport.borrow_sync(), auth=_TokenAuth(self), trust_env=False
            )
        return self._http_sync

    async def access_token(self) -> Secret:
        """The access token, fresh, for libraries that take a token.

        Raises:
            ReconnectNeeded: the access has ended; let it pass.
            ProviderUnreachable: it had to be refreshed and the provider cannot be reached.
        """
        self._grant = await fresh_grant(self._house, self._grant)
        return self._grant.credential.access_token

    async def aclose(self) -> None:
        """Close the clients. `attach` calls it when the call ends."""
        if self._http is not None:
            await self._http.aclose()
        if self._http_sync is not None:
            self._http_sync.close()

    def __repr__(self) -> str:
        return f"Account({self.connection!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> NoReturn:
        """Refuse to become an ordinary argument that a client could fill in."""
        raise Misuse(
            "account_unmarked",
            'A parameter of type Account must be marked: Annotated[Account, Connect("name")], on a server that '
            "elicitor.attach(mcp) was called for.",
        )

    async def _token_after_refusal(self) -> Secret | None:
        """A new token after the API refused the old one, or None where there is nothing to refresh with."""
        if self._grant.credential.refresh_token is None:
            await self._house.vault.grants.mark(self._grant.id, self._grant.version, "needs_reconnect", "api_refused")
            return None
        self._grant = await renew_grant(self._house, self._grant)
        return self._grant.credential.access_token

    def _check_origin(self, url: httpx2.URL) -> None:
        allowed = self._house.provider(self.connection).api_origins
        port = "" if url.port is None else f":{url.port}"
        host = f"[{url.host}]" if ":" in url.host else url.host
        if f"{url.scheme}://{host}{port}" in allowed:
            return
        raise Misuse(
            "origin_not_allowed",
            f"The account {self.connection!r} is for {', '.join(allowed) or 'no address'}; add the origin to the "
            "connection's api_origins if its token may be sent elsewhere.",
        )


class _TokenAuth(httpx2.Auth):
    """Puts the token in, and once a new one when the API says 401."""

    requires_request_body = True

    def __init__(self, account: Account) -> None:
        self._account = account

    async def async_auth_flow(self, request: httpx2.Request) -> AsyncGenerator[httpx2.Request, httpx2.Response]:
        self._account._check_origin(request.url)  # noqa: SLF001
        response = yield _with_token(request, await self._account.access_token())
        if response.status_code != _UNAUTHORIZED:
            return
        token = await self._account._token_after_refusal()  # noqa: SLF001
        if token is not None:
            yield _with_token(request, token)

    def sync_auth_flow(self, request: httpx2.Request) -> Generator[httpx2.Request, httpx2.Response, None]:
        self._account._check_origin(request.url)  # noqa: SLF001
        response = yield _with_token(request, anyio.from_thread.run(self._account.access_token))
        if response.status_code != _UNAUTHORIZED:
            return
        token = anyio.from_thread.run(self._account._token_after_refusal)  # noqa: SLF001
        if token is not None:
            yield _with_token(request, token)


def _with_token(request: httpx2.Request, token: Secret) -> httpx2.Request:
    request.headers["Authorization"] = f"Bearer {token.reveal()}"
    return request
