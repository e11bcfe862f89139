"""Our host as the client that the official conformance suite drives: calls every tool, and answers what is asked.

The suite starts it with the server's address as the last argument. The person agrees to the suggestions they see.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from typing import Any

import anyio
from pydantic import ValidationError

from elicitor.client.person import Agreed, Done, FormAnswer, FormQuestion, LinkAnswer, LinkQuestion, WaitAnswer, Waiting
from elicitor.errors import ElicitorError
from elicitor.protocol.answers import Accepted
from elicitor.protocol.forms import Field, Kind
from elicitor.protocol.modes import Modes
from elicitor.sdk.client import Host

__all__ = ["Agreeable"]

_WORDS: dict[Kind, Any] = {Kind.TEXT: "Ann", Kind.INTEGER: 1, Kind.NUMBER: 1.5, Kind.BOOLEAN: True}


class Agreeable:
    """Somebody who lets every suggestion stand, yes included, and fills in the rest with something that fits."""

    modes = Modes(form=True, url=True)

    async def show_link(self, question: LinkQuestion) -> LinkAnswer:
        """See `Person`."""
        del question
        return Agreed(opened=True)

    async def fill_form(self, question: FormQuestion) -> FormAnswer:
        """See `Person`."""
        return Accepted({field.name: _value(field) for field in question.form.fields})

    async def wait(self, waiting: Waiting) -> WaitAnswer:
        """See `Person`."""
        del waiting
        return Done()

    async def tell(self, sentence: str) -> None:
        """See `Person`."""


def _value(field: Field) -> Any:
    if field.default is not None:
        return field.default
    if field.kind is Kind.CHOICE:
        return [field.choices[0].value] if field.multiple else field.choices[0].value
    return _WORDS[field.kind]


async def main(url: str) -> None:
    """Call every tool alone, and all of them at once."""
    revision = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION", "")
    mode = "2026-07-28" if revision >= "2026-07-28" else "legacy"
    async with Host(person=Agreeable()).connect(url, name="Conformance", mode=mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]

        async def call(name: str) -> None:
            try:
                await client.call_tool(name, {})
            except (ValidationError, ElicitorError) as error:
                print(f"{name}: {type(error).__name__}", file=sys.stderr)  # what the SDK cannot read, it cannot read

        for name in names:
            await call(name)
        async with anyio.create_task_group() as tasks:
            for name in names:
                tasks.start_soon(call, name)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    anyio.run(main, sys.argv[-1])
