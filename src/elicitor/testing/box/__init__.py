"""An authorization server in a box, for tests and development.

Standards-true where it is honest (OAuth 2.1, PKCE, RFC 8414, 8707, 9068, 9207, 7009, OpenID Connect), and
nasty on request (`Fault`). It signs anybody in without a password and must never be used for anything but
tests.
"""

from elicitor.testing.box.faults import Fault as Fault
from elicitor.testing.box.flavours import acme_files as acme_files
from elicitor.testing.box.flavours import mcp_authority as mcp_authority
from elicitor.testing.box.people import ALICE as ALICE
from elicitor.testing.box.people import BOB as BOB
from elicitor.testing.box.people import User as User
from elicitor.testing.box.record import Recorded as Recorded
from elicitor.testing.box.running import serve as serve
from elicitor.testing.box.server import AuthorizationServer as AuthorizationServer
from elicitor.testing.box.settings import Client as Client

__all__ = [
    "ALICE",
    "BOB",
    "AuthorizationServer",
    "Client",
    "Fault",
    "Recorded",
    "User",
    "acme_files",
    "mcp_authority",
    "serve",
]
