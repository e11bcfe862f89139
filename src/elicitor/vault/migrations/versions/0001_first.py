"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    _create_grants()
    _create_tickets()
    _create_attempts()
    _create_sessions()
    _create_events()


def _person() -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in ("tenant", "issuer", "subject")]


def _create_grants() -> None:
    op.create_table(
        "elicitor_grants",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("owner_key", sa.LargeBinary, nullable=False),
        *_person(),
        sa.Column("connection", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("key_name", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("lease_holder", sa.Text, nullable=False),
        sa.Column("lease_until", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_elicitor_grants"),
        sa.UniqueConstraint("owner_key", "connection", "account", name="uq_elicitor_grants_owner_key"),
    )
    op.create_table(
        "elicitor_grant_clients",
        sa.Column("grant_id", sa.Text, nullable=False),
        sa.Column("client_key", sa.LargeBinary, nullable=False),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("agreed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("grant_id", "client_key", name="pk_elicitor_grant_clients"),
        sa.ForeignKeyConstraint(
            ["grant_id"],
            ["elicitor_grants.id"],
            name="fk_elicitor_grant_clients_grant_id",
            ondelete="CASCADE",
        ),
    )


def _create_tickets() -> None:
    op.create_table(
        "elicitor_tickets",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("owner_key", sa.LargeBinary, nullable=False),
        *_person(),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("client_name", sa.Text, nullable=False),
        sa.Column("connection", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("errand", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("mismatches", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_elicitor_tickets"),
    )
    op.create_index("ix_elicitor_tickets_owner_key", "elicitor_tickets", ["owner_key"])
    op.create_index("ix_elicitor_tickets_expires_at", "elicitor_tickets", ["expires_at"])


def _create_attempts() -> None:
    op.create_table(
        "elicitor_attempts",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("ticket", sa.LargeBinary, nullable=False),
        sa.Column("session", sa.LargeBinary, nullable=False),
        sa.Column("flow", sa.LargeBinary, nullable=False),
        *_person(),
        sa.Column("connection", sa.Text, nullable=False),
        sa.Column("provider_issuer", sa.Text, nullable=False),
        sa.Column("redirect_uri", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("taken_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_elicitor_attempts"),
        sa.ForeignKeyConstraint(
            ["ticket"], ["elicitor_tickets.digest"], name="fk_elicitor_attempts_ticket", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_elicitor_attempts_ticket", "elicitor_attempts", ["ticket"])


def _create_sessions() -> None:
    op.create_table(
        "elicitor_sessions",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("signed_in_with", sa.LargeBinary, nullable=False),
        *_person(),
        sa.Column("account_name", sa.Text, nullable=False),
        sa.Column("signed_in_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("digest", name="pk_elicitor_sessions"),
        sa.UniqueConstraint("signed_in_with", name="uq_elicitor_sessions_signed_in_with"),
    )
    op.create_index("ix_elicitor_sessions_expires_at", "elicitor_sessions", ["expires_at"])


def _create_events() -> None:
    op.create_table(
        "elicitor_events",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("severity", sa.Text, nullable=False),
        sa.Column("reference", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_elicitor_events"),
    )
    op.create_index("ix_elicitor_events_code", "elicitor_events", ["code"])
    op.create_index("ix_elicitor_events_at", "elicitor_events", ["at"])
