"""Sec-Fetch-*: how a browser tells a server where a request comes from (W3C Fetch Metadata, section 2).

Sec-Fetch-Site looks at the whole chain of redirects: one foreign hop makes the rest cross-site, also when it
comes back home. What a person typed, or another program opened, is `none` all along the chain.
"""

from __future__ import annotations

from collections.abc import Sequence

from elicitor.testing.browser.address import Address

__all__ = ["fetch_headers", "fetch_site"]


def fetch_site(initiator: Address | None, chain: Sequence[Address]) -> str:
    """The value of Sec-Fetch-Site.

    Args:
        initiator: the page that the navigation started from; None for the address bar.
        chain: every address so far, the one that is asked now last.
    """
    if initiator is None:
        return "none"
    value = "same-origin"
    for address in chain:
        if address.origin == initiator.origin:
            continue
        if address.site != initiator.site:
            return "cross-site"
        value = "same-site"
    return value


def fetch_headers(initiator: Address | None, chain: Sequence[Address]) -> dict[str, str]:
    """All four headers for a navigation that a person started. Sent to trustworthy addresses only."""
    if not chain[-1].is_trustworthy:
        return {}
    return {
        "Sec-Fetch-Site": fetch_site(initiator, chain),
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-User": "?1",
        "Sec-Fetch-Dest": "document",
    }
