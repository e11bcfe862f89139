"""Alembic runs this file for each command. It uses the connection it is given and reads no ini file."""

from __future__ import annotations

from alembic import context

from elicitor.vault.tables import metadata

_attributes = context.config.attributes

context.configure(
    connection=_attributes["connection"],
    target_metadata=metadata,
    version_table=_attributes["version_table"],
    render_as_batch=True,  # SQLite cannot alter a column in place
)
with context.begin_transaction():
    context.run_migrations()
