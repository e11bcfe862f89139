"""HKDF with SHA-256 (RFC 5869), from the standard library's HMAC.

`cryptography` has the same function, at about ten times the cost for each key, and the vault derives one key
for each record. The tests hold this file against the vectors of RFC 5869 and against `cryptography`.
"""

from __future__ import annotations

import hmac

__all__ = ["expand_key", "extract_key"]

_HASH_BYTES = 32
_MOST_BLOCKS = 255


def extract_key(key: bytes, *, salt: bytes) -> bytes:
    """From keying material to a pseudorandom key of 32 bytes (RFC 5869 section 2.2)."""
    return hmac.digest(salt, key, "sha256")


def expand_key(extracted: bytes, info: bytes, length: int = _HASH_BYTES) -> bytes:
    """From a pseudorandom key to a key for one purpose (RFC 5869 section 2.3).

    Args:
        extracted: from `extract_key`.
        info: names the purpose; keys of different purposes say nothing about each other.
        length: 1 to 8160 bytes.

    Raises:
        ValueError: the length is out of bounds.
    """
    if not 0 < length <= _MOST_BLOCKS * _HASH_BYTES:
        raise ValueError("HKDF-SHA256 derives 1 to 8160 bytes")
    block = derived = hmac.digest(extracted, info + b"\x01", "sha256")
    if length == _HASH_BYTES:
        return derived
    for number in range(2, -(-length // _HASH_BYTES) + 1):
        block = hmac.digest(extracted, block + info + bytes([number]), "sha256")
        derived += block
    return derived[:length]
