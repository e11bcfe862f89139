"""Keys are read when they are needed, not as often as a stranger likes, and one odd key does not spoil the others."""

from __future__ import annotations

import anyio
import pytest
from joserfc.jwk import OctKey, OKPKey, RSAKey

from elicitor.errors import ProviderBroke, ProviderUnreachable
from oauth.issuer import NOW, Issuer, new_key

pytestmark = pytest.mark.anyio

LONG_N = RSAKey.generate_key(2048).as_dict(private=False)["n"]


async def names(issuer: Issuer, kid: str | None = "k1") -> set[str | None]:
    """The ids of the keys that are found."""
    return {key.kid for key in await issuer.cache.keys.find(issuer.jwks_uri, kid)}


async def test_keys_are_kept_for_an_hour(issuer: Issuer) -> None:
    """And then read again."""
    for seconds, looks in ((0, 1), (1, 1), (3599, 1), (3600, 2), (3601, 2), (7199, 2), (7200, 3)):
        issuer.now = NOW + seconds
        assert await names(issuer) == {"k1"}
        assert issuer.looks == looks


@pytest.mark.attack("B19")
async def test_keys_do_not_live_for_ever_when_the_clock_is_set_back(issuer: Issuer) -> None:
    """They were read in what is now the future."""
    issuer.now = NOW + 10**8
    assert await names(issuer) == {"k1"}
    issuer.now, issuer.key = NOW, new_key("k2")
    assert await names(issuer) == {"k2"}


async def test_a_new_key_is_found_when_it_is_used(issuer: Issuer) -> None:
    """Not within the half minute after the last look; nobody waits longer."""
    assert await names(issuer) == {"k1"}
    issuer.key = new_key("k2")
    issuer.now += 29
    assert await names(issuer, "k2") == {"k1"}
    issuer.now += 1
    assert await names(issuer, "k2") == {"k2"}
    assert issuer.looks == 2


@pytest.mark.attack("B15")
async def test_many_unknown_keys_cause_one_look(issuer: Issuer) -> None:
    """Whoever sends tokens with invented key ids does not make us send as many requests."""
    assert await names(issuer) == {"k1"}
    issuer.now += 60
    async with anyio.create_task_group() as tasks:
        for number in range(50):
            tasks.start_soon(names, issuer, f"invented-{number}")
    assert issuer.looks == 2


async def test_a_look_that_failed_is_not_repeated_at_once(issuer: Issuer) -> None:
    """After five seconds it is."""
    issuer.status = 503
    for _ in range(3):
        with pytest.raises(ProviderUnreachable) as refused:
            await names(issuer)
        assert refused.value.code == "keys_unavailable"
    assert issuer.looks == 1
    issuer.status, issuer.now = 200, issuer.now + 5
    assert await names(issuer) == {"k1"}


async def test_known_keys_serve_while_the_issuer_is_silent(issuer: Issuer) -> None:
    """For their hour; an unknown one cannot be judged."""
    assert await names(issuer) == {"k1"}
    issuer.status, issuer.now = 500, NOW + 3599
    assert await names(issuer) == {"k1"}
    with pytest.raises(ProviderUnreachable):
        await names(issuer, "k2")
    assert await names(issuer) == {"k1"}
    issuer.now = NOW + 3700
    with pytest.raises(ProviderUnreachable):
        await names(issuer)


@pytest.mark.attack("B15")
@pytest.mark.parametrize(
    "odd",
    [
        None,
        7,
        "RSA",
        [],
        {},
        {"kty": ["RSA"]},
        {"kty": {}},
        {"kty": "AKP", "alg": "ML-DSA-44", "pub": "AAAA"},
        {"kty": "RSA"},
        {"kty": "RSA", "n": 7, "e": "AQAB"},
        {"kty": "RSA", "n": "", "e": ""},
        {"kty": "RSA", "n": "!" * 342, "e": "AQAB"},
        {"kty": "RSA", "n": "\u00e9" * 342, "e": "AQAB"},
        {"kty": "RSA", "n": "_" * 171, "e": "AQAB"},
        {"kty": "RSA", "n": "_" * 400_000, "e": "AQAB"},
        {"kty": "RSA", "n": LONG_N, "e": ""},
        {"kty": "RSA", "n": LONG_N, "e": "AQAB", "kid": 7},
        {"kty": "RSA", "n": LONG_N, "e": "AQAB", "use": "enc"},
        {"kty": "RSA", "n": LONG_N, "e": "AQAB", "use": ["sig"]},
        {"kty": "EC", "crv": "P-1", "x": "AAAA", "y": "AAAA"},
        {"kty": "EC", "crv": "P-256", "x": "AAAA", "y": "AAAA"},
        {"kty": "OKP", "crv": "Ed25519", "x": "AAA"},
        OctKey.generate_key(256, {"kid": "k0"}).as_dict(private=True),
    ],
)
async def test_a_key_that_cannot_be_used_is_passed_over(issuer: Issuer, odd: object) -> None:
    """The one beside it is found (RFC 7517 section 5). Alone, it is as good as none."""
    issuer.jwks = {"keys": [odd, issuer.key.as_dict(private=False)]}
    assert await names(issuer) == {"k1"}
    issuer.jwks, issuer.now = {"keys": [odd]}, NOW + 3600
    with pytest.raises(ProviderBroke) as refused:
        await names(issuer)
    assert refused.value.code == "keys_malformed"


@pytest.mark.attack("B15")
@pytest.mark.parametrize("stated", [{}, {"keys": None}, {"keys": []}, {"keys": {"k1": {}}}, {"keys": "k1"}])
async def test_no_list_of_keys_is_refused(issuer: Issuer, stated: object) -> None:
    """Its honest twin is the issuer's own."""
    issuer.jwks = stated
    with pytest.raises(ProviderBroke) as refused:
        await names(issuer)
    assert refused.value.code == "keys_malformed"
    issuer.jwks, issuer.now = None, NOW + 5
    assert await names(issuer) == {"k1"}


@pytest.mark.attack("B15")
async def test_a_hundred_keys_are_enough(issuer: Issuer) -> None:
    """And two megabytes are too much, however many there are."""
    many = [OKPKey.generate_key("Ed25519", {"kid": f"k{number}"}).as_dict(private=False) for number in range(101)]
    issuer.jwks = {"keys": many[:100]}
    assert len(await names(issuer)) == 100
    for stated, code in (
        ({"keys": many}, "keys_malformed"),
        ({"keys": many[:1], "padding": "x" * 2_000_000}, "reply_too_large"),
    ):
        issuer.jwks, issuer.now = stated, issuer.now + 3600
        with pytest.raises(ProviderBroke) as refused:
            await names(issuer)
        assert refused.value.code == code


async def test_a_key_without_an_id_has_one_all_the_same(issuer: Issuer) -> None:
    """Its thumbprint (RFC 7638), so that it can be told apart."""
    issuer.key = new_key(None)
    found = await issuer.cache.keys.find(issuer.jwks_uri, None)
    assert [key.kid for key in found] == [issuer.key.thumbprint()]
    assert await names(issuer, issuer.key.thumbprint()) == {issuer.key.thumbprint()}
    assert issuer.looks == 1
