"""Proof Key for Code Exchange, always with S256 (RFC 7636)."""

from __future__ import annotations

import base64
import hashlib

from elicitor.identifiers import mint_identifier
from elicitor.secret import Secret

__all__ = ["challenge", "new_verifier"]


def new_verifier() -> Secret:
    """A new code verifier: 43 characters, 256 bits (section 4.1)."""
    return Secret(mint_identifier())


def challenge(verifier: Secret) -> str:
    """The S256 challenge of a verifier (section 4.2)."""
    digest = hashlib.sha256(verifier.reveal().encode("ascii")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
