"""Hosts that are numbers, and hosts that are here."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

__all__ = ["is_local", "is_loopback", "number_of"]

_LOCAL_ENDINGS = (".local", ".internal", ".intranet", ".lan", ".home", ".corp", ".home.arpa", ".localdomain")


def number_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address of a host that is one, as a parsed link writes it; else None."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether a host is this very computer."""
    number = number_of(host)
    if number is not None:
        return _inner(number).is_loopback
    name = host.rstrip(".")
    return name == "localhost" or name.endswith(".localhost")


def is_local(host: str) -> bool:
    """Whether a host is on this computer or in a private network, as far as its name or number says."""
    number = number_of(host)
    if number is not None:
        return not _inner(number).is_global
    name = host.rstrip(".")
    return is_loopback(host) or name.endswith(_LOCAL_ENDINGS) or "." not in name


def _inner(number: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(number, IPv4Address):
        return number
    return number.ipv4_mapped or number.sixtofour or number
