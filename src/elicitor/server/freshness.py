"""Keeping a grant fresh: one refresh at a time, in this process and in all others.

A refresh token is often good for one use only; two refreshes at once make the provider revoke everything
(RFC 9700 section 4.14). So whoever wants to refresh takes the lease of the grant's row, by a conditional write
that also checks the version. The losers wait and read what the winner stored. The deadline of the HTTP call is
shorter than the lease: whoever lost the lease cannot still be talking to the provider.

Only a definitive refusal marks a grant as in need of reconnection. A network fault or a 5xx changes nothing. When
the request went out and no answer came, nobody knows whether the refresh token is spent: the grant is marked
`unknown`, and is not refreshed blindly again.
"""

from __future__ import annotations

from dataclasses import dataclass

import anyio

from elicitor.errors import ElicitorError, ProviderBroke, ProviderSaidNo, ProviderUnreachable, Refused
from elicitor.identifiers import mint_identifier
from elicitor.oauth.refresh import refresh
from elicitor.server.endpoints import endpoints_of
from elicitor.server.house import House
from elicitor.vault.records import Grant

__all__ = ["EXPIRY_MARGIN", "ReconnectNeeded", "fresh_grant", "is_stale", "renew_grant"]

EXPIRY_MARGIN = 60
"""Seconds before its end from which an access token counts as expired. Applied here and nowhere else."""

LEASE_SECONDS = 30
"""Longer than the deadline of any call the refresh makes (`oauth.http.Limits.deadline`, twice)."""

_LOOK_AGAIN = 0.05


class ReconnectNeeded(Refused):
    """The grant cannot be used any more; the person has to connect again."""


@dataclass(frozen=True, slots=True)
class _Lease:
    grant: Grant
    holder: str


def is_stale(grant: Grant, now: int) -> bool:
    """Whether the access token is at its end. A token of unknown life counts as fresh until it is refused."""
    expires_at = grant.credential.expires_at
    return expires_at is not None and now >= expires_at - EXPIRY_MARGIN


async def fresh_grant(house: House, grant: Grant) -> Grant:
    """The grant, refreshed if its access token is at its end.

    Raises:
        ReconnectNeeded: it has ended and cannot be refreshed.
        ProviderUnreachable: the provider cannot be reached now. The grant is as it was; try again later.
    """
    if not is_stale(grant, house.clock()):
        return grant
    return await renew_grant(house, grant)


async def renew_grant(house: House, grant: Grant) -> Grant:
    """Refresh a grant, whatever its age: because its token has ended, or because the provider refused it.

    If somebody else has refreshed it since it was read, theirs is returned and no call is made.

    Raises:
        ReconnectNeeded: the provider refused for good, or there is nothing to refresh with.
        ProviderUnreachable: the provider cannot be reached now.
    """
    if grant.credential.refresh_token is None:
        raise await _needs_reconnect(house, grant, "no_refresh_token")
    with anyio.move_on_after(LEASE_SECONDS):
        while True:
            holder = mint_identifier()
            if await house.vault.grants.lease(grant.id, grant.version, holder, LEASE_SECONDS):
                return await _refresh_leased(house, _Lease(grant, holder))
            newer = await _newer_grant(house, grant)
            if newer is not None:
                return newer
            await anyio.sleep(_LOOK_AGAIN)
    raise ProviderUnreachable(
        "refresh_busy", "The account is being refreshed by another request that does not end. Try again."
    )


async def _newer_grant(house: House, grant: Grant) -> Grant | None:
    now_stored = await house.vault.grants.find(grant.owner, grant.connection)
    if now_stored is None or now_stored.id != grant.id:
        raise ReconnectNeeded("grant_gone", "The account was disconnected. Connect it again.")
    if now_stored.status != "active":
        raise ReconnectNeeded("needs_reconnect", "The account has to be connected again.")
    return now_stored if now_stored.version != grant.version else None


async def _refresh_leased(house: House, lease: _Lease) -> Grant:
    grant = lease.grant
    provider = house.provider(grant.connection)
    try:
        endpoints = await endpoints_of(house, provider)
        reply = await refresh(house.http, endpoints, provider, grant.credential, house.clock())
    except ProviderSaidNo as error:
        await house.vault.grants.release(grant.id, lease.holder)
        if not error.final:
            raise ProviderUnreachable(error.code, error.sentence, error=error.error) from error
        raise await _needs_reconnect(house, grant, error.error) from error
    except ProviderUnreachable as error:
        await _after_silence(house, lease, error)
        raise
    except ProviderBroke as error:
        await house.vault.grants.release(grant.id, lease.holder)
        await house.reporter.emit("refresh_broken", severity="fault", connection=grant.connection, because=error.code)
        raise ProviderUnreachable(error.code, error.sentence) from error
    renewed = await house.vault.grants.renew(grant, lease.holder, reply.credential)
    if renewed is None:
        raise ProviderUnreachable("refresh_fenced", "The refresh took too long. Try again.")
    await house.reporter.emit("grant_refreshed", connection=grant.connection, version=renewed.version)
    return renewed


async def _after_silence(house: House, lease: _Lease, error: ElicitorError) -> None:
    grant = lease.grant
    await house.vault.grants.release(grant.id, lease.holder)
    if error.code != "refresh_unknown":
        return
    await house.vault.grants.mark(grant.id, grant.version, "unknown", error.code)
    await house.reporter.emit("refresh_unknown", severity="fault", connection=grant.connection)


async def _needs_reconnect(house: House, grant: Grant, reason: str) -> ReconnectNeeded:
    await house.vault.grants.mark(grant.id, grant.version, "needs_reconnect", reason)
    await house.reporter.emit("needs_reconnect", severity="refused", connection=grant.connection, because=reason)
    return ReconnectNeeded("needs_reconnect", "The account has to be connected again.", reason=reason)
