"""Faults in the discovery document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.responses import PlainTextResponse, Response

from elicitor.testing.box.faults.mishaps import Fault
from elicitor.testing.box.wire import json_reply

__all__ = ["METADATA_FAULTS"]

METADATA_FAULTS: dict[Fault, Callable[[dict[str, Any]], Response]] = {
    Fault.FOREIGN_METADATA: lambda facts: json_reply({**facts, "issuer": "https://elsewhere.example"}),
    Fault.PLAIN_PKCE_ONLY: lambda facts: json_reply({**facts, "code_challenge_methods_supported": ["plain"]}),
    Fault.METADATA_500: lambda _: PlainTextResponse("down for tea", 500),
}
