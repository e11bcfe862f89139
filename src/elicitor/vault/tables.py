"""The tables of the vault, for SQLite and PostgreSQL alike.

Rules. Times are epoch seconds. People are stored as they are (tenant, issuer, subject) and found by
`owner_key`, a digest of the three, because an index of long texts has limits. Secrets are only in columns
whose names begin with `sealed`; identifiers that open something are only there as digests. Names begin with
`elicitor_`, so that a database can be shared with other programs. A change here needs a migration; a test compares
the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "attempts",
    "effects",
    "events",
    "grant_clients",
    "grants",
    "metadata",
    "remembered",
    "sessions",
    "spent",
    "tickets",
]

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _person() -> list[Column[str]]:
    return [
        Column("tenant", Text, nullable=False),
        Column("issuer", Text, nullable=False),
        Column("subject", Text, nullable=False),
    ]


def _time(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


grants = Table(
    "elicitor_grants",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner_key", LargeBinary, nullable=False),
    *_person(),
    Column("connection", Text, nullable=False),
    # Which of several accounts of one connection. There is one for now, and its name is the empty text.
    Column("account", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    # The name of the key that sealed the row, so that rows under an old or a lost key can be counted.
    Column("key_name", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("lease_holder", Text, nullable=False),
    _time("lease_until"),
    _time("created_at"),
    _time("updated_at"),
    UniqueConstraint("owner_key", "connection", "account"),
)

grant_clients = Table(
    "elicitor_grant_clients",
    metadata,
    Column("grant_id", Text, ForeignKey("elicitor_grants.id", ondelete="CASCADE"), nullable=False),
    Column("client_key", LargeBinary, nullable=False),
    Column("client_id", Text, nullable=False),
    _time("agreed_at"),
    PrimaryKeyConstraint("grant_id", "client_key"),
)

tickets = Table(
    "elicitor_tickets",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("owner_key", LargeBinary, nullable=False, index=True),
    *_person(),
    Column("client_id", Text, nullable=False),
    Column("client_name", Text, nullable=False),
    Column("connection", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("errand", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("mismatches", Integer, nullable=False),
    _time("created_at"),
    _time("expires_at"),
    # A question that is answered on a page, and its answer; no account is asked for then.
    Column("sealed_question", LargeBinary),
    Column("sealed_answer", LargeBinary),
    Index(None, "expires_at"),
)

attempts = Table(
    "elicitor_attempts",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column(
        "ticket",
        LargeBinary,
        ForeignKey("elicitor_tickets.digest", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("session", LargeBinary, nullable=False),
    Column("flow", LargeBinary, nullable=False),
    *_person(),
    Column("connection", Text, nullable=False),
    Column("provider_issuer", Text, nullable=False),
    Column("redirect_uri", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    # Empty once the attempt has ended well: its secrets are spent.
    Column("sealed", LargeBinary, nullable=False),
    Column("taken_at", BigInteger),
    Column("ended_at", BigInteger),
    _time("created_at"),
    _time("expires_at"),
)

sessions = Table(
    "elicitor_sessions",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    # The sign-in that opened the session. A sign-in opens one session, ever.
    Column("signed_in_with", LargeBinary, nullable=False, unique=True),
    *_person(),
    Column("account_name", Text, nullable=False),
    _time("signed_in_at"),
    _time("seen_at"),
    _time("expires_at"),
    Column("closed_at", BigInteger),
    Index(None, "expires_at"),
)

spent = Table(
    "elicitor_spent",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    _time("keep_until"),
    Index(None, "keep_until"),
)

effects = Table(
    "elicitor_effects",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("status", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    _time("lease_until"),
    _time("keep_until"),
    Index(None, "keep_until"),
)

remembered = Table(
    "elicitor_remembered",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner_key", LargeBinary, nullable=False),
    *_person(),
    Column("name", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("key_name", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    _time("updated_at"),
    UniqueConstraint("owner_key", "name"),
)

events = Table(
    "elicitor_events",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    _time("at"),
    Column("code", Text, nullable=False, index=True),
    Column("severity", Text, nullable=False),
    Column("reference", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Index(None, "at"),
)
