"""Discovery: both addresses, byte-exact, and only what the box does."""

from __future__ import annotations

import httpx2
import pytest

from elicitor.testing import AuthorizationServer
from testing.place import MakeBox, Place

pytestmark = pytest.mark.anyio

BOTH = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]


@pytest.mark.parametrize("path", BOTH)
async def test_the_issuer_is_byte_exact(
    box: AuthorizationServer, place: Place, http: httpx2.AsyncClient, path: str
) -> None:
    """RFC 8414 section 3.3: the issuer is the address that the document was asked at."""
    found = (await http.get(f"{place.origin}{path}")).json()
    assert found["issuer"] == place.origin == box.issuer
    for name, value in found.items():
        if name.endswith(("_endpoint", "_uri")):
            assert value.startswith(f"{place.origin}/")


async def test_says_what_it_does(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """PKCE with S256 only, `iss` in callbacks, code flow only."""
    found = (await http.get(f"{box.issuer}{BOTH[0]}")).json()
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["authorization_response_iss_parameter_supported"] is True
    assert found["response_types_supported"] == ["code"]
    assert found["subject_types_supported"] == ["public"]
    assert found["id_token_signing_alg_values_supported"] == ["ES256"]
    assert "registration_endpoint" not in found


async def test_both_documents_are_the_same(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """One document, two addresses."""
    first, second = [(await http.get(f"{box.issuer}{path}")).json() for path in BOTH]
    assert first == second


async def test_a_pairwise_box_says_so(make_box: MakeBox, http: httpx2.AsyncClient) -> None:
    """Subject types follow the setting, and RS256 is the default algorithm."""
    box = make_box(pairwise=True, algorithm="RS256")
    found = (await http.get(f"{box.issuer}{BOTH[0]}")).json()
    assert found["subject_types_supported"] == ["pairwise"]
    assert found["id_token_signing_alg_values_supported"] == ["RS256"]


async def test_publishes_only_the_public_half_of_its_key(box: AuthorizationServer, http: httpx2.AsyncClient) -> None:
    """RFC 7517: no private member is in the set."""
    (key,) = (await http.get(f"{box.issuer}/jwks")).json()["keys"]
    assert set(key) == {"kty", "crv", "x", "y", "kid", "use", "alg"}
