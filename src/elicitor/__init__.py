"""Everything between MCP elicitation messages and real people.

Importing this package imports neither the MCP SDK nor a database: each name is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elicitor.development import development_http as development_http
    from elicitor.errors import ElicitorError as ElicitorError
    from elicitor.oauth.catalogue import github as github
    from elicitor.oauth.catalogue import google as google
    from elicitor.oauth.catalogue import oidc as oidc
    from elicitor.sdk.elicitor import Elicitor as Elicitor
    from elicitor.sdk.jwt_verifier import JWTVerifier as JWTVerifier
    from elicitor.secret import Secret as Secret
    from elicitor.server.account import Account as Account
    from elicitor.server.needs import Connect as Connect
    from elicitor.server.sign_in_settings import SignIn as SignIn
    from elicitor.vault.keys import KeyRing as KeyRing

_HOMES = {
    "Account": "elicitor.server.account",
    "Connect": "elicitor.server.needs",
    "Elicitor": "elicitor.sdk.elicitor",
    "ElicitorError": "elicitor.errors",
    "JWTVerifier": "elicitor.sdk.jwt_verifier",
    "KeyRing": "elicitor.vault.keys",
    "Secret": "elicitor.secret",
    "SignIn": "elicitor.server.sign_in_settings",
    "development_http": "elicitor.development",
    "github": "elicitor.oauth.catalogue",
    "google": "elicitor.oauth.catalogue",
    "oidc": "elicitor.oauth.catalogue",
}

__all__ = [
    "Account",
    "Connect",
    "Elicitor",
    "ElicitorError",
    "JWTVerifier",
    "KeyRing",
    "Secret",
    "SignIn",
    "development_http",
    "github",
    "google",
    "oidc",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'elicitor' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
