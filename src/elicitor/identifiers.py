"""Random names for tickets, states, sessions and cookies, and the digests we keep of them.

An identifier is 256 random bits from the operating system, written as 43 characters of base64url. It
is shown once, to the party that has to bring it back; the database holds only its SHA-256 digest. That
digest needs no salt: 256 random bits cannot be guessed (ASVS 5.0 7.2.3, 11.5.1).
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

__all__ = ["digest_of", "is_identifier", "mint_identifier", "name_of_digest"]

_SHAPE = re.compile(r"[A-Za-z0-9_-]{43}\Z")


def mint_identifier() -> str:
    """A new identifier: 43 characters, 256 bits of randomness."""
    return _text(secrets.token_bytes(32))


def is_identifier(unverified: str) -> bool:
    """Whether a text from outside has the shape of an identifier. Says nothing about its existence."""
    return _SHAPE.match(unverified) is not None


def digest_of(identifier: str) -> bytes:
    """The 32 bytes under which an identifier is stored and found."""
    return hashlib.sha256(identifier.encode()).digest()


def name_of_digest(digest: bytes) -> str:
    """A public name for a stored digest, 43 characters.

    Knowing it gives nothing: what opens a ticket is the identifier that hashes *to* this digest.
    """
    return _text(digest)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
