"""The names of all faults, where each one strikes, and the queue of those that were ordered.

A fault strikes once, at the next reply of its place, and then the box is honest again. What each one does
stands in the table of its place: `callback.py`, `reply.py`, `claims.py`, `metadata.py`.
"""

from __future__ import annotations

import enum
import threading
from collections import defaultdict, deque

from elicitor.errors import Misuse

__all__ = ["Fault", "Mishaps", "Place"]


class Place(enum.Enum):
    """Which reply a fault spoils."""

    NOWHERE = "no reply"
    CALLBACK = "the redirect back to the client"
    PERSON = "whom a code is issued for"
    TOKEN = "the reply of the token endpoint"
    ID_TOKEN = "the claims of the ID token"
    METADATA = "the discovery document"


class Fault(enum.Enum):
    """One way to misbehave. `HONEST` is none.

    Attributes:
        label: its name in texts.
        place: which reply it spoils.
    """

    def __init__(self, label: str, place: Place) -> None:
        self.label = label
        self.place = place

    HONEST = ("honest", Place.NOWHERE)

    WRONG_ISSUER = ("wrong_issuer", Place.CALLBACK)
    MISSING_ISSUER = ("missing_issuer", Place.CALLBACK)
    FORGED_STATE = ("forged_state", Place.CALLBACK)
    MISSING_STATE = ("missing_state", Place.CALLBACK)
    MISSING_CODE = ("missing_code", Place.CALLBACK)
    REPEATED_CODE = ("repeated_code", Place.CALLBACK)
    DENIAL = ("denial", Place.CALLBACK)
    DENIAL_BY_WRONG_ISSUER = ("denial_by_wrong_issuer", Place.CALLBACK)
    SERVER_ERROR = ("server_error", Place.CALLBACK)

    OTHER_SUBJECT = ("other_subject", Place.PERSON)

    STATUS_500 = ("status_500", Place.TOKEN)
    STATUS_429 = ("status_429", Place.TOKEN)
    HTML_200 = ("html_200", Place.TOKEN)
    HANG = ("hang", Place.TOKEN)
    SLOW = ("slow", Place.TOKEN)
    CUT_OFF = ("cut_off", Place.TOKEN)
    LOST_REPLY = ("lost_reply", Place.TOKEN)
    NO_ACCESS_TOKEN = ("no_access_token", Place.TOKEN)
    ERROR_WITH_200 = ("error_with_200", Place.TOKEN)
    INVALID_GRANT = ("invalid_grant", Place.TOKEN)
    WRONG_TOKEN_TYPE = ("wrong_token_type", Place.TOKEN)
    ODD_EXPIRY = ("odd_expiry", Place.TOKEN)
    FEWER_SCOPES = ("fewer_scopes", Place.TOKEN)
    MORE_SCOPES = ("more_scopes", Place.TOKEN)
    NO_REFRESH_TOKEN = ("no_refresh_token", Place.TOKEN)
    HUGE = ("huge", Place.TOKEN)
    REPEATED_KEY = ("repeated_key", Place.TOKEN)
    REDIRECT = ("redirect", Place.TOKEN)

    WRONG_NONCE = ("wrong_nonce", Place.ID_TOKEN)
    WRONG_AUDIENCE = ("wrong_audience", Place.ID_TOKEN)
    STALE_ID_TOKEN = ("stale_id_token", Place.ID_TOKEN)
    ID_TOKEN_OF_OTHER_ISSUER = ("id_token_of_other_issuer", Place.ID_TOKEN)

    FOREIGN_METADATA = ("foreign_metadata", Place.METADATA)
    PLAIN_PKCE_ONLY = ("plain_pkce_only", Place.METADATA)
    METADATA_500 = ("metadata_500", Place.METADATA)


class Mishaps:
    """The faults that were ordered and have not struck yet. Safe to order from another thread."""

    def __init__(self) -> None:
        self._ordered: dict[Place, deque[Fault]] = defaultdict(deque)
        self._lock = threading.Lock()

    def order(self, *faults: Fault) -> None:
        """Let faults strike, each once, in this order at each place. `HONEST` cancels earlier ones."""
        with self._lock:
            for fault in faults:
                self._order(fault)

    def take(self, place: Place) -> Fault:
        """The fault that strikes now at a place, which is most often `HONEST`."""
        with self._lock:
            queue = self._ordered[place]
            return queue.popleft() if queue else Fault.HONEST

    def waiting(self) -> tuple[Fault, ...]:
        """What has not struck yet; a test may assert that nothing is left."""
        with self._lock:
            return tuple(fault for queue in self._ordered.values() for fault in queue)

    def _order(self, fault: Fault) -> None:
        if not isinstance(fault, Fault):
            raise Misuse("no_such_fault", f"{fault!r} is not a Fault of elicitor.testing.box.")
        if fault is Fault.HONEST:
            self._ordered.clear()
            return
        self._ordered[fault.place].append(fault)
