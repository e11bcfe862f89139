"""Which IP addresses may be talked to on a stranger's word: public ones only.

An address that carries an IPv4 address inside (6to4, Teredo, NAT64, IPv4-mapped) is judged by that one as well.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

__all__ = ["is_public"]

_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(text: str) -> bool:
    """Whether an address, as a resolver returned it, is on the public internet."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return all(inner.is_global for inner in _embedded(address))


def _embedded(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    if isinstance(address, IPv4Address):
        return []
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _NAT64:
        found.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [inner for inner in found if inner is not None]
