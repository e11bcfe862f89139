"""A token counts where the issuer signed it, with a key of its own, for this audience, and now."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jws
from joserfc.jwk import ECKey, Key, OctKey, OKPKey, RSAKey

from elicitor.errors import ProviderUnreachable
from elicitor.oauth.signed import LEEWAY, NotGood, check_signed
from elicitor.secret import Secret
from elicitor.testing import Listener
from oauth.issuer import NOW, Issuer, encoded, forged, new_key

pytestmark = pytest.mark.anyio

RSA = RSAKey.generate_key(2048, {"kid": "k1"})


async def check(issuer: Issuer, token: Secret, **changes: Any) -> Mapping[str, object]:
    """Check a token that is meant for `me`."""
    options: dict[str, Any] = {"issuer": issuer.origin, "audience": "me", "now": issuer.now, **changes}
    return await check_signed(issuer.cache.keys, issuer.jwks_uri, token, **options)


async def why_not(issuer: Issuer, token: Secret, **changes: Any) -> str:
    """The reason for which a token is not good."""
    with pytest.raises(NotGood) as refused:
        await check(issuer, token, **changes)
    return refused.value.why


def signed(header: Mapping[str, object], payload: bytes, key: Key) -> Secret:
    """Any bytes, signed properly."""
    registry = jws.JWSRegistry(algorithms=[str(header["alg"])], strict_check_header=False)
    registry.max_header_length = 20_000
    return Secret(jws.serialize_compact(dict(header), payload, key, registry=registry))


@pytest.mark.filterwarnings("ignore:EdDSA is deprecated")  # a younger name is Ed25519; issuers use both
@pytest.mark.parametrize(
    ("algorithm", "key"),
    [
        ("RS256", RSA),
        ("PS256", RSA),
        ("ES256", ECKey.generate_key("P-256", {"kid": "k1"})),
        ("EdDSA", OKPKey.generate_key("Ed25519", {"kid": "k1"})),
        ("Ed25519", OKPKey.generate_key("Ed25519", {"kid": "k1"})),
    ],
)
async def test_a_signature_of_the_issuer_counts(issuer: Issuer, algorithm: str, key: Key) -> None:
    """With each algorithm of the list; changed afterwards it does not."""
    issuer.key = key
    token = issuer.token({"alg": algorithm})
    assert await check(issuer, token) == issuer.claims()
    header, _, signature = token.reveal().split(".")
    changed = Secret(f"{header}.{encoded(issuer.claims(sub='b2'))}.{signature}")
    assert await why_not(issuer, changed) == "signature"


@pytest.mark.attack("B10")
@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "nOnE", "", None, "HS256", "RS256", ["none"], 7])
@pytest.mark.parametrize("kid", ["k1", None])
async def test_a_token_without_a_signature_is_refused(issuer: Issuer, algorithm: object, kid: str | None) -> None:
    """Whatever it says about itself; with one it is taken."""
    issuer.key = RSA
    assert await check(issuer, issuer.token({"kid": kid}))
    unsigned = forged({"alg": algorithm, "kid": kid} if kid else {"alg": algorithm}, issuer.claims())
    assert await why_not(issuer, unsigned) in {"signature", "malformed"}


def public_forms(key: RSAKey) -> list[bytes]:
    """The public key as an attacker would use it for a secret."""
    public = key.public_key
    stated = key.as_dict(private=False)
    return [
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).strip(),
        public.public_bytes(Encoding.PEM, PublicFormat.PKCS1),
        public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        json.dumps(stated).encode(),
        str(stated["n"]).encode(),
        b"",
    ]


@pytest.mark.attack("B10")
@pytest.mark.parametrize("algorithm", ["HS256", "RS256"])
async def test_the_public_key_is_no_secret(issuer: Issuer, algorithm: str) -> None:
    """Nobody signs with what everybody knows."""
    issuer.key = RSA
    for secret in public_forms(RSA):
        token = forged({"alg": algorithm, "kid": "k1"}, issuer.claims(), secret)
        assert await why_not(issuer, token) == "signature"
    assert await check(issuer, issuer.token())


@pytest.mark.attack("B10")
async def test_a_published_secret_is_no_key(issuer: Issuer) -> None:
    """An issuer that lists a symmetric key does not make HS256 acceptable."""
    shared = OctKey.generate_key(256, {"kid": "shared"})
    issuer.jwks = {"keys": [shared.as_dict(private=True), issuer.key.as_dict(private=False)]}
    token = forged({"alg": "HS256", "kid": "shared"}, issuer.claims(), bytes(shared.raw_value))
    assert await why_not(issuer, token) == "signature"
    assert await check(issuer, issuer.token())


@pytest.mark.attack("B10")
@pytest.mark.parametrize(
    ("algorithm", "key"),
    [
        ("RS384", RSA),
        ("RS512", RSA),
        ("PS512", RSA),
        ("ES384", ECKey.generate_key("P-384", {"kid": "k1"})),
        ("ES512", ECKey.generate_key("P-521", {"kid": "k1"})),
        ("ES256K", ECKey.generate_key("secp256k1", {"kid": "k1"})),
    ],
)
async def test_other_algorithms_are_not_on_the_list(issuer: Issuer, algorithm: str, key: Key) -> None:
    """Even where the signature is right."""
    issuer.key = key
    token = signed({"alg": algorithm, "kid": "k1"}, json.dumps(issuer.claims()).encode(), key)
    assert await why_not(issuer, token) == "signature"


@pytest.mark.attack("B10")
async def test_the_key_says_what_it_is_for(issuer: Issuer) -> None:
    """A key of one algorithm does not check another one, and an encryption key checks nothing."""
    issuer.key = RSAKey.import_key(RSA.as_dict(private=True) | {"alg": "PS256"})
    assert await check(issuer, issuer.token({"alg": "PS256"}))
    assert await why_not(issuer, issuer.token({"alg": "RS256"}, RSA)) == "signature"
    issuer.jwks = {"keys": [new_key("k0").as_dict(private=False), RSA.as_dict(private=False) | {"use": "enc"}]}
    issuer.now += 3600
    assert await why_not(issuer, issuer.token({"alg": "RS256"}, RSA)) == "signature"


@pytest.mark.attack("B10", "B16")
async def test_keys_that_the_token_brings_are_not_looked_at(issuer: Issuer) -> None:
    """Nor are the places it names. The same headers do no harm on a token of the issuer."""
    own, watched = new_key("k1"), Listener.open()
    watched.socket.setblocking(False)
    brought = {
        "jwk": own.as_dict(private=False),
        "jku": f"{watched.origin}/jwks",
        "x5u": f"{watched.origin}/certificate",
        "x5c": ["AAAA" * 300],
    }
    for name, value in brought.items():
        assert await check(issuer, signed_by(issuer, issuer.key, **{name: value}))
        assert await why_not(issuer, signed_by(issuer, own, **{name: value})) == "signature"
    with watched.socket, pytest.raises(BlockingIOError):
        watched.socket.accept()


def signed_by(issuer: Issuer, key: Key, **header: object) -> Secret:
    """Good claims, signed by somebody."""
    return signed({"alg": "ES256", "kid": "k1", **header}, json.dumps(issuer.claims()).encode(), key)


async def test_headers_that_nobody_knows_are_ignored(issuer: Issuer) -> None:
    """RFC 7515 section 4; some issuers have headers of their own."""
    assert await check(issuer, signed_by(issuer, issuer.key, cat="own-header", nonce="x"))


@pytest.mark.attack("B10")
@pytest.mark.parametrize("extension", [{"crit": ["b64"], "b64": True}, {"b64": True}])
async def test_extensions_are_not_understood(issuer: Issuer, extension: dict[str, object]) -> None:
    """Who marks one as critical wants the token refused by those who do not know it (RFC 7515 section 4.1.11)."""
    assert await check(issuer, signed_by(issuer, issuer.key))
    assert await why_not(issuer, signed_by(issuer, issuer.key, **extension)) == "critical"


@pytest.mark.attack("B10")
@pytest.mark.parametrize("critical", [["exp"], ["own"], [], "exp", 7, [7], ["b64"]])
async def test_a_critical_header_of_any_shape_is_refused(issuer: Issuer, critical: object) -> None:
    """Whether it is there or not."""
    text = f"{encoded({'alg': 'ES256', 'kid': 'k1', 'crit': critical, 'own': 1})}.{encoded(issuer.claims())}"
    algorithm = jws.default_registry.get_alg("ES256")
    signature = algorithm.sign(text.encode(), issuer.key)
    assert await why_not(issuer, Secret(f"{text}.{encoded(signature)}")) in {"signature", "critical"}


@pytest.mark.attack("B10")
async def test_among_several_keys_the_token_says_which(issuer: Issuer) -> None:
    """Without an id, or with a wrong one, none is tried."""
    other = new_key("k2")
    assert await check(issuer, issuer.token({"kid": None}))
    issuer.jwks = {"keys": [issuer.key.as_dict(private=False), other.as_dict(private=False)]}
    issuer.now += 3600
    for key, kid in ((issuer.key, "k1"), (other, "k2")):
        assert await check(issuer, issuer.token({"kid": kid}, key, exp=NOW + 9000))
    for key, wrong in ((issuer.key, "k2"), (other, "k1"), (issuer.key, None), (issuer.key, "k3"), (issuer.key, "")):
        assert await why_not(issuer, issuer.token({"kid": wrong}, key, exp=NOW + 9000)) == "signature"


@pytest.mark.attack("B10")
@pytest.mark.parametrize(
    "kid", [7, ["k1"], {"k1": 1}, True, "../../../dev/null", "k1\x00", "' OR 1=1 --", "K1", "k1 ", "x" * 9000]
)
async def test_an_odd_key_id_names_no_key(issuer: Issuer, kid: object) -> None:
    """It is compared, and used for nothing else."""
    token = forged({"alg": "ES256", "kid": kid}, issuer.claims(), b"")
    assert await why_not(issuer, token) == "signature"
    text = f"{encoded({'alg': 'ES256', 'kid': kid})}.{encoded(issuer.claims())}"
    issuer.jwks = {"keys": [issuer.key.as_dict(private=False), new_key("k2").as_dict(private=False)]}
    issuer.now += 3600
    signature = jws.default_registry.get_alg("ES256").sign(text.encode(), issuer.key)
    assert await why_not(issuer, Secret(f"{text}.{encoded(signature)}")) == "signature"


async def test_a_new_key_counts_as_soon_as_it_is_looked_for(issuer: Issuer) -> None:
    """And the old one does not any longer."""
    old = issuer.token()
    assert await check(issuer, old)
    issuer.key, issuer.now = new_key("k2"), NOW + 30
    assert await check(issuer, issuer.token())
    assert await why_not(issuer, old) == "signature"


@pytest.mark.attack("B10")
@pytest.mark.parametrize(
    "stated",
    [None, "", "ME", "me ", ["you"], [], {"me": 1}, 7, True, [["me"]], "me,you", "m"],
)
async def test_a_token_for_somebody_else_is_refused(issuer: Issuer, stated: object) -> None:
    """The audience is in the list, or is the text, exactly."""
    for good in ("me", ["me"], ["you", "me"], [7, None, "me"]):
        assert await check(issuer, issuer.token(aud=good))
    assert await why_not(issuer, issuer.token(aud=stated)) == "audience"


@pytest.mark.attack("B10")
@pytest.mark.parametrize("spelling", [None, "", "{}/", "{} ", "https://elsewhere.example", 7, ["{}"], {"{}": 1}])
async def test_a_token_of_another_issuer_is_refused(issuer: Issuer, spelling: object) -> None:
    """Byte for byte."""
    assert await check(issuer, issuer.token())
    stated = spelling.format(issuer.origin) if isinstance(spelling, str) else spelling
    token = issuer.token(iss=[issuer.origin] if isinstance(stated, list) else stated)
    assert await why_not(issuer, token) == "issuer"


@pytest.mark.attack("B19")
@pytest.mark.parametrize(
    ("seconds", "why"),
    [
        (-86_400, "not_yet"),
        (-300, "not_yet"),
        (-LEEWAY - 1, "not_yet"),
        (-LEEWAY, ""),
        (0, ""),
        (300 + LEEWAY - 1, ""),
        (300 + LEEWAY, "expired"),
        (600, "expired"),
        (86_400, "expired"),
    ],
)
async def test_clocks_may_differ_by_a_minute(issuer: Issuer, seconds: int, why: str) -> None:
    """And not more, in either direction; the token is good for five minutes."""
    token = issuer.token()
    if why:
        assert await why_not(issuer, token, now=NOW + seconds) == why
    else:
        assert await check(issuer, token, now=NOW + seconds)


@pytest.mark.attack("B19")
async def test_a_token_has_an_end_and_may_have_a_beginning(issuer: Issuer) -> None:
    """Without an end it would be good for ever."""
    assert await why_not(issuer, issuer.token(exp=None)) == "expired"
    assert await check(issuer, issuer.token(iat=None, exp=NOW + 0.5, nbf=NOW + LEEWAY))
    assert await why_not(issuer, issuer.token(nbf=NOW + LEEWAY + 1)) == "not_yet"
    assert await check(issuer, issuer.token(exp=10**400))


@pytest.mark.attack("B15", "B19")
@pytest.mark.parametrize("name", ["exp", "nbf", "iat"])
@pytest.mark.parametrize("value", ['"1900000000"', "true", "[]", "{}", "NaN", "Infinity", "-Infinity", "1e999"])
async def test_a_time_is_a_number(issuer: Issuer, name: str, value: str) -> None:
    """A text is none, and what is no number never ends."""
    claims = json.dumps({key: stated for key, stated in issuer.claims(nbf=NOW).items() if key != name})
    header = {"alg": "ES256", "kid": "k1"}
    assert await check(issuer, signed(header, f'{claims[:-1]}, "{name}": {NOW}}}'.encode(), issuer.key))
    token = signed(header, f'{claims[:-1]}, "{name}": {value}}}'.encode(), issuer.key)
    assert await why_not(issuer, token) == "malformed"


@pytest.mark.attack("B10")
@pytest.mark.parametrize("named", ["at+jwt", "AT+JWT", "application/at+jwt", "JWT", "jwt", "", "JOSE", None])
async def test_a_token_of_the_right_kind_is_taken(issuer: Issuer, named: str | None) -> None:
    """Or of none."""
    assert await check(issuer, issuer.token({"typ": named}), kind="at+jwt")


@pytest.mark.attack("B10")
@pytest.mark.parametrize("named", ["logout+jwt", "secevent+jwt", "dpop+jwt", "application/oauth-authz-req+JWT", "+jwt"])
async def test_a_token_of_another_kind_is_refused(issuer: Issuer, named: str) -> None:
    """RFC 8725 section 3.11. Where no kind is wanted, an access token is another kind as well."""
    for wanted in ("at+jwt", ""):
        assert await why_not(issuer, issuer.token({"typ": named}), kind=wanted) == "kind"
    assert await why_not(issuer, issuer.token({"typ": "at+jwt"})) == "kind"
    assert await check(issuer, issuer.token({"typ": "JWT"}))


def shapes() -> list[Callable[[str], str]]:
    """Ways to spoil a token."""
    return [
        lambda _: "",
        lambda _: ".",
        lambda _: "..",
        lambda _: "a.b.c",
        lambda _: "\u00fc.\u00fc.\u00fc",
        lambda _: "\ud800.a.b",
        lambda text: text.rpartition(".")[0],
        lambda text: text.rpartition(".")[0] + ".",
        lambda text: text[:-10],
        lambda text: text + ".a.b",
        lambda text: text + "=",
        lambda text: text + "\n",
        lambda text: " " + text,
        lambda text: "." + text.partition(".")[2],
        lambda text: text.replace(".", "..", 1),
        lambda text: encoded(b"[]") + "." + text.partition(".")[2],
        lambda text: encoded(b"{") + "." + text.partition(".")[2],
        lambda text: encoded(b'{"alg":"none","alg":"ES256","kid":"k1"}') + "." + text.partition(".")[2],
        lambda text: encoded(b"[" * 9000) + "." + text.partition(".")[2],
        lambda text: encoded(b'{"a":' * 2000) + "." + text.partition(".")[2],
    ]


@pytest.mark.attack("B15")
@pytest.mark.parametrize("spoil", shapes())
async def test_what_is_no_token_is_refused(issuer: Issuer, spoil: Callable[[str], str]) -> None:
    """And breaks nothing."""
    token = issuer.token()
    assert await check(issuer, token)
    assert await why_not(issuer, Secret(spoil(token.reveal()))) in {"malformed", "signature"}


@pytest.mark.attack("B15")
@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"[]",
        b"null",
        b'"text"',
        b"{",
        b"\xff",
        b"[" * 4000 + b"]" * 4000,
        b'{"a":' * 1500 + b"1" + b"}" * 1500,
        b'{"sub": "a1", "sub": "b2"}',
        rb'{"sub": "\ud800"}',
    ],
)
async def test_a_signed_payload_is_read_strictly_all_the_same(issuer: Issuer, payload: bytes) -> None:
    """An issuer can be wrong, too."""
    header = {"alg": "ES256", "kid": "k1"}
    good = json.dumps(issuer.claims()).encode()
    assert await check(issuer, signed(header, good, issuer.key))
    spoilt = payload if not payload.startswith(b'{"sub"') else good[:-1] + b", " + payload[1:]
    assert await why_not(issuer, signed(header, spoilt, issuer.key)) == "malformed"


@pytest.mark.attack("B15")
async def test_a_token_has_a_longest_length(issuer: Issuer) -> None:
    """Sixteen thousand letters; a longer one is not even read, and no key is looked for."""
    fitting = issuer.token(padding="x" * 11_000)
    assert await check(issuer, fitting)
    looks = issuer.looks
    issuer.now += 3600
    assert await why_not(issuer, issuer.token(padding="x" * 13_000)) == "too_long"
    assert issuer.looks == looks


async def test_without_keys_nothing_can_be_checked(issuer: Issuer) -> None:
    """An issuer that states no address of keys has none; one that is silent may answer later."""
    token = issuer.token()
    with pytest.raises(NotGood) as refused:
        await check_signed(issuer.cache.keys, None, token, issuer=issuer.origin, audience="me", now=NOW)
    assert refused.value.why == "no_keys"
    issuer.status = 503
    with pytest.raises(ProviderUnreachable):
        await check(issuer, token)
    issuer.status, issuer.now = 200, NOW + 5
    assert await check(issuer, token)
