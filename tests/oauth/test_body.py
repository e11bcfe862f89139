"""A reply's body is read within a cap, packed or not."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator

import pytest

from elicitor.errors import ProviderBroke
from elicitor.oauth.body import read_body

pytestmark = pytest.mark.anyio

CAP = 10_000


async def pieces(packed: bytes, size: int = 1000) -> AsyncIterator[bytes]:
    """The bytes as a network would bring them."""
    for start in range(0, len(packed), size):
        yield packed[start : start + size]


async def refused(packed: bytes, coding: str = "") -> str:
    """The code with which a body is refused."""
    with pytest.raises(ProviderBroke) as error:
        await read_body(pieces(packed), coding, CAP)
    return error.value.code


@pytest.mark.attack("B15")
@pytest.mark.parametrize("coding", ["", "identity", " Identity "])
async def test_what_fits_is_read_and_one_byte_more_is_not(coding: str) -> None:
    """Plain."""
    assert await read_body(pieces(b"x" * CAP), coding, CAP) == b"x" * CAP
    assert await refused(b"x" * (CAP + 1), coding) == "reply_too_large"


@pytest.mark.attack("B15")
@pytest.mark.parametrize("coding", ["gzip", "GZIP", "x-gzip"])
async def test_a_packed_body_counts_as_long_as_it_unpacks(coding: str) -> None:
    """A hundred megabytes in a hundred kilobytes are stopped at the cap; what fits is read."""
    assert await read_body(pieces(gzip.compress(b"x" * CAP)), coding, CAP) == b"x" * CAP
    assert await refused(gzip.compress(b"x" * (CAP + 1)), coding) == "reply_too_large"
    bomb = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = b"".join([bomb.compress(b"\0" * 1_000_000) for _ in range(100)]) + bomb.flush()
    assert await refused(packed[: CAP // 2], coding) == "reply_too_large"


@pytest.mark.attack("B15")
async def test_what_follows_a_packed_body_counts_too() -> None:
    """It unpacks to nothing, and would be kept in memory as long as it comes."""
    honest = gzip.compress(b"{}")
    assert await read_body(pieces(honest), "gzip", CAP) == b"{}"
    assert await refused(honest + b"x" * CAP, "gzip") == "reply_too_large"
    assert await refused(honest + b"x", "gzip") == "reply_malformed"


@pytest.mark.attack("B15")
@pytest.mark.parametrize("coding", ["gzip, gzip", "gzip,", "deflate", "br", "zstd", "aes128gcm", "gzip\x00"])
async def test_other_codings_are_not_read(coding: str) -> None:
    """Two layers multiply; its honest twin has one."""
    once = gzip.compress(b"{}")
    assert await read_body(pieces(once), "gzip", CAP) == b"{}"
    assert await refused(gzip.compress(once), coding) == "reply_malformed"


@pytest.mark.attack("B15")
async def test_half_a_packed_body_is_no_body() -> None:
    """Nor is one that is not packed at all."""
    whole = gzip.compress(b'{"access_token": "abcdefghij"}')
    assert await read_body(pieces(whole, 1), "gzip", CAP) == b'{"access_token": "abcdefghij"}'
    assert await refused(whole[:-1], "gzip") == "reply_malformed"
    assert await refused(b"{}", "gzip") == "reply_malformed"


async def test_nothing_is_nothing() -> None:
    """With either header."""
    assert await read_body(pieces(b""), "gzip", CAP) == await read_body(pieces(b""), "", CAP) == b""
