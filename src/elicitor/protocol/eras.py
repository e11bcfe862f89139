"""The two eras of the protocol. Only this file and `sdk/` know version strings.

Era A, 2025-11-25 and older: the server sends requests on an open connection, or refuses a call with error
-32042 and later tells that an elicitation is complete. Era B, 2026-07-28 and newer: the server returns an
`InputRequiredResult` and the client calls again. Revision 2025-06-18 belongs to era A and knows forms only.

Revisions are dates, so they compare as texts.
"""

from __future__ import annotations

import enum
import re

from elicitor.errors import PeerBroke

__all__ = ["FIRST_OF_ERA_B", "FIRST_WITH_LINKS", "Era", "era_of", "knows_links"]

FIRST_WITH_LINKS = "2025-11-25"
FIRST_OF_ERA_B = "2026-07-28"

_REVISION = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


class Era(enum.Enum):
    """Which of the two ways of asking a connection speaks."""

    A = "a"
    B = "b"


def era_of(revision: str) -> Era:
    """The era of a negotiated protocol revision.

    Raises:
        PeerBroke: `unknown_revision`, the text is not a date. Do not ask anything on this connection.
    """
    return Era.B if _dated(revision) >= FIRST_OF_ERA_B else Era.A


def knows_links(revision: str) -> bool:
    """Whether peers at this revision know URL mode at all.

    Raises:
        PeerBroke: as `era_of`.
    """
    return _dated(revision) >= FIRST_WITH_LINKS


def _dated(revision: str) -> str:
    if _REVISION.match(revision):
        return revision
    raise PeerBroke(
        "unknown_revision",
        "The client speaks a revision of the protocol that this server does not know.",
        revision=revision[:40],
    )
