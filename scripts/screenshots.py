"""Takes pictures of every page, on a desktop, on a phone and in the dark, into .reports/screens, with a contact sheet.

    python scripts/screenshots.py

Those that the documents show are copied to docs/images.

Look at them when a page has changed. The pages are rendered with the texts a person may get, long ones among them.
"""

from __future__ import annotations

import asyncio
import shutil
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.async_api import Browser, async_playwright

from elicitor.client.asker import Asker
from elicitor.client.page.app import _environment, _style
from elicitor.client.page.form_sheet import FormSheet
from elicitor.client.page.link_sheet import LinkSheet
from elicitor.client.page.wait_sheet import WaitSheet
from elicitor.client.person import FormQuestion, LinkQuestion, OpenLink, Waiting
from elicitor.protocol.answers import Accepted
from elicitor.protocol.forms import read_form
from elicitor.protocol.forms.sheet import FilledSheet, read_sheet, rows_of
from elicitor.protocol.link import validate_public_url
from elicitor.protocol.links import inspect_link
from elicitor.protocol.plain import ServerText
from elicitor.server.web.pages import render, stylesheet

FOLDER = Path(__file__).parent.parent / ".reports" / "screens"
IMAGES = Path(__file__).parent.parent / "docs" / "images"
SHOWN = (
    "client-link-plain-desktop",
    "client-link-idn-desktop",
    "client-form-desktop",
    "client-form-review-desktop",
    "client-wait-desktop",
    "client-done-desktop",
    "server-connect-phone",
    "server-question-desktop",
)
SIZES = {"desktop": (900, 760, "light"), "phone": (360, 740, "light"), "dark": (360, 740, "dark")}
HOUSE: Any = SimpleNamespace(
    name="Acme assistant", public_url=validate_public_url("https://mcp.example.com", None), development=None
)
SCOPES = [("repo", "read and change your repositories, private ones too"), ("https://api.example/very/long", "")]
CONNECT = {
    "ticket": "t",
    "title": "GitHub",
    "client_name": "A chat application with quite a long name",
    "client_id": "https://chat.example.com/oauth/client-metadata.json",
    "account_name": "alice.liddell@wonderland.example",
    "scopes": SCOPES,
    "proof": "p",
}
PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "connect": ("connect", {**CONNECT, "held_account": None}),
    "share": ("connect", {**CONNECT, "held_account": "alice-liddell"}),
    "onward": ("onward", {"title": "GitHub", "url": "https://github.com/login/oauth/authorize?x=1"}),
    "done": ("done", {"title": "GitHub", "linked_account": "alice-liddell", "partly": False}),
    "partly": ("done", {"title": "GitHub", "linked_account": "alice-liddell", "partly": True}),
    "declined": ("declined", {"title": "GitHub"}),
    "busy": ("busy", {"title": "GitHub"}),
    "signed-out": ("signed_out", {"way_in": "/connect/x"}),
    "not-yours": ("not_yours", {"reference": "7ZCC6TXF"}),
    "error": (
        "error",
        {
            "title": "The other side said no",
            "sentence": "You did not allow it there, so nothing was connected.",
            "reference": "7ZCC6TXF",
            "back": "/connect/x",
        },
    ),
    "overview": (
        "overview",
        {
            "account_name": "Alice",
            "rows": [("GitHub", "connected as alice-liddell"), ("Google", "not connected")],
            "answers": ["display-name", "a name that the author of this server made far too long for its own good"],
            "proof": "p",
        },
    ),
    "answered": ("answered", {}),
    "unanswered": ("declined", {"title": ""}),
}
SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Your name", "description": "As it stands in your passport"},
        "day": {"type": "string", "format": "date", "title": "Day"},
        "seat": {"type": "string", "enum": ["window", "aisle"], "default": "window", "title": "Seat"},
        "city": {"type": "string", "enum": list("ABCDEFGH"), "title": "City"},
        "extras": {"type": "array", "title": "Extras", "items": {"enum": ["meal", "wifi"]}},
        "agree": {"type": "boolean", "title": "I agree to the terms", "default": True},
    },
    "required": ["name", "agree"],
}


def sheets() -> dict[str, Any]:
    """The sheets of the loopback page."""
    asker = Asker("Acme files", "https://mcp.example.com", is_remote=True)
    said = ServerText("We need your account for this.\nHost: github.com (not ours to say)")
    links = {
        "link-plain": "https://mcp.example.com/connect/wHK_2eqBXJp5Y3E5d4UmE4sOvHakVGlWG3GIwN3Uc2E",
        "link-bad": "https://accounts.google.com.evil.example/" + "a" * 120,
        "link-idn": "https://аррӏе.com/login",
    }
    found: dict[str, Any] = {
        name: LinkSheet(LinkQuestion(asker, said, inspect_link(url, server_origin="https://mcp.example.com")))
        for name, url in links.items()
    }
    question = FormQuestion(asker, ServerText("Which day suits you?"), read_form(SCHEMA), ("Take care.",))
    wrong, review = FormSheet(question), FormSheet(question)
    wrong.act("review", {"field-0": [""], "field-1": ["soon"]})
    review.act("review", {"field-0": ["Ann"], "field-1": ["2026-12-24"], "field-5": ["no"]})
    open_link = OpenLink(inspect_link(links["link-plain"], server_origin=asker.place), said, opened=True)
    found["wait"] = WaitSheet(Waiting(asker, (open_link,), 600))
    return {**found, "form": FormSheet(question), "form-wrong": wrong, "form-review": review}


def question(filled: FilledSheet | None = None) -> str:
    """The page of a question."""
    form = read_form(SCHEMA)
    rows = rows_of(form, filled)
    facts = {name: CONNECT[name] for name in ("ticket", "client_name", "client_id", "account_name", "proof")}
    amiss = [row for row in rows if row.problem]
    response = render(HOUSE, "question", lines=["Which day suits you?"], rows=rows, amiss=amiss, **facts)
    return bytes(response.body).decode()


def htmls() -> dict[str, str]:
    """Every page, with its style inside."""
    server = {name: bytes(render(HOUSE, page, **facts).body).decode() for name, (page, facts) in PAGES.items()}
    server["question"] = question()
    wrong = {"field-0": [""], "field-1": ["soon"], "field-2": ["aisle"], "field-5": ["no"]}
    server["question-wrong"] = question(read_sheet(read_form(SCHEMA), wrong))
    found = {f"server-{name}": _inlined(html, stylesheet().decode()) for name, html in server.items()}
    for name, sheet in sheets().items():
        html = _environment().get_template(f"{sheet.template}.html").render(secret="s", **sheet.facts)
        found[f"client-{name}"] = _inlined(html, _style().decode())
    closing = sheets()["form-review"].closing(Accepted({}))
    html = _environment().get_template("closed.html").render(**closing, fresh=False)
    found["client-done"] = _inlined(html, _style().decode())
    return found


def _inlined(html: str, style: str) -> str:
    return html.replace("</head>", f"<style>{style}</style></head>")


async def shoot(browser: Browser) -> None:
    """Take the pictures."""
    for size, (width, height, scheme) in SIZES.items():
        page = await browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
        for name, html in htmls().items():
            await page.set_content(html)
            await page.screenshot(path=FOLDER / f"{name}-{size}.png", full_page=True)
        await page.close()
    for size in SIZES:
        page = await browser.new_page(viewport={"width": 1800, "height": 900})
        images = "".join(
            f'<figure><img src="file://{path}" width="{"420" if size == "desktop" else "210"}"><figcaption>{path.stem}'
            "</figcaption></figure>"
            for path in sorted(FOLDER.glob(f"*-{size}.png"))
            if not path.stem.startswith("sheet")
        )
        sheet = FOLDER / f"sheet-{size}.html"
        sheet.write_text(
            f"<style>body{{display:flex;flex-wrap:wrap}}figure{{margin:6px;font:12px sans-serif}}</style>{images}"
        )
        await page.goto(f"file://{sheet}")
        await page.screenshot(path=FOLDER / f"sheet-{size}.png", full_page=True)


async def main() -> None:
    """Start Chromium, take the pictures."""
    warnings.simplefilter("ignore")
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"],
        )
        await shoot(browser)
        await browser.close()
    IMAGES.mkdir(exist_ok=True)
    for name in SHOWN:
        shutil.copy(FOLDER / f"{name}.png", IMAGES / f"{name}.png")
    print(f"{FOLDER}/sheet-desktop.png and its sisters; {len(SHOWN)} of them in {IMAGES}")


if __name__ == "__main__":
    asyncio.run(main())
