"""Faults in the ID token. The signature is good each time; a claim is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elicitor.identifiers import mint_identifier
from elicitor.testing.box.faults.mishaps import Fault

__all__ = ["CLAIM_FAULTS"]

_DAY = 86400

CLAIM_FAULTS: dict[Fault, Callable[[dict[str, Any]], dict[str, Any]]] = {
    Fault.WRONG_NONCE: lambda claims: {**claims, "nonce": mint_identifier()},
    Fault.WRONG_AUDIENCE: lambda claims: {**claims, "aud": "another-client"},
    Fault.STALE_ID_TOKEN: lambda claims: {**claims, "iat": claims["iat"] - _DAY, "exp": claims["exp"] - _DAY},
    Fault.ID_TOKEN_OF_OTHER_ISSUER: lambda claims: {**claims, "iss": "https://elsewhere.example"},
}
