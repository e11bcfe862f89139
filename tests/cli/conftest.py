"""The stage again, for the adapters."""

from __future__ import annotations

from house.conftest import stage

__all__ = ["stage"]
