"""Joins texts into bytes that can be read in one way only.

Every part is preceded by its length in four bytes, big-endian, so that no two different lists of parts give
the same bytes. What is signed, sealed or hashed is always framed first.
"""

from __future__ import annotations

import struct

__all__ = ["frame"]

_length = struct.Struct(">I").pack


def frame(*texts: str) -> bytes:
    """The parts in UTF-8, each after its length. Lone surrogates are kept apart like any other letter."""
    parts = []
    for text in texts:
        raw = text.encode("utf-8", "surrogatepass")
        parts.append(_length(len(raw)))
        parts.append(raw)
    return b"".join(parts)
