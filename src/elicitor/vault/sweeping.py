"""Changing many rows a page at a time, beside others who do the same."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, select

__all__ = ["page_of"]


def page_of(
    key: ColumnElement[Any],
    over: ColumnElement[bool],
    *,
    most: Any,
    oldest_first: ColumnElement[Any] | None = None,
) -> Select[Any]:
    """The keys of at most `most` rows, for `key.in_(...)` of an UPDATE or DELETE.

    The rows are locked; those that somebody else has locked are passed over, so two sweepers do not wait for
    each other. (SQLite has one writer.) They are named in a WITH, which PostgreSQL runs once: a subquery with
    LIMIT it may run again for each row, and find others each time, so that more go than were to.

    Args:
        key: of the table.
        over: which rows.
        most: a number, or a parameter.
        oldest_first: in which order; None where it does not matter.
    """
    due = select(key.label("due")).where(over).limit(most).with_for_update(skip_locked=True)
    if oldest_first is not None:
        due = due.order_by(oldest_first)
    return select(due.cte("page", nesting=True).c.due)
