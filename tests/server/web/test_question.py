"""The page of a question, rendered; tests/server/test_page_questions.py walks through it."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from elicitor.errors import WrongVisitor
from elicitor.protocol.link import validate_public_url
from elicitor.server.web.question import show_question, take_answer
from elicitor.testing.browser.markup import read_markup

pytestmark = pytest.mark.anyio


def a_house(schema: Any, message: str = "Which day?", *, takes: bool = True) -> Any:
    """One whose every ticket asks this."""
    told: list[Any] = []

    async def question_of(_: Any) -> bytes:
        return json.dumps({"message": message, "schema": schema}).encode()

    async def answer(_: Any, __: Any, content: bytes) -> Any:
        told.append(json.loads(content))
        return object() if takes else None

    async def emit(*_: Any, **__: Any) -> None:
        """Nobody listens."""

    return SimpleNamespace(
        name="Tables <b>",
        public_url=validate_public_url("https://mcp.example.com/sub", None),
        development=None,
        vault=SimpleNamespace(tickets=SimpleNamespace(question_of=question_of, answer=answer)),
        completion=SimpleNamespace(announce=lambda _: None),
        reporter=SimpleNamespace(emit=emit),
        told=told,
    )


CONFIRMED: Any = SimpleNamespace(
    ticket=SimpleNamespace(client_name="Chat", principal=SimpleNamespace(client_id="chat-1"), digest=b"d"),
    visitor=SimpleNamespace(account_name="alice"),
)
DAY = {"type": "object", "properties": {"day": {"type": "string", "format": "date"}}, "required": ["day"]}


async def shown(house: Any, **options: Any) -> str:
    """The page as text."""
    response = await show_question(house, CONFIRMED, "T" * 43, proof="p", **options)
    assert response.headers["referrer-policy"] == "same-origin"
    return bytes(response.body).decode()


async def test_the_page_says_who_asks_whom() -> None:
    """Everything escaped, posted under the prefix, with labels that belong to their controls."""
    html = await shown(a_house(DAY, "Which <i>day</i>?\nSay soon."))
    assert "Tables &lt;b&gt; has a question" in html
    assert "Which &lt;i&gt;day&lt;/i&gt;?<br>Say soon." in html
    assert '<label for="field-0">day</label>' in html
    assert 'aria-describedby="field-0-hint"' in html
    assert f'action="/sub/connect/{"T" * 43}"' in html
    assert [button.text for button in read_markup(html).forms[0].buttons] == [
        "Send the answer",
        "No, do not answer",
        "I am not alice",
    ]


async def test_a_problem_is_beside_its_field_and_at_the_top() -> None:
    """With links that lead from the one to the other; nothing is kept."""
    house = a_house(DAY)
    response = await take_answer(house, CONFIRMED, "T" * 43, proof="p", entries={"field-0": ["soon"]})
    html = bytes(response.body).decode()
    assert '<a href="#field-0">day</a>' in html
    assert 'id="field-0-problem"' in html
    assert 'aria-describedby="field-0-hint field-0-problem" aria-invalid="true"' in html
    assert house.told == []


async def test_an_answer_is_kept_once() -> None:
    """One that comes after the end is refused like any link that is over."""
    house = a_house(DAY)
    response = await take_answer(house, CONFIRMED, "T" * 43, proof="p", entries={"field-0": ["2026-12-24"]})
    assert "Your answer is in" in bytes(response.body).decode()
    assert house.told == [{"day": "2026-12-24"}]
    with pytest.raises(WrongVisitor):
        await take_answer(
            await take_answer(
                a_house(DAY, takes=False), CONFIRMED, "T" * 43, proof="p", entries={"field-0": ["2026-12-24"]}
            )
        )


async def test_a_large_form_is_shown_whole() -> None:
    """A hundred fields, and a list of two thousand."""
    many = {"type": "object", "properties": {f"field {number}": {"type": "string"} for number in range(100)}}
    assert (await shown(a_house(many))).count("<input id=") == 100
    long = {"type": "object", "properties": {"city": {"type": "string", "enum": [f"c{n}" for n in range(2000)]}}}
    assert (await shown(a_house(long))).count("<option") == 2001
