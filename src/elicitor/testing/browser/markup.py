"""Reading a page: its text, links and forms, as far as a person without scripts can use them.

The standard library's tolerant parser does the tokens. Scripts, styles and hidden elements have no text.
Disabled controls are there but are not sent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

__all__ = ["Button", "Control", "Form", "Link", "Markup", "read_markup"]

_SILENT = frozenset({"script", "style", "template", "noscript", "head", "title", "svg"})
_BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "fieldset", "footer", "form"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "nav", "ol", "p", "pre"}
    | {"section", "table", "td", "th", "tr", "ul"}
)
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_NOT_TEXT = frozenset({"checkbox", "radio", "hidden", "submit", "button", "image", "reset", "file"})

Attributes = dict[str, str]


@dataclass(slots=True)
class Link:
    """A link: its text, where it leads, and what it says about the referrer."""

    text: str
    href: str
    rel: str = ""
    referrer_policy: str = ""


@dataclass(slots=True)
class Control:
    """A field of a form. `kind` is text, hidden, checkbox, radio or select."""

    kind: str
    name: str
    value: str
    checked: bool = False
    disabled: bool = False
    options: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Button:
    """What submits a form."""

    text: str
    name: str = ""
    value: str = ""
    action: str | None = None
    method: str = ""


@dataclass(slots=True)
class Form:
    """A form with its fields and buttons."""

    action: str
    method: str
    enctype: str
    rel: str = ""
    controls: list[Control] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    @property
    def values(self) -> dict[str, list[str]]:
        """What would be sent as the page stands, by name."""
        found: dict[str, list[str]] = {}
        for name, value in self.pairs():
            found.setdefault(name, []).append(value)
        return found

    def pairs(self) -> list[tuple[str, str]]:
        """What would be sent as the page stands, in order."""
        return [
            (control.name, control.value)
            for control in self.controls
            if control.name and not control.disabled and _is_successful(control)
        ]


@dataclass(slots=True)
class Markup:
    """All that was read of a page."""

    title: str = ""
    text: str = ""
    links: list[Link] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    base: str = ""


def read_markup(html: str) -> Markup:
    """Read a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.finish()


def _is_successful(control: Control) -> bool:
    return control.checked if control.kind in {"checkbox", "radio"} else True


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._page = Markup()
        self._text: list[str] = []
        self._silent: list[str] = []
        self._title: list[str] | None = None
        self._form: Form | None = None
        self._link: Link | None = None
        self._button: Button | None = None
        self._select: Control | None = None
        self._area: Control | None = None

    def finish(self) -> Markup:
        text = re.sub(r"[ \t\r\f\v\xa0]+", " ", "".join(self._text))
        self._page.text = re.sub(r" ?\n[\n ]*", "\n", text).strip()
        return self._page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in reversed(attrs)}
        if tag in _BLOCKS:
            self._text.append("\n")
        if tag not in _VOID and (self._silent or tag in _SILENT or "hidden" in facts):
            self._silent.append(tag)
        start = getattr(self, f"_start_{tag}", None)
        if start is not None:
            start(facts)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._silent:
            while self._silent.pop() != tag:
                pass
        if tag in _BLOCKS:
            self._text.append("\n")
        end = getattr(self, f"_end_{tag}", None)
        if end is not None:
            end()

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        if self._area is not None:
            self._area.value += data
        if self._silent:
            return
        flat = re.sub(r"\s+", " ", data)
        self._text.append(flat)
        if self._link is not None:
            self._link.text += flat
        if self._button is not None:
            self._button.text += flat

    def _start_title(self, _: Attributes) -> None:
        self._title = []

    def _end_title(self) -> None:
        self._page.title = "".join(self._title or ()).strip()
        self._title = None

    def _start_base(self, facts: Attributes) -> None:
        self._page.base = self._page.base or facts.get("href", "")

    def _start_meta(self, facts: Attributes) -> None:
        name = facts.get("name") or facts.get("http-equiv", "")
        self._page.meta[name.lower()] = facts.get("content", "")

    def _start_a(self, facts: Attributes) -> None:
        if "href" in facts:
            self._link = Link("", facts["href"], facts.get("rel", ""), facts.get("referrerpolicy", ""))

    def _end_a(self) -> None:
        if self._link is not None:
            self._link.text = self._link.text.strip()
            self._page.links.append(self._link)
        self._link = None

    def _start_form(self, facts: Attributes) -> None:
        if self._form is not None:
            return
        self._form = Form(
            action=facts.get("action", ""),
            method=facts.get("method", "get").lower(),
            enctype=facts.get("enctype", "application/x-www-form-urlencoded").lower(),
            rel=facts.get("rel", ""),
        )
        self._page.forms.append(self._form)

    def _end_form(self) -> None:
        self._form = None

    def _start_input(self, facts: Attributes) -> None:
        kind = facts.get("type", "text").lower()
        if kind in {"submit", "image"}:
            self._start_button({**facts, "type": "submit"}, text=facts.get("value", "Submit"))
            self._end_button()
            return
        if kind in {"button", "reset", "file"} or self._form is None:
            return
        choice = kind in {"checkbox", "radio"}
        self._form.controls.append(
            Control(
                kind=kind if kind in _NOT_TEXT else "text",
                name=facts.get("name", ""),
                value=facts.get("value", "on" if choice else ""),
                checked="checked" in facts,
                disabled="disabled" in facts,
            )
        )

    def _start_textarea(self, facts: Attributes) -> None:
        self._area = Control("text", facts.get("name", ""), "", disabled="disabled" in facts)
        if self._form is not None:
            self._form.controls.append(self._area)

    def _end_textarea(self) -> None:
        self._area = None

    def _start_select(self, facts: Attributes) -> None:
        self._select = Control("select", facts.get("name", ""), "", disabled="disabled" in facts)
        if self._form is not None:
            self._form.controls.append(self._select)

    def _start_option(self, facts: Attributes) -> None:
        if self._select is None:
            return
        value = facts.get("value", "")
        if not self._select.options or "selected" in facts:
            self._select.value = value
        self._select.options.append(value)

    def _end_select(self) -> None:
        self._select = None

    def _start_button(self, facts: Attributes, text: str = "") -> None:
        if self._form is None or facts.get("type", "submit").lower() != "submit" or "disabled" in facts:
            return
        self._button = Button(
            text=text,
            name=facts.get("name", ""),
            value=facts.get("value", ""),
            action=facts.get("formaction"),
            method=facts.get("formmethod", "").lower(),
        )
        self._form.buttons.append(self._button)

    def _end_button(self) -> None:
        if self._button is not None:
            self._button.text = self._button.text.strip()
        self._button = None
