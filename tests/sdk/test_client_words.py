"""The SDK's objects in the client's words, and back."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitRequestURLParams, ElicitResult, InputRequiredResult

from elicitor.client.asked import AskedForm, AskedLink
from elicitor.client.rounds import Round
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.sdk.client_words import asked_in, links_required, responses, round_in, said

SCHEMA = {"type": "object", "properties": {"size": {"type": "string"}}}
URL = "https://mcp.example.com/x"


def test_what_is_asked_is_read() -> None:
    """Both modes."""
    form = asked_in(ElicitRequestFormParams(message="Your size?", requested_schema=SCHEMA))
    assert isinstance(form, AskedForm)
    assert form.unverified_schema == SCHEMA
    link = asked_in(ElicitRequestURLParams(message="Sign in", url=URL, elicitation_id="e-1"))
    assert isinstance(link, AskedLink)


@pytest.mark.requirement("FORM-13", "URL-8", "ACT-1")
@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        (Accepted({"size": "s"}), ElicitResult(action="accept", content={"size": "s"})),
        (Accepted(), ElicitResult(action="accept")),
        (Declined(), ElicitResult(action="decline")),
        (Cancelled(), ElicitResult(action="cancel")),
    ],
)
def test_content_goes_with_an_accepted_form_only(answer: Any, sent: ElicitResult) -> None:
    """Three actions, kept apart."""
    assert said(answer) == sent


@pytest.mark.requirement("ERR-5")
def test_an_error_asks_for_links_or_is_somebody_elses() -> None:
    """Another protocol uses the number as well."""
    listed = {"elicitations": [{"mode": "url", "elicitationId": "e", "message": "m", "url": URL}]}
    found = links_required(MCPError(-32042, "needed", listed))
    assert found is not None
    assert len(found.links) == 1
    assert links_required(MCPError(-32042, "needed", {"other": 1})) is None
    assert links_required(MCPError(-32603, "needed", listed)) is None


def test_a_round_has_the_servers_keys_and_state() -> None:
    """A result is passed through; answers go back under the same keys."""
    session: Any = None
    params = ElicitRequestFormParams(message="Your size?", requested_schema=SCHEMA)
    asked: Any = round_in(
        InputRequiredResult(input_requests={"q": ElicitRequest(params=params)}, request_state="s"), session
    )
    assert isinstance(asked, Round)
    assert (list(asked.requests), asked.state) == (["q"], "s")
    assert round_in("a result", session) == "a result"
    assert responses(None) is None
    assert responses({"q": Declined(), "other": "as it is"}) == {"q": said(Declined()), "other": "as it is"}
