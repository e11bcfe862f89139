"""A call that was put aside before its questions were asked, as text: for agents that pause and go on elsewhere.

Only the newer era can: its server keeps no connection open. What is written down holds the server's sealed state; keep
it like a password, for whoever has it and the person's access token can go on with the call.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import InputRequiredResult

from elicitor.errors import Misuse

__all__ = ["PausedCall"]


@dataclass(frozen=True, slots=True)
class PausedCall:
    """What is needed to go on with a call of a tool.

    Attributes:
        tool: its name.
        arguments: as they were given.
        asked: what the server wants to know, and its state.
    """

    tool: str
    arguments: Mapping[str, Any]
    asked: InputRequiredResult

    def to_json(self) -> str:
        """As text."""
        asked = self.asked.model_dump(by_alias=True, mode="json", exclude_none=True)
        return json.dumps({"tool": self.tool, "arguments": dict(self.arguments), "asked": asked})

    @classmethod
    def from_json(cls, text: str) -> PausedCall:
        """Read what `to_json` wrote.

        Raises:
            Misuse: `paused_call_malformed`.
        """
        try:
            content = json.loads(text)
            return cls(
                str(content["tool"]), dict(content["arguments"]), InputRequiredResult.model_validate(content["asked"])
            )
        except (ValueError, KeyError, TypeError) as error:
            raise Misuse("paused_call_malformed", "This is no call that was paused.") from error
