"""What questions need: forms on a page, effects that happen once, answers that are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add it."""
    op.add_column("elicitor_tickets", sa.Column("sealed_question", sa.LargeBinary))
    op.add_column("elicitor_tickets", sa.Column("sealed_answer", sa.LargeBinary))
    op.create_table(
        "elicitor_spent",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("keep_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_elicitor_spent"),
    )
    op.create_index("ix_elicitor_spent_keep_until", "elicitor_spent", ["keep_until"])
    _create_effects()
    _create_remembered()


def _create_effects() -> None:
    op.create_table(
        "elicitor_effects",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("lease_until", sa.BigInteger, nullable=False),
        sa.Column("keep_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_elicitor_effects"),
    )
    op.create_index("ix_elicitor_effects_keep_until", "elicitor_effects", ["keep_until"])


def _create_remembered() -> None:
    op.create_table(
        "elicitor_remembered",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("owner_key", sa.LargeBinary, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("tenant", "issuer", "subject")),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("key_name", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_elicitor_remembered"),
        sa.UniqueConstraint("owner_key", "name", name="uq_elicitor_remembered_owner_key"),
    )
