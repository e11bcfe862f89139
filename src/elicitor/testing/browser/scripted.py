"""`ScriptedBrowser`: a person at a browser, as a program, without a browser engine.

It sends what Chromium sends where servers make decisions by it (cookies, Sec-Fetch-*, Origin, Referer) and
refuses what Chromium refuses (`form-action`, other schemes). It runs no scripts, loads no images, styles or
frames, and follows neither `Refresh` nor anything that leaves this machine.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Self

from elicitor.testing.browser.address import parse_address
from elicitor.testing.browser.cookie_jar import CookieJar
from elicitor.testing.browser.navigation import Trip, travel
from elicitor.testing.browser.page import URLENCODED, Page, encode_form
from elicitor.testing.browser.referrer import DEFAULT_POLICY, policy_of
from elicitor.testing.browser.wire import Wire

__all__ = ["ScriptedBrowser"]


class ScriptedBrowser:
    """One browser profile: a cookie jar and what a person does with it.

    Use it as `async with ScriptedBrowser() as browser`, or call `aclose()`.

    Args:
        cookies: begin with these cookies.
        fetch_metadata: False plays a browser so old that it sends no Sec-Fetch-* headers.
        tls: for https on this machine.
    """

    def __init__(
        self,
        cookies: CookieJar | None = None,
        *,
        fetch_metadata: bool = True,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.cookies = CookieJar() if cookies is None else cookies
        self._fetch_metadata = fetch_metadata
        self._wire = Wire(tls)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the browser's connections."""
        await self._wire.aclose()

    async def open(self, url: str, *, opened_from: str = "", stop_at: str = "") -> Page:
        """Open an address and follow its redirects.

        Args:
            url: absolute, on this machine.
            opened_from: the address of a page, anywhere, that has a link to it which the person clicks; that
                page is not visited. Left out: the person typed the address, or another program opened it.
            stop_at: redirects to addresses that begin with this text are not followed; `Page.stopped_before`
                then holds the address.

        Raises:
            Blocked: the browser refuses.
            ProviderUnreachable: `page_unreachable`.
        """
        initiator = parse_address(opened_from) if opened_from else None
        return await self.go(Trip(target=parse_address(url), initiator=initiator, stop_at=stop_at))

    async def submit_from(
        self,
        page_url: str,
        url: str,
        fields: Mapping[str, str] | Iterable[tuple[str, str]],
        *,
        enctype: str = URLENCODED,
        referrer_policy: str = DEFAULT_POLICY,
        stop_at: str = "",
    ) -> Page:
        """Play a page, anywhere, that makes the browser post a form: what a forger's page would do.

        Args:
            page_url: the address of that page; it is not visited.
            url: where the form goes.
            fields: what it holds.
            enctype: how it is written.
            referrer_policy: of that page.
            stop_at: as in `open`.

        Raises:
            Blocked: the browser refuses.
            ProviderUnreachable: `page_unreachable`.
        """
        pairs = list(fields.items() if isinstance(fields, Mapping) else fields)
        trip = Trip(
            target=parse_address(url),
            initiator=parse_address(page_url),
            policy=policy_of(referrer_policy),
            stop_at=stop_at,
        )
        encode_form(trip, enctype, pairs)
        return await self.go(trip)

    async def go(self, trip: Trip) -> Page:
        """Make a navigation; the others are ways to describe one."""
        trip.fetch_metadata = self._fetch_metadata
        return Page(self, await travel(self._wire, self.cookies, trip))
