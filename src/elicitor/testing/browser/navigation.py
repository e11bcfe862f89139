"""One navigation: a request, its redirects, and the page at the end.

Each hop asks again what goes with it: Sec-Fetch-*, Origin, Referer, cookies, and whether the page's policy
lets its form lead there. 303 always, and 301 and 302 after a POST, go on with GET; 307 and 308 repeat the
body (Fetch, "HTTP-redirect fetch"). Chromium asks of a redirected request only whether its *target* is
same-site with the page it began at, not what lay between; so does this.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import httpx2

from elicitor.testing.browser.address import Address, parse_address
from elicitor.testing.browser.cookie_jar import CookieJar
from elicitor.testing.browser.errors import Blocked
from elicitor.testing.browser.fetch_metadata import fetch_headers
from elicitor.testing.browser.form_action import check_form_action
from elicitor.testing.browser.referrer import DEFAULT_POLICY, origin_header, policy_of, referer_header
from elicitor.testing.browser.wire import Wire

__all__ = ["Arrival", "Hop", "Trip", "travel"]

_MOST_HOPS = 20
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KEEPS_METHOD = frozenset({307, 308})
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@dataclass(slots=True)
class Trip:
    """What a navigation begins with.

    Attributes:
        target: where it goes first.
        initiator: the page it starts from; None for the address bar or another program.
        policy: the referrer policy of that page or link.
        form_action: the source lists that limit it, where it submits a form.
        stop_at: an address beginning with this text is not followed; empty to follow all.
        fetch_metadata: False for a browser too old to send Sec-Fetch-*.
    """

    target: Address
    initiator: Address | None = None
    method: str = "GET"
    body: bytes = b""
    content_type: str = ""
    policy: str = DEFAULT_POLICY
    form_action: tuple[tuple[str, ...], ...] = ()
    stop_at: str = ""
    fetch_metadata: bool = True


@dataclass(frozen=True, slots=True)
class Hop:
    """One request of a navigation, with the headers that were sent and the status that came back."""

    method: str
    url: str
    sent: httpx2.Headers
    status: int
    headers: httpx2.Headers


@dataclass(slots=True)
class Arrival:
    """Where a navigation ended.

    Attributes:
        stopped_before: the address that was not followed because of `stop_at`; empty where the trip ended by
            itself.
    """

    address: Address
    status: int
    headers: httpx2.Headers
    html: str
    hops: list[Hop] = field(default_factory=list)
    stopped_before: str = ""


async def travel(wire: Wire, jar: CookieJar, trip: Trip) -> Arrival:
    """Make a navigation.

    Raises:
        Blocked: see its codes.
        ProviderUnreachable: `page_unreachable`, nothing answers there.
    """
    chain = [trip.target]
    hops: list[Hop] = []
    source = trip.initiator
    while len(chain) <= _MOST_HOPS:
        here = chain[-1]
        _check_way(trip, chain)
        referer = None if source is None else referer_header(trip.policy, source, here)
        # What one hop was not told, the next one is not told either: the referrer only ever gets shorter.
        source = None if referer is None else parse_address(referer)
        sent = _headers(jar, trip, chain, referer)
        response = await wire.send(trip.method, here, sent, trip.body)
        for text in response.headers.get_list("set-cookie"):
            jar.receive(text, here)
        hops.append(Hop(trip.method, str(here), sent, response.status_code, response.headers))
        onward = _onward(response, here)
        if onward is None or _stops(trip, onward):
            stopped = "" if onward is None else str(onward)
            return Arrival(here, response.status_code, response.headers, response.text, hops, stopped)
        _turn(trip, response)
        chain.append(onward)
    raise Blocked("too_many_redirects", f"{chain[0].origin} redirected more than {_MOST_HOPS} times.")


def _check_way(trip: Trip, chain: list[Address]) -> None:
    if trip.initiator is not None:
        check_form_action(trip.form_action, trip.initiator, chain)
    if not chain[-1].is_loopback:
        raise Blocked(
            "left_loopback",
            f"The scripted browser visits this machine only, not {chain[-1].origin}.",
            origin=chain[-1].origin,
        )


def _headers(jar: CookieJar, trip: Trip, chain: list[Address], referer: str | None) -> httpx2.Headers:
    here, page = chain[-1], trip.initiator
    headers = {"Accept": _ACCEPT, "Accept-Language": "en", "Upgrade-Insecure-Requests": "1"}
    if trip.fetch_metadata:
        headers |= fetch_headers(page, chain)
    if trip.method == "POST":
        headers["Content-Type"] = trip.content_type
        headers["Origin"] = "null" if page is None else origin_header(trip.policy, page, chain)
    if referer is not None:
        headers["Referer"] = referer
    same_site = page is None or page.site == here.site
    cookies = jar.header_for(here, same_site=same_site, safe_method=trip.method == "GET")
    if cookies:
        headers["Cookie"] = cookies
    return httpx2.Headers(headers)


def _onward(response: httpx2.Response, here: Address) -> Address | None:
    location = response.headers.get("location")
    if response.status_code not in _REDIRECTS or location is None:
        return None
    return here.join(location)


def _stops(trip: Trip, onward: Address) -> bool:
    return bool(trip.stop_at) and str(onward).startswith(trip.stop_at)


def _turn(trip: Trip, response: httpx2.Response) -> None:
    trip.policy = policy_of(response.headers.get("referrer-policy"), trip.policy)
    if response.status_code in _KEEPS_METHOD or trip.method == "GET":
        return
    trip.method, trip.body, trip.content_type = "GET", b"", ""
