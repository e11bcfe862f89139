"""The authorization request, and the answer to it (RFC 6749 section 4.1, RFC 9207, RFC 9700 section 4.4)."""

from __future__ import annotations

import hmac
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from elicitor.errors import ProviderBroke, ProviderSaidNo
from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.pkce import challenge
from elicitor.oauth.provider import Provider
from elicitor.secret import Secret

__all__ = ["ValidCallback", "authorization_url", "known_error", "validate_callback"]

_ERROR = re.compile(r"[a-z0-9_.-]{1,60}\Z")
_LONGEST_CODE = 4096
_PROOF = object()


@dataclass(frozen=True, slots=True)
class ValidCallback:
    """Proof that an answer was checked. Only `validate_callback` makes one; the exchange takes nothing else."""

    code: Secret
    _proof: object

    def __post_init__(self) -> None:
        if self._proof is not _PROOF:
            raise TypeError("a ValidCallback comes from validate_callback() only")


def authorization_url(
    endpoints: Endpoints,
    provider: Provider,
    *,
    redirect_uri: str,
    scopes: frozenset[str],
    state: str,
    nonce: Secret,
    verifier: Secret,
    resource: str | None = None,
    prompt: str | None = None,
) -> str:
    """Where to send the browser. PKCE with S256 always; the nonce where the request is for OpenID Connect.

    The provider's own parameters come first, so that none of them replaces what protects the trip.
    """
    query = {
        **provider.authorize_parameters,
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": redirect_uri,
        "state": state,
        "code_challenge": challenge(verifier),
        "code_challenge_method": "S256",
    }
    if scopes:
        query["scope"] = provider.scope_separator.join(sorted(scopes))
    if "openid" in scopes:
        query["nonce"] = nonce.reveal()
    if resource is not None:
        query["resource"] = resource
    if prompt is not None:
        query["prompt"] = prompt
    joint = "&" if urlsplit(endpoints.authorization).query else "?"
    return f"{endpoints.authorization}{joint}{urlencode(query)}"


def validate_callback(
    unverified: Sequence[tuple[str, str]], *, expected_issuer: str | None, iss_supported: bool
) -> ValidCallback:
    """Check the answer of an authorization server. The caller found its own trip by the `state` already.

    The issuer is compared first, byte for byte, on errors as well, before anything else of the answer is read.

    Raises:
        ProviderBroke: `callback_repeated`, `issuer_mismatch`, `callback_malformed`.
        ProviderSaidNo: `provider_refused` where the person said no there; `provider_error` else.
    """
    counts = Counter(name for name, _ in unverified)
    if any(counts[name] > 1 for name in ("state", "code", "iss", "error")):
        raise ProviderBroke("callback_repeated", "The answer from the other side is contradictory.")
    answer = dict(unverified)
    _check_issuer(answer.get("iss"), expected_issuer, supported=iss_supported)
    error = answer.get("error")
    if error is not None:
        raise _said_no(known_error(error))
    code = answer.get("code", "")
    if not 0 < len(code) <= _LONGEST_CODE or not code.isprintable():
        raise ProviderBroke("callback_malformed", "The answer from the other side is incomplete.")
    return ValidCallback(Secret(code), _PROOF)


def known_error(error: object) -> str:
    """An OAuth error code, or `unknown` where it is not in the alphabet of such codes."""
    return error if isinstance(error, str) and _ERROR.match(error) else "unknown"


def _check_issuer(stated: str | None, expected: str | None, *, supported: bool) -> None:
    if stated is None and not supported:
        return
    if expected is None and stated is not None:
        return  # a provider without an issuer of its own: there is nothing to compare with
    if stated is not None and expected is not None and hmac.compare_digest(stated.encode(), expected.encode()):
        return
    raise ProviderBroke("issuer_mismatch", "The answer does not come from where you were sent.")


def _said_no(error: str) -> ProviderSaidNo:
    if error == "access_denied":
        return ProviderSaidNo(
            "provider_refused", "You did not allow it there, so nothing was connected.", error=error, final=False
        )
    return ProviderSaidNo(
        "provider_error", "The other side could not do this. Nothing was connected.", error=error, final=False
    )
