"""A server made with elicitor that has what the official conformance suite calls, for other people's clients too.

Started as a program it serves over streamable HTTP on a free port and says where, as JSON on its first line.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import warnings
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp_types import CreateMessageResult, ListRootsResult, SamplingMessage, TextContent
from pydantic import BaseModel, Field

from elicitor import Cancelled, Declined, Elicitor, Filled, ask
from elicitor.protocol.forms import Choice, read_form
from elicitor.testing import run_app

__all__ = ["build"]


class Person(BaseModel):
    """A name."""

    name: str


class Colour(BaseModel):
    """A colour."""

    color: str


class Agreed(BaseModel):
    """Yes or no."""

    ok: bool


class Topic(BaseModel):
    """What a prompt is about."""

    context: str


@dataclass
class Contact:
    """Who somebody is."""

    username: Annotated[str, Field(description="User's response")]
    email: Annotated[str, Field(description="User's email address")]


class Suggested(BaseModel):
    """Every plain kind, with a default."""

    name: str = "John Doe"
    age: int = 30
    score: float = 95.5
    status: Literal["active", "inactive", "pending"] = "active"
    verified: bool = True


def labelled(word: str, label: str) -> list[dict[str, str]]:
    """Three entries of a list with labels."""
    return [
        {"const": f"{word}{number}", "title": f"{name} {label}"}
        for number, name in enumerate(("First", "Second", "Third"), 1)
    ]


PLAIN = ["option1", "option2", "option3"]
LISTS = read_form(
    {
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": PLAIN},
            "titledSingle": {"type": "string", "oneOf": labelled("value", "Option")},
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": PLAIN}},
            "titledMulti": {"type": "array", "items": {"anyOf": labelled("value", "Choice")}},
        },
    }
)
assert isinstance(LISTS.fields[0].choices[0], Choice)


def told(answer: Any) -> str:
    """An outcome, as the suite wants to read it."""
    match answer:
        case Filled(value):
            content = value if isinstance(value, dict) else vars(value)
            return f"action=accept, content={json.dumps(content)}"
        case Declined():
            return "action=decline"
        case Cancelled():
            return "action=cancel"
    raise AssertionError(answer)


def build() -> MCPServer[Any]:
    """The server."""
    mcp: MCPServer[Any] = MCPServer("Asking")
    Elicitor().attach(mcp)
    _register_older(mcp)
    _register_newer(mcp)
    _register_of_the_sdk(mcp)
    return mcp


def _register_older(mcp: MCPServer[Any]) -> None:
    @mcp.tool()
    async def test_elicitation(message: str) -> str:
        """Asks for two texts."""
        return f"User response: {told(await ask.answer(Contact, message))}"

    @mcp.tool()
    async def test_elicitation_sep1034_defaults() -> str:
        """Asks with defaults."""
        return f"Elicitation completed: {told(await ask.answer(Suggested, 'Please look over these values'))}"

    @mcp.tool()
    async def test_elicitation_sep1330_enums() -> str:
        """Asks with every kind of list."""
        answer = await ask.answer(LISTS, "Please choose")  # type: ignore[arg-type]
        return f"Elicitation completed: {told(answer)}"


def _register_newer(mcp: MCPServer[Any]) -> None:
    @mcp.tool()
    async def test_input_required_result_elicitation() -> str:
        """Asks for a name."""
        return f"Hello, {(await ask.form(Person, 'What is your name?', key='user_name')).name}!"

    @mcp.tool()
    async def test_input_required_result_request_state() -> str:
        """Asks for a yes."""
        await ask.form(Agreed, "Please confirm", key="confirm")
        return "state-ok"

    @mcp.tool()
    async def test_input_required_result_tampered_state() -> str:
        """Asks for a yes."""
        return str((await ask.form(Agreed, "Please confirm", key="confirm")).ok)

    @mcp.tool()
    async def test_input_required_result_multi_round() -> str:
        """Asks twice."""
        person = await ask.form(Person, "Step 1: What is your name?", key="step1")
        colour = await ask.form(Colour, "Step 2: What is your favorite color?", key="step2")
        return f"{person.name} likes {colour.color}"

    @mcp.prompt()
    async def test_input_required_result_prompt() -> str:
        """Asks what it is about."""
        topic = await ask.form(Topic, "What context should the prompt use?", key="user_context")
        return f"About {topic.context}"


async def ask_model(ctx: Context) -> Any:
    """Asks the client's model."""
    text = TextContent(type="text", text="What is the capital of France?")
    return Sample([SamplingMessage(role="user", content=text)], max_tokens=100)


async def ask_roots(ctx: Context) -> Any:
    """Asks for the client's roots."""
    return ListRoots()


async def ask_name(ctx: Context) -> Any:
    """Asks for a name by the SDK's own means."""
    return Elicit("What is your name?", Person)


async def ask_somebody(ctx: Context) -> Any:
    """Asks the person where forms are shown, and the model otherwise."""
    declared = ctx.client_capabilities
    return await (ask_name(ctx) if declared is not None and declared.elicitation is not None else ask_model(ctx))


def _register_of_the_sdk(mcp: MCPServer[Any]) -> None:
    """What elicitor has nothing to do with goes on working beside it."""

    @mcp.tool()
    async def test_input_required_result_sampling(said: Annotated[CreateMessageResult, Resolve(ask_model)]) -> str:
        """Asks the model."""
        return str(said.content)

    @mcp.tool()
    async def test_input_required_result_list_roots(roots: Annotated[ListRootsResult, Resolve(ask_roots)]) -> str:
        """Asks for roots."""
        return ", ".join(str(root.uri) for root in roots.roots)

    @mcp.tool()
    async def test_input_required_result_multiple_inputs(
        person: Annotated[Person, Resolve(ask_name)],
        greeting: Annotated[CreateMessageResult, Resolve(ask_model)],
        roots: Annotated[ListRootsResult, Resolve(ask_roots)],
    ) -> str:
        """Asks for everything."""
        return f"{person.name} {greeting.content} {len(roots.roots)}"

    @mcp.tool()
    async def test_input_required_result_capabilities(
        said: Annotated[CreateMessageResult, Resolve(ask_somebody)],
    ) -> str:
        """Asks whoever can be asked."""
        return str(said)


async def main() -> None:
    """Serve until standard input ends."""
    async with run_app(build().streamable_http_app()) as origin:
        print(json.dumps({"pid": os.getpid(), "url": f"{origin}/mcp"}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asyncio.run(main())
