"""Runs the migrations in a transaction that is open already. The only importer of Alembic."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

__all__ = ["upgrade"]


def upgrade(connection: Connection, version_table: str, revision: str = "head") -> None:
    """Bring the tables to a revision, the newest if none is named. The caller commits, or rolls it all back."""
    config = Config()
    config.set_main_option("script_location", "elicitor.vault:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    config.attributes["version_table"] = version_table
    command.upgrade(config, revision)
