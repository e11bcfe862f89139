"""Reading the body of a stranger's reply within a cap.

Both are counted: the bytes that arrive and the bytes they unpack to. One layer of gzip is read, because some servers
send it whatever is asked for; it is unpacked piece by piece, never further than the cap. Other codings are not read.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable

from elicitor.errors import ProviderBroke

__all__ = ["read_body"]

_GZIP = 16 + zlib.MAX_WBITS
_PLAIN = frozenset({"", "identity"})


async def read_body(pieces: AsyncIterable[bytes], coding: str, cap: int) -> bytes:
    """The body, unpacked.

    Args:
        pieces: as they arrive.
        coding: the header `Content-Encoding`; empty where there is none.
        cap: the most bytes, packed or unpacked.

    Raises:
        ProviderBroke: `reply_too_large`; `reply_malformed`: another coding, or gzip that is broken or incomplete.
    """
    name = coding.strip().lower()
    if name not in _PLAIN | {"gzip", "x-gzip"}:
        raise _malformed()
    unpacked = _Plain(cap) if name in _PLAIN else _Unzipped(cap)
    arrived = 0
    async for piece in pieces:
        arrived += len(piece)
        if arrived > cap:
            raise _too_large()
        unpacked.add(piece)
    return unpacked.whole()


class _Plain:
    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._read = bytearray()

    def add(self, piece: bytes) -> None:
        self._read += piece
        if len(self._read) > self._cap:
            raise _too_large()

    def whole(self) -> bytes:
        return bytes(self._read)


class _Unzipped(_Plain):
    def __init__(self, cap: int) -> None:
        super().__init__(cap)
        self._gzip = zlib.decompressobj(_GZIP)
        self._begun = False

    def add(self, piece: bytes) -> None:
        self._begun = True
        try:
            super().add(self._gzip.decompress(piece, self._cap + 1 - len(self._read)))
        except zlib.error as error:
            raise _malformed() from error

    def whole(self) -> bytes:
        if self._begun and (not self._gzip.eof or self._gzip.unused_data):
            raise _malformed()
        return super().whole()


def _too_large() -> ProviderBroke:
    return ProviderBroke("reply_too_large", "The other side sent more than is read.")


def _malformed() -> ProviderBroke:
    return ProviderBroke("reply_malformed", "The other side sent a reply that cannot be read.")
