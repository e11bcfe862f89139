"""Faults in the redirect back to the client: each one turns the honest parameters into others."""

from __future__ import annotations

from collections.abc import Callable

from elicitor.identifiers import mint_identifier
from elicitor.testing.box.faults.mishaps import Fault

__all__ = ["CALLBACK_FAULTS", "Pairs"]

Pairs = list[tuple[str, str]]

_ELSEWHERE = "https://elsewhere.example"
_HOSTILE_TEXT = '"><script>alert(1)</script> <b>call +1 555 0100</b>'


def _without(pairs: Pairs, *names: str) -> Pairs:
    return [(name, value) for name, value in pairs if name not in names]


def _with(pairs: Pairs, name: str, value: str) -> Pairs:
    return [*_without(pairs, name), (name, value)]


def _refusal(pairs: Pairs, error: str, description: str) -> Pairs:
    return [("error", error), ("error_description", description), *_without(pairs, "code", "error")]


CALLBACK_FAULTS: dict[Fault, Callable[[Pairs], Pairs]] = {
    Fault.WRONG_ISSUER: lambda pairs: _with(pairs, "iss", _ELSEWHERE),
    Fault.MISSING_ISSUER: lambda pairs: _without(pairs, "iss"),
    Fault.FORGED_STATE: lambda pairs: _with(pairs, "state", mint_identifier()),
    Fault.MISSING_STATE: lambda pairs: _without(pairs, "state"),
    Fault.MISSING_CODE: lambda pairs: _without(pairs, "code"),
    Fault.REPEATED_CODE: lambda pairs: [*pairs, ("code", mint_identifier())],
    Fault.DENIAL: lambda pairs: _refusal(pairs, "access_denied", "The person said no."),
    Fault.DENIAL_BY_WRONG_ISSUER: lambda pairs: _with(
        _refusal(pairs, "access_denied", _HOSTILE_TEXT), "iss", _ELSEWHERE
    ),
    Fault.SERVER_ERROR: lambda pairs: _refusal(pairs, "server_error", _HOSTILE_TEXT),
}
"""The text in `error_description` is hostile in two of them: nobody may show it as HTML."""
