"""The queue of ordered faults."""

from __future__ import annotations

from elicitor.testing.box.faults import Fault, Mishaps, Place
from elicitor.testing.box.faults.callback import CALLBACK_FAULTS
from elicitor.testing.box.faults.claims import CLAIM_FAULTS
from elicitor.testing.box.faults.metadata import METADATA_FAULTS
from elicitor.testing.box.faults.reply import FAULTS_AFTER, FAULTS_BEFORE


def test_a_fault_strikes_once_at_its_place() -> None:
    """And the others wait for theirs, in order."""
    mishaps = Mishaps()
    mishaps.order(Fault.STATUS_500, Fault.DENIAL, Fault.HTML_200)
    assert mishaps.take(Place.METADATA) is Fault.HONEST
    assert mishaps.take(Place.TOKEN) is Fault.STATUS_500
    assert mishaps.take(Place.TOKEN) is Fault.HTML_200
    assert mishaps.take(Place.TOKEN) is Fault.HONEST
    assert mishaps.waiting() == (Fault.DENIAL,)


def test_honest_cancels() -> None:
    """All that was ordered before; what comes after it counts."""
    mishaps = Mishaps()
    mishaps.order(Fault.STATUS_500, Fault.HONEST, Fault.DENIAL)
    assert mishaps.waiting() == (Fault.DENIAL,)


def test_every_fault_stands_in_the_table_of_its_place() -> None:
    """A fault without an effect would make tests pass for nothing."""
    tables = {
        Place.CALLBACK: set(CALLBACK_FAULTS),
        Place.ID_TOKEN: set(CLAIM_FAULTS),
        Place.METADATA: set(METADATA_FAULTS),
        Place.TOKEN: {*FAULTS_BEFORE, *FAULTS_AFTER, Fault.HANG, Fault.SLOW},
        Place.PERSON: {Fault.OTHER_SUBJECT},
        Place.NOWHERE: {Fault.HONEST},
    }
    for place, table in tables.items():
        assert table == {fault for fault in Fault if fault.place is place}
    assert len({fault.label for fault in Fault}) == len(Fault)
