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
    from elicitor.protocol.answers import Cancelled as Cancelled
    from elicitor.protocol.answers import Declined as Declined
    from elicitor.protocol.forms.definition import Filled as Filled
    from elicitor.protocol.forms.outcome import Answer as Answer
    from elicitor.protocol.forms.wording import NotASecret as NotASecret
    from elicitor.sdk.ask import ask as ask
    from elicitor.sdk.elicitor import Elicitor as Elicitor
    from elicitor.sdk.jwt_verifier import JWTVerifier as JWTVerifier
    from elicitor.secret import Secret as Secret
    from elicitor.server.account import Account as Account
    from elicitor.server.ask import Ask as Ask
    from elicitor.server.needs import Connect as Connect
    from elicitor.server.not_answered import NotAnswered as NotAnswered
    from elicitor.server.question import Assume as Assume
    from elicitor.server.question import OnPage as OnPage
    from elicitor.server.sign_in_settings import SignIn as SignIn
    from elicitor.vault.keys import KeyRing as KeyRing

_HOMES = {
    "Account": "elicitor.server.account",
    "Answer": "elicitor.protocol.forms.outcome",
    "Ask": "elicitor.server.ask",
    "Assume": "elicitor.server.question",
    "Cancelled": "elicitor.protocol.answers",
    "Connect": "elicitor.server.needs",
    "Declined": "elicitor.protocol.answers",
    "Elicitor": "elicitor.sdk.elicitor",
    "ElicitorError": "elicitor.errors",
    "Filled": "elicitor.protocol.forms.definition",
    "JWTVerifier": "elicitor.sdk.jwt_verifier",
    "KeyRing": "elicitor.vault.keys",
    "NotASecret": "elicitor.protocol.forms.wording",
    "NotAnswered": "elicitor.server.not_answered",
    "OnPage": "elicitor.server.question",
    "Secret": "elicitor.secret",
    "SignIn": "elicitor.server.sign_in_settings",
    "ask": "elicitor.sdk.ask",
    "development_http": "elicitor.development",
    "github": "elicitor.oauth.catalogue",
    "google": "elicitor.oauth.catalogue",
    "oidc": "elicitor.oauth.catalogue",
}

__all__ = [
    "Account",
    "Answer",
    "Ask",
    "Assume",
    "Cancelled",
    "Connect",
    "Declined",
    "Elicitor",
    "ElicitorError",
    "Filled",
    "JWTVerifier",
    "KeyRing",
    "NotASecret",
    "NotAnswered",
    "OnPage",
    "Secret",
    "SignIn",
    "ask",
    "development_http",
    "github",
    "google",
    "oidc",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'elicitor' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
