"""Which IP addresses may be talked to on a stranger's word: public ones only.

An address that carries an IPv4 address inside (6to4, Teredo, NAT64, IPv4-mapped) is judged by that one as well.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

__all__ = ["is_public"]

_NAT64 = IPv6Network("64:ff9b::/96")
_INSIDE = (
    IPv4Network("192.0.0.0/24"),  # RFC 6890; older Pythons count a part of it only. A cloud has its metadata here.
    IPv4Network("168.63.129.16/32"),  # a cloud's platform service, there for its own machines only
    IPv6Network("64:ff9b:1::/48"),  # RFC 8215: a network's own NAT64
    IPv6Network("fec0::/10"),  # RFC 3879: the site-local addresses of old
)


def is_public(text: str) -> bool:
    """Whether an address, as a resolver returned it, is on the public internet."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return False
    if address not in _NAT64 and not _is_outside(address):
        return False
    return all(_is_outside(inner) for inner in _embedded(address))


def _is_outside(address: IPv4Address | IPv6Address) -> bool:
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return not any(address in network for network in _INSIDE)


def _embedded(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    if isinstance(address, IPv4Address):
        return []
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in _NAT64:
        found.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [inner for inner in found if inner is not None]
