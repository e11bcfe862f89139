"""Authorization servers and a browser by other people."""

from __future__ import annotations

from support.chromium import chromium
from support.oidc_provider.fixtures import start_oidc_provider

__all__ = ["chromium", "start_oidc_provider"]
