"""Referer and Origin, by the page's referrer policy.

W3C Referrer Policy section 8.3; Fetch, "append a request `Origin` header".

The trap this file exists for: a page with `no-referrer` sends `Origin: null` with its own forms.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Literal

from elicitor.testing.browser.address import Address

__all__ = ["DEFAULT_POLICY", "origin_header", "policy_of", "referer_header"]

DEFAULT_POLICY = "strict-origin-when-cross-origin"
_Extent = Literal["nothing", "origin", "all"]

_REFERER: dict[str, tuple[_Extent, _Extent, _Extent]] = {
    # policy: what is sent to the same origin, to another one, and to one that is less secure
    "no-referrer": ("nothing", "nothing", "nothing"),
    "no-referrer-when-downgrade": ("all", "all", "nothing"),
    "origin": ("origin", "origin", "origin"),
    "origin-when-cross-origin": ("all", "origin", "origin"),
    "same-origin": ("all", "nothing", "nothing"),
    "strict-origin": ("origin", "origin", "nothing"),
    "strict-origin-when-cross-origin": ("all", "origin", "nothing"),
    "unsafe-url": ("all", "all", "all"),
}
_NULL_ON_DOWNGRADE = frozenset({"no-referrer-when-downgrade", "strict-origin", DEFAULT_POLICY})
_LONGEST = 4096


def policy_of(header: str | None, otherwise: str = DEFAULT_POLICY) -> str:
    """The policy a header names: the last token that is known."""
    known = [token.strip().lower() for token in (header or "").split(",")]
    return next((token for token in reversed(known) if token in _REFERER), otherwise)


def referer_header(policy: str, page: Address, target: Address) -> str | None:
    """The value of Referer, or None for no header."""
    to_same, to_other, to_less_secure = _REFERER[policy]
    extent = to_same if page.origin == target.origin else to_other
    if page.is_trustworthy and not target.is_trustworthy:
        extent = to_less_secure
    if extent == "nothing":
        return None
    full = page.without_fragment
    return full if extent == "all" and len(full) <= _LONGEST else f"{page.origin}/"


def origin_header(policy: str, page: Address, chain: Sequence[Address]) -> str:
    """The value of Origin for a form post: the page's origin, or `null`."""
    target = chain[-1]
    if policy == "no-referrer" or _tainted(chain):
        return "null"
    if policy == "same-origin" and page.origin != target.origin:
        return "null"
    if policy in _NULL_ON_DOWNGRADE and page.scheme == "https" and target.scheme != "https":
        return "null"
    return page.origin


def _tainted(chain: Sequence[Address]) -> bool:
    """Whether a redirect changed the origin. Chromium hides the page then; Fetch would only do so later."""
    return any(here.origin != there.origin for here, there in itertools.pairwise(chain))
