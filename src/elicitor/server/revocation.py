"""Giving tokens back that we do not keep (RFC 7009)."""

from __future__ import annotations

from elicitor.credential import Credential
from elicitor.errors import ElicitorError
from elicitor.oauth.provider import Provider
from elicitor.oauth.revoke import revoke
from elicitor.server.endpoints import endpoints_of
from elicitor.server.house import House

__all__ = ["revoke_quietly"]


async def revoke_quietly(house: House, provider: Provider, credential: Credential) -> bool:
    """Revoke a credential at its provider; returns whether the provider confirmed it.

    Never raises: the credential is dropped here in any case, and a provider that cannot revoke is written down.
    """
    try:
        endpoints = await endpoints_of(house, provider)
        revoked = await revoke(house.http, endpoints, provider, credential)
    except ElicitorError as error:
        await house.reporter.emit("revocation_failed", severity="fault", connection=provider.name, because=error.code)
        return False
    await house.reporter.emit("revoked", connection=provider.name, confirmed=revoked)
    return revoked
