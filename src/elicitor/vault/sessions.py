"""Sessions: browsers of which we know who sits at them.

A session row outlives the session: the sign-in that opened it is remembered for as long as anybody could
bring it back, so that it opens no second session, not even after signing out.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, select, update

from elicitor.clock import Clock
from elicitor.errors import Refused
from elicitor.identifiers import digest_of, is_identifier, mint_identifier
from elicitor.principal import Owner
from elicitor.vault.columns import owner_of, person_columns, tidy
from elicitor.vault.records import Session
from elicitor.vault.statements import insert_unless_taken
from elicitor.vault.storage import Storage
from elicitor.vault.sweeping import page_of
from elicitor.vault.tables import sessions

__all__ = ["Sessions"]

_TOUCH_SECONDS = 60

_FIND = select(sessions).where(
    sessions.c.digest == bindparam("wanted"),
    sessions.c.closed_at.is_(None),
    sessions.c.expires_at > bindparam("now"),
    sessions.c.seen_at > bindparam("not_idle_since"),
)
_TOUCH = (
    update(sessions)
    .where(sessions.c.digest == bindparam("wanted"), sessions.c.closed_at.is_(None))
    .values(seen_at=bindparam("now"))
    .returning(*sessions.c)
)
_CLOSE = (
    update(sessions)
    .where(sessions.c.digest == bindparam("wanted"), sessions.c.closed_at.is_(None))
    .values(closed_at=bindparam("now"))
)
_SWEEP = delete(sessions).where(
    sessions.c.digest.in_(
        page_of(
            sessions.c.digest,
            sessions.c.expires_at < bindparam("before"),
            most=bindparam("most"),
            oldest_first=sessions.c.expires_at,
        )
    )
)


class Sessions:
    """The store of sessions.

    Args:
        storage: started before the first use.
        clock: tells which sessions are over.
    """

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock

    async def open(
        self, owner: Owner, account_name: str, *, signed_in_with: bytes, absolute: timedelta
    ) -> tuple[str, Session]:
        """Open a session for somebody who has just signed in, under a new identifier (A5).

        Args:
            owner: who signed in.
            account_name: to greet them with; stored without control characters, cut to 200.
            signed_in_with: the digest of the sign-in's state. It opens one session, ever.
            absolute: when the session ends, however busy it is.

        Returns:
            The identifier for the cookie, which is stored nowhere, and the session.

        Raises:
            Refused: `sign_in_replayed`, this sign-in opened a session before; `text_not_storable`.
        """
        identifier = mint_identifier()
        now = self._clock()
        session = Session(
            digest=digest_of(identifier),
            owner=owner,
            account_name=tidy(account_name),
            signed_in_at=now,
            seen_at=now,
            expires_at=now + int(absolute.total_seconds()),
        )
        values = _values_of(session) | {"signed_in_with": signed_in_with}

        def work(connection: Connection) -> bool:
            return insert_unless_taken(connection, sessions, values)

        if await self._storage.write(work):
            return identifier, session
        raise Refused("sign_in_replayed", "This sign-in was used already. Sign in again.")

    async def find(self, unverified_id: str, idle: timedelta) -> Session | None:
        """The live session of a cookie; None where there is none, or it was closed, left idle or is over.

        Args:
            unverified_id: the content of the cookie.
            idle: for how long it may stay unused. Use is noted once a minute.
        """
        if not is_identifier(unverified_id):
            return None
        now = self._clock()
        values = {
            "wanted": digest_of(unverified_id),
            "now": now,
            "not_idle_since": now - int(idle.total_seconds()),
        }
        row = await self._storage.read(lambda connection: connection.execute(_FIND, values).one_or_none())
        if row is not None and row.seen_at <= now - _TOUCH_SECONDS:
            row = await self._storage.write(
                lambda connection: connection.execute(_TOUCH, {"wanted": values["wanted"], "now": now}).one_or_none()
            )
        return None if row is None else _session_of(row)

    async def close(self, unverified_id: str) -> None:
        """Sign out. Does nothing where there is no such session."""
        if not is_identifier(unverified_id):
            return
        values = {"wanted": digest_of(unverified_id), "now": self._clock()}
        await self._storage.write(lambda connection: connection.execute(_CLOSE, values).rowcount)

    async def sweep(self, before: int, limit: int = 500) -> int:
        """Delete sessions that were over before a moment, which must lie further back than any sign-in lasts.

        Returns:
            How many were deleted, at most `limit`. Call again while it is as many.
        """
        values = {"before": before, "most": limit}
        return await self._storage.write(lambda connection: connection.execute(_SWEEP, values).rowcount)


def _values_of(session: Session) -> dict[str, Any]:
    return {
        "digest": session.digest,
        **person_columns(session.owner),
        "account_name": session.account_name,
        "signed_in_at": session.signed_in_at,
        "seen_at": session.seen_at,
        "expires_at": session.expires_at,
    }


def _session_of(row: Row[Any]) -> Session:
    return Session(
        digest=row.digest,
        owner=owner_of(row),
        account_name=row.account_name,
        signed_in_at=row.signed_in_at,
        seen_at=row.seen_at,
        expires_at=row.expires_at,
    )
