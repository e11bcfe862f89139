"""The stage again, for the server's rooms."""

from __future__ import annotations

from house.conftest import stage

__all__ = ["stage"]
