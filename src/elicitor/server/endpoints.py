"""Where a third party is to be talked to: from its metadata, or from the catalogue where it has none."""

from __future__ import annotations

from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import Provider
from elicitor.server.house import House

__all__ = ["endpoints_of"]


async def endpoints_of(house: House, provider: Provider) -> Endpoints:
    """The addresses of a provider.

    Raises:
        ProviderUnreachable: its metadata cannot be read now.
        ProviderBroke: its metadata is wrong.
    """
    return await house.metadata.endpoints(provider)
