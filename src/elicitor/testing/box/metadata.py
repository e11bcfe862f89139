"""Discovery: one document for OpenID Connect Discovery 1.0 section 4 and RFC 8414; and the keys.

It lists what the box does and nothing else, so a client that believes it is never disappointed.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from elicitor.testing.box.faults import Place
from elicitor.testing.box.faults.metadata import METADATA_FAULTS
from elicitor.testing.box.parts import Parts
from elicitor.testing.box.wire import json_reply

__all__ = ["discovery", "jwks"]


def _document(box: Parts) -> dict[str, Any]:
    issuer = box.issuer
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/authorize",
        "token_endpoint": f"{issuer}/token",
        "userinfo_endpoint": f"{issuer}/userinfo",
        "revocation_endpoint": f"{issuer}/revoke",
        "jwks_uri": f"{issuer}/jwks",
        "scopes_supported": list(box.settings.scopes),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "revocation_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "subject_types_supported": ["pairwise" if box.settings.pairwise else "public"],
        "id_token_signing_alg_values_supported": [box.settings.algorithm],
        "claims_supported": ["sub", "iss", "auth_time", "name", "preferred_username", "email"],
        "prompt_values_supported": ["none", "login", "consent", "select_account"],
        "request_parameter_supported": False,
        "request_uri_parameter_supported": False,
    }


async def discovery(box: Parts, _request: Request) -> Response:
    """Answer both well-known addresses."""
    facts = _document(box)
    spoil = METADATA_FAULTS.get(box.mishaps.take(Place.METADATA))
    return spoil(facts) if spoil else json_reply(facts)


async def jwks(box: Parts, _request: Request) -> Response:
    """The public half of the signing key."""
    return JSONResponse(box.key.public_set(), headers={"Cache-Control": "public, max-age=60"})
