"""The call that is running."""

from __future__ import annotations

from typing import Any, cast

import pytest

from elicitor.errors import Misuse
from elicitor.sdk.calls import CurrentCall, current_call, set_call
from elicitor.sdk.rounds import Round
from elicitor.server.interview import Interview, Record


def test_it_is_there_inside_a_call_and_nowhere_else() -> None:
    """Outside it says so."""
    with pytest.raises(Misuse):
        current_call()
    call = CurrentCall(cast("Any", None), Round(), Interview(Record(), {}), cast("Any", None))
    token = set_call(call)
    assert current_call() is call
    token.var.reset(token)
    with pytest.raises(Misuse):
        current_call()
