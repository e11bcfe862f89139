"""What all endpoints of one box share. Endpoints get it as their first argument; there is no global state."""

from __future__ import annotations

from dataclasses import dataclass, field

from elicitor.errors import Misuse
from elicitor.testing.box.faults import Mishaps
from elicitor.testing.box.keys import SigningKey
from elicitor.testing.box.ledger import Ledger
from elicitor.testing.box.record import Record
from elicitor.testing.box.settings import Client, Settings
from elicitor.testing.box.visits import Visits

__all__ = ["Parts"]


@dataclass(slots=True)
class Parts:
    """The state of one box.

    Attributes:
        consents: for `auto_approve`, the scopes each (subject, client) has agreed to.
    """

    settings: Settings
    key: SigningKey
    ledger: Ledger
    visits: Visits
    clients: dict[str, Client] = field(default_factory=dict)
    resources: list[str] = field(default_factory=list)
    mishaps: Mishaps = field(default_factory=Mishaps)
    record: Record = field(default_factory=Record)
    consents: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    address: str = ""

    @property
    def issuer(self) -> str:
        """The address of the box, byte for byte as it stands in every document and token.

        Raises:
            Misuse: `no_issuer`, the box has no address yet. Give it `issuer=`, or run it with `serve()`.
        """
        if self.address:
            return self.address
        raise Misuse("no_issuer", "The test server has no address yet. Pass issuer=, or run it with serve().")
