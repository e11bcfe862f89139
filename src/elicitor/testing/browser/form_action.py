"""CSP `form-action`, as Chromium applies it: to where a form is sent and to every redirect after that.

That second half is why a page with `form-action 'self'` must not answer its own POST with a redirect to a
third party (w3c/webappsec-csp issue 8). Paths in sources are not compared after a redirect (CSP3 section
6.7.2.8).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from elicitor.testing.browser.address import Address
from elicitor.testing.browser.errors import Blocked

__all__ = ["check_form_action", "form_action_lists"]

_PORTS = {"http": 80, "https": 443}
_HOST_SOURCE = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<host>\*|(?:\*\.)?[^:/*\s]+|\[[^\]]+\])"
    r"(?::(?P<port>\d+|\*))?(?P<path>/[^\s]*)?",
    re.IGNORECASE,
)


def form_action_lists(headers: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The source lists of `form-action`, one of each policy that has the directive."""
    policies = [policy for header in headers for policy in header.split(",")]
    found = (_form_action(policy) for policy in policies)
    return tuple(sources for sources in found if sources is not None)


def check_form_action(lists: Sequence[Sequence[str]], page: Address, chain: Sequence[Address]) -> None:
    """Raise where a form of a page may not lead to the last address of a chain.

    Raises:
        Blocked: `form_action_blocked`.
    """
    target = chain[-1]
    for sources in lists:
        if not any(_allows(source, page, target, redirected=len(chain) > 1) for source in sources):
            raise Blocked(
                "form_action_blocked",
                f"The policy of {page.origin} does not let its form lead to {target.origin}.",
                page=page.origin,
                target=target.origin,
                hop=len(chain) - 1,
            )


def _form_action(policy: str) -> tuple[str, ...] | None:
    for directive in policy.split(";"):
        name, *sources = directive.split() or [""]
        if name.lower() == "form-action":
            return tuple(sources)
    return None


def _allows(source: str, page: Address, target: Address, *, redirected: bool) -> bool:
    lowered = source.lower()
    if lowered == "'self'":
        return target.origin == page.origin
    if lowered in {"http:", "https:"}:
        return _scheme_fits(lowered[:-1], target)
    parts = _HOST_SOURCE.fullmatch(source)
    if lowered.startswith("'") or parts is None:
        return False
    if parts["host"] == "*" and parts["scheme"] is None:
        return True
    return (
        _scheme_fits((parts["scheme"] or page.scheme).lower(), target)
        and _host_fits(parts["host"].lower(), target)
        and _port_fits(parts["port"], target)
        and (redirected or _path_fits(parts["path"] or "", target))
    )


def _scheme_fits(scheme: str, target: Address) -> bool:
    return target.scheme in {scheme, "https"} if scheme == "http" else target.scheme == scheme


def _host_fits(host: str, target: Address) -> bool:
    if host == "*":
        return True
    return target.host.endswith(host[1:]) if host.startswith("*.") else target.host == host


def _port_fits(port: str | None, target: Address) -> bool:
    if port is None:
        return target.port == _PORTS[target.scheme]
    return port == "*" or int(port) == target.port


def _path_fits(path: str, target: Address) -> bool:
    if path in {"", "/"}:
        return True
    return target.path.startswith(path) if path.endswith("/") else target.path == path
