"""The one door to insecure settings: a named object that is easy to find and says what it costs.

There is no boolean that turns a check off. Who develops on plain http passes `development_http()`; it warns
when it is built, allows http only on loopback addresses, and the pages say that this is development.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass

__all__ = ["DevelopmentHttp", "InsecureDevelopmentWarning", "development_http", "is_loopback_host"]

_IPV4_LOOPBACK = re.compile(r"127(\.\d{1,3}){3}")


class InsecureDevelopmentWarning(UserWarning):
    """Something was built that must not be used in production."""


@dataclass(frozen=True, slots=True)
class DevelopmentHttp:
    """Permission to use http, and to talk to private addresses, on this machine only."""


def development_http() -> DevelopmentHttp:
    """Allow plain http and private addresses on loopback, for development.

    Warns `InsecureDevelopmentWarning`. Never pass it in production: anybody on the way could read what people
    type, and cookies would be shared between all programs on the host.
    """
    warnings.warn(
        "development_http() allows plain http on loopback; do not use it in production",
        InsecureDevelopmentWarning,
        stacklevel=2,
    )
    return DevelopmentHttp()


def is_loopback_host(host: str) -> bool:
    """Whether a host, as it stands in a parsed URL, can only be this machine."""
    if host in {"localhost", "[::1]", "::1"}:
        return True
    return _IPV4_LOOPBACK.fullmatch(host) is not None
