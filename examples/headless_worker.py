"""A worker with nobody in front of it: it declares nothing, so nobody is asked, and it says when a person is needed.

    python examples/headless_worker.py https://mcp.example.com/mcp list_files

Exit status 3: a person has to do something first; run the call where somebody can be asked, and start the worker again.
"""

from __future__ import annotations

import sys

import anyio
from mcp.shared.exceptions import MCPError

from elicitor.client.scripted import Scripted
from elicitor.sdk.client import Host

MISSING_CAPABILITY = -32021


async def main(server: str, tool: str) -> int:
    """One call, without anybody."""
    host = Host(person=Scripted())  # no answers were prepared: neither mode is declared
    async with host.connect(server, name="Nightly job") as client:
        try:
            result = await client.call_tool(tool, {})
        except MCPError as error:
            if error.error.code != MISSING_CAPABILITY:
                raise
            print(f"needs a person: {error.error.message}", file=sys.stderr)
            return 3
    print(result.content[0])
    return 1 if result.is_error else 0


if __name__ == "__main__":
    sys.exit(anyio.run(main, *sys.argv[1:3]))
