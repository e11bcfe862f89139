"""The four formats of the dialect, checked as their RFCs write them and without a look at the network.

`email` is a mailbox of RFC 5321 section 4.1.2, `uri` is RFC 3986, `date` and `date-time` are RFC 3339 section 5.6.
The expressions are our own and run in linear time: no two neighbouring parts can match the same character.
"""

from __future__ import annotations

import re
from datetime import date
from ipaddress import AddressValueError, IPv4Address, IPv6Address

__all__ = ["CHECKS", "is_date", "is_date_time", "is_email", "is_uri"]

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})\Z")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))\Z")
_DAY = 24 * 60
_LAST_MINUTE = _DAY - 1

_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*\Z")
_QUOTED = re.compile(r'"(?:[ !#-\[\]-~]|\\[ -~])*"\Z')
_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\Z")
_LONGEST_LOCAL, _LONGEST_DOMAIN, _LONGEST_LABEL = 64, 255, 63

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*\Z")
_ENCODED = r"%[0-9A-Fa-f]{2}"
_PATH = re.compile(rf"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|{_ENCODED})*\Z")
_QUERY = re.compile(rf"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|{_ENCODED})*\Z")
_USER = re.compile(rf"(?:[A-Za-z0-9._~!$&'()*+,;=:-]|{_ENCODED})*\Z")
_NAME = re.compile(rf"(?:[A-Za-z0-9._~!$&'()*+,;=-]|{_ENCODED})*\Z")
_FUTURE = re.compile(r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+\Z")


def is_date(text: str) -> bool:
    """A day of the calendar: `2026-02-28`."""
    parts = _DATE.match(text)
    if parts is None:
        return False
    year, month, day = (int(part) for part in parts.groups())
    try:
        date(year or 4, month, day)  # the year 0000 is a leap year, and the calendar of Python begins at 1
    except ValueError:
        return False
    return True


def is_date_time(text: str) -> bool:
    """A moment with its offset: `2026-02-28T10:00:00Z`. A leap second ends a day of UTC."""
    time = _TIME.match(text[11:])
    if time is None or text[10] not in "Tt" or not is_date(text[:10]):
        return False
    hour, minute, second = (int(time[part]) for part in (1, 2, 3))
    offset_hours, offset_minutes = int(time[5] or 0), int(time[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or offset_hours > 23 or offset_minutes > 59:  # noqa: PLR2004  a clock
        return False
    offset = (offset_hours * 60 + offset_minutes) * (-1 if time[4] == "-" else 1)
    return second < 60 or (hour * 60 + minute - offset) % _DAY == _LAST_MINUTE  # noqa: PLR2004


def is_email(text: str) -> bool:
    """A mailbox: `ada@example.com`, `"a b"@example.com`, `ada@[192.0.2.1]`."""
    local, at, domain = text.rpartition("@")
    if not at or len(local) > _LONGEST_LOCAL or not (_ATOMS.match(local) or _QUOTED.match(local)):
        return False
    if domain.startswith("[") and domain.endswith("]"):
        return _is_literal(domain[1:-1])
    labels = domain.split(".")
    return len(domain) <= _LONGEST_DOMAIN and all(len(part) <= _LONGEST_LABEL and _LABEL.match(part) for part in labels)


def is_uri(text: str) -> bool:
    """An absolute address: `https://example.com/`, `mailto:ada@example.com`. Says nothing about whether it is safe."""
    scheme, colon, rest = text.partition(":")
    if not colon or not _SCHEME.match(scheme):
        return False
    rest, _, fragment = rest.partition("#")
    hierarchy, _, query = rest.partition("?")
    if not _QUERY.match(fragment) or not _QUERY.match(query):
        return False
    if not hierarchy.startswith("//"):
        return bool(_PATH.match(hierarchy))
    authority, slash, path = hierarchy[2:].partition("/")
    return _is_authority(authority) and bool(_PATH.match(slash + path))


def _is_authority(authority: str) -> bool:
    user, _, place = authority.rpartition("@")
    host, colon, port = place, "", ""
    if place.startswith("["):
        host, _, after = place.partition("]")
        return bool(_USER.match(user)) and _is_ip_literal(host[1:], place) and _is_port(after)
    host, colon, port = place.partition(":")
    return bool(_USER.match(user)) and bool(_NAME.match(host)) and _is_port(colon + port)


def _is_ip_literal(inside: str, place: str) -> bool:
    return "]" in place and (_is_v6(inside) or bool(_FUTURE.match(inside)))


def _is_port(text: str) -> bool:
    return not text or (text[0] == ":" and (text == ":" or (text[1:].isascii() and text[1:].isdigit())))


def _is_literal(inside: str) -> bool:
    if inside[:5].lower() == "ipv6:":
        return _is_v6(inside[5:])
    try:
        IPv4Address(inside)
    except AddressValueError:
        return False
    return True


def _is_v6(text: str) -> bool:
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return "%" not in text


CHECKS = {"date": is_date, "date-time": is_date_time, "email": is_email, "uri": is_uri}
"""By the names of the formats."""
