"""A person at a browser, as a program: for tests, and for the demo when nobody is there to click."""

from elicitor.testing.browser.cookie_jar import Cookie as Cookie
from elicitor.testing.browser.cookie_jar import CookieJar as CookieJar
from elicitor.testing.browser.errors import Blocked as Blocked
from elicitor.testing.browser.errors import NotOnThePage as NotOnThePage
from elicitor.testing.browser.navigation import Hop as Hop
from elicitor.testing.browser.page import Page as Page
from elicitor.testing.browser.scripted import ScriptedBrowser as ScriptedBrowser

__all__ = ["Blocked", "Cookie", "CookieJar", "Hop", "NotOnThePage", "Page", "ScriptedBrowser"]
