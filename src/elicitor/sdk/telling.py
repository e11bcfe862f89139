"""Errors of ours in a form that the SDK passes on.

The SDK withholds the text of whatever a function raises, but for its own `ToolError` in tools and `MCPError`
everywhere. An error that an author may catch keeps its class and becomes one of these as well.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, cast

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import ErrorData

from elicitor.errors import ElicitorError
from elicitor.protocol.eras import Era, era_of

__all__ = ["tellable"]

E = TypeVar("E", bound=ElicitorError)
Context = ServerRequestContext[Any, Any]

_MISSING_CAPABILITY = -32021
_REFUSED = -32603


def tellable(ctx: Context, error: E) -> E:
    """The same error, of its own class and of one that this kind of request passes on.

    An error whose evidence names a mode that the client lacks (`lacks_mode`) becomes the code that era B has for it
    (CAP-6).
    """
    if isinstance(error, ToolError | MCPError):
        return error
    lacking = _lacking(ctx, error)
    by_code = ctx.method != "tools/call" or lacking is not None
    kind = _passed_on(cast("Any", type(error)), MCPError if by_code else ToolError)
    told = kind.__new__(kind, error.sentence)
    told.__dict__.update(error.__dict__)
    told.args = (error.sentence,)
    told.__cause__ = error.__cause__
    if by_code:
        cast("MCPError", told).error = _error_data(error, lacking)
    return cast("E", told)


def _lacking(ctx: Context, error: ElicitorError) -> object:
    return error.evidence.get("lacks_mode") if era_of(ctx.protocol_version) is Era.B else None


def _error_data(error: ElicitorError, lacking: object) -> ErrorData:
    if lacking is not None:
        required: dict[str, Any] = {"requiredCapabilities": {"elicitation": {str(lacking): {}}}}
        return ErrorData(code=_MISSING_CAPABILITY, message=error.sentence, data=required)
    return ErrorData(code=_REFUSED, message=error.sentence, data={"reason": error.code})


@cache
def _passed_on(kind: type[ElicitorError], way: type[Exception]) -> type[ElicitorError]:
    # The SDK's `code` is a property; ours is a plain attribute, and has to stay one.
    return type(kind.__name__, (kind, way), {"__doc__": kind.__doc__, "__module__": kind.__module__, "code": ""})
