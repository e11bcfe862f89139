"""Which part of a host somebody registered (public suffix list, private suffixes included)."""

from __future__ import annotations

from functools import lru_cache

from publicsuffixlist import PublicSuffixList

__all__ = ["registrable_domain"]


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=True)


def registrable_domain(host: str) -> str:
    """The registrable domain of a host in ASCII, or the empty text where there is none."""
    return _suffixes().privatesuffix(host.rstrip(".")) or ""
