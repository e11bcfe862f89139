"""For users' own tests, and for the demo: an authorization server in a box and a scripted browser.

    from elicitor.testing import AuthorizationServer, Client, ScriptedBrowser, serve, sign_in

Nothing here belongs into production: the box signs anybody in without a password.
"""

from elicitor.testing.box import ALICE as ALICE
from elicitor.testing.box import BOB as BOB
from elicitor.testing.box import AuthorizationServer as AuthorizationServer
from elicitor.testing.box import Client as Client
from elicitor.testing.box import Fault as Fault
from elicitor.testing.box import Recorded as Recorded
from elicitor.testing.box import User as User
from elicitor.testing.box import acme_files as acme_files
from elicitor.testing.box import mcp_authority as mcp_authority
from elicitor.testing.box import serve as serve
from elicitor.testing.browser import Blocked as Blocked
from elicitor.testing.browser import Cookie as Cookie
from elicitor.testing.browser import CookieJar as CookieJar
from elicitor.testing.browser import NotOnThePage as NotOnThePage
from elicitor.testing.browser import Page as Page
from elicitor.testing.browser import ScriptedBrowser as ScriptedBrowser
from elicitor.testing.effects import EffectRecorder as EffectRecorder
from elicitor.testing.effects import RepeatedEffect as RepeatedEffect
from elicitor.testing.effects import find_repeated_effects as find_repeated_effects
from elicitor.testing.people import sign_in as sign_in
from elicitor.testing.serving import Listener as Listener
from elicitor.testing.serving import run_app as run_app
from elicitor.testing.serving import run_app_in_thread as run_app_in_thread

__all__ = [
    "ALICE",
    "BOB",
    "AuthorizationServer",
    "Blocked",
    "Client",
    "Cookie",
    "CookieJar",
    "EffectRecorder",
    "Fault",
    "Listener",
    "NotOnThePage",
    "Page",
    "Recorded",
    "RepeatedEffect",
    "ScriptedBrowser",
    "User",
    "acme_files",
    "find_repeated_effects",
    "mcp_authority",
    "run_app",
    "run_app_in_thread",
    "serve",
    "sign_in",
]
