"""A page in the scripted browser: what a person can read there and do next.

A page is a snapshot, like an open tab; it stays usable after others were opened. What it offers is looked up
by the words a person reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import httpx2

from elicitor.testing.browser.address import Address
from elicitor.testing.browser.errors import NotOnThePage
from elicitor.testing.browser.filling import Value, fill, find_button
from elicitor.testing.browser.form_action import form_action_lists
from elicitor.testing.browser.markup import Button, Form, Link, Markup, read_markup
from elicitor.testing.browser.navigation import Arrival, Hop, Trip
from elicitor.testing.browser.referrer import policy_of

if TYPE_CHECKING:
    from elicitor.testing.browser.scripted import ScriptedBrowser

__all__ = ["Page"]

URLENCODED = "application/x-www-form-urlencoded"


class Page:
    """What a navigation arrived at.

    Attributes:
        status: of the last response.
        headers: of the last response.
        html: its body.
        hops: every request on the way, with the headers that were sent.
        stopped_before: the address that `stop_at` kept the browser from following; else empty.
    """

    def __init__(self, browser: ScriptedBrowser, arrival: Arrival) -> None:
        self._browser = browser
        self.address: Address = arrival.address
        self.status: int = arrival.status
        self.headers: httpx2.Headers = arrival.headers
        self.html: str = arrival.html
        self.hops: list[Hop] = arrival.hops
        self.stopped_before: str = arrival.stopped_before

    def __repr__(self) -> str:
        return f"<Page {self.status} {self.address.origin}{self.address.path} {self.title!r}>"

    @property
    def url(self) -> str:
        """The address in the address bar."""
        return str(self.address)

    @property
    def title(self) -> str:
        """The title of the tab."""
        return self._markup.title

    @property
    def text(self) -> str:
        """What can be read, one line for each block."""
        return self._markup.text

    @property
    def links(self) -> list[Link]:
        """Its links, in order."""
        return self._markup.links

    @property
    def forms(self) -> list[Form]:
        """Its forms, in order."""
        return self._markup.forms

    @property
    def buttons(self) -> list[str]:
        """The texts of its buttons."""
        return [button.text for form in self.forms for button in form.buttons]

    @property
    def referrer_policy(self) -> str:
        """The policy that its own links and forms follow."""
        return policy_of(self._markup.meta.get("referrer"), policy_of(self.headers.get("referrer-policy")))

    async def click(self, text: str, *, stop_at: str = "") -> Page:
        """Click the link of a text, or the button of it where there is no such link.

        Raises:
            NotOnThePage: `no_link` or `no_button`.
            Blocked: the browser refuses.
        """
        link = next((link for link in self.links if link.text == text), None)
        if link is None and text in self.buttons:
            return await self.submit(text, stop_at=stop_at)
        if link is None:
            names = ", ".join(repr(link.text) for link in self.links) or "none"
            raise NotOnThePage("no_link", f"The page has no link {text!r}; its links: {names}.")
        return await self._browser.go(
            Trip(
                target=self._base.join(link.href),
                initiator=self.address,
                policy=self._policy(link.rel, link.referrer_policy),
                stop_at=stop_at,
            )
        )

    async def submit(
        self,
        button: str = "",
        /,
        answers: Mapping[str, Value] | None = None,
        *,
        stop_at: str = "",
        **more: Any,
    ) -> Page:
        """Fill in the form of a button and press it.

        Args:
            button: the text on it; the first button of the page where it is left out.
            answers: by field name. Ticks are True or False, or the values to be ticked.
            stop_at: as in `ScriptedBrowser.open`.
            more: answers whose names are good Python.

        Raises:
            NotOnThePage: `no_button`, `no_field` or `no_choice`.
            Blocked: the browser refuses.
        """
        form, pressed = find_button(self.forms, button)
        filled = fill(form, {**(answers or {}), **more})
        pairs = filled.pairs() + ([(pressed.name, pressed.value)] if pressed.name else [])
        return await self._browser.go(self._form_trip(filled, pressed, pairs, stop_at))

    def _form_trip(self, form: Form, pressed: Button, pairs: list[tuple[str, str]], stop_at: str) -> Trip:
        action = form.action if pressed.action is None else pressed.action
        trip = Trip(
            target=self._base.join(action) if action else self.address,
            initiator=self.address,
            policy=self._policy(form.rel, ""),
            form_action=form_action_lists(self._policies),
            stop_at=stop_at,
        )
        if (pressed.method or form.method) == "post":
            encode_form(trip, form.enctype, pairs)
            return trip
        trip.target = trip.target.join(f"?{urlencode(pairs)}")
        return trip

    @cached_property
    def _markup(self) -> Markup:
        if "html" in self.headers.get("content-type", ""):
            return read_markup(self.html)
        return Markup(text=self.html)

    @property
    def _base(self) -> Address:
        return self.address.join(self._markup.base) if self._markup.base else self.address

    @property
    def _policies(self) -> list[str]:
        return self.headers.get_list("content-security-policy")

    def _policy(self, rel: str, own: str) -> str:
        return "no-referrer" if "noreferrer" in rel.lower().split() else policy_of(own, self.referrer_policy)


def encode_form(trip: Trip, enctype: str, pairs: list[tuple[str, str]]) -> None:
    """Make a trip a form post.

    Raises:
        NotOnThePage: `multipart_form`, which this browser does not send; use Chromium for such a page.
    """
    trip.method = "POST"
    if enctype == "multipart/form-data":
        raise NotOnThePage("multipart_form", "The scripted browser does not send multipart forms.")
    if enctype == "text/plain":
        trip.content_type = "text/plain"
        trip.body = "".join(f"{name}={value}\r\n" for name, value in pairs).encode()
        return
    trip.content_type = URLENCODED
    trip.body = urlencode(pairs).encode()
