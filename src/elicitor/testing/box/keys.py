"""The key that the box signs with, and what is public of it. joserfc does the cryptography.

Each box makes a key of its own when it is built, so a token of one box never verifies with the keys of
another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from joserfc import jwt
from joserfc.jwk import ECKey, KeyParameters, RSAKey

from elicitor.identifiers import mint_identifier
from elicitor.testing.box.settings import Algorithm

__all__ = ["SigningKey"]


class SigningKey:
    """One fresh signing key.

    Args:
        algorithm: RS256, which every OpenID Connect client has to know, or ES256.
    """

    def __init__(self, algorithm: Algorithm) -> None:
        self.algorithm: Algorithm = algorithm
        self.kid = mint_identifier()[:12]
        facts: KeyParameters = {"kid": self.kid, "use": "sig", "alg": algorithm}
        self._key: RSAKey | ECKey = (
            RSAKey.generate_key(2048, facts) if algorithm == "RS256" else ECKey.generate_key("P-256", facts)
        )

    def sign(self, claims: Mapping[str, Any], *, typ: str) -> str:
        """A signed JWT in compact form."""
        header = {"alg": self.algorithm, "kid": self.kid, "typ": typ}
        return jwt.encode(header, dict(claims), self._key, algorithms=[self.algorithm])

    def public_set(self) -> dict[str, Any]:
        """The JWK Set (RFC 7517 section 5) for `/jwks`."""
        return {"keys": [self._key.as_dict(private=False)]}
