"""Reading pages."""

from __future__ import annotations

import pytest

from elicitor.testing.browser.markup import Form, read_markup


def _form(html: str) -> Form:
    (form,) = read_markup(f"<form>{html}</form>").forms
    return form


def test_text_is_what_a_person_reads() -> None:
    """Blocks are lines; scripts, styles, hidden parts and comments are not there."""
    page = read_markup(
        "<!doctype html><head><title> A  title </title><style>p{}</style></head>"
        "<h1>Hello</h1><p>One <b>two</b>\n three &amp; four</p><!-- no --><script>no()</script>"
        "<p hidden>no <span>no</span></p><noscript>no</noscript><ul><li>five<li>six</ul>"
    )
    assert page.text == "Hello\nOne two three & four\nfive\nsix"
    assert page.title == "A  title"


def test_links() -> None:
    """Text, address, and what they say about the referrer."""
    page = read_markup('<a href="/x?a=1&amp;b=2" rel="noreferrer">Go <b>on</b></a> <a name="x">no link</a>')
    (link,) = page.links
    assert (link.text, link.href, link.rel) == ("Go on", "/x?a=1&b=2", "noreferrer")


def test_what_a_form_sends() -> None:
    """Defaults as browsers have them; disabled, nameless and unticked fields are not sent."""
    form = _form(
        '<input name="a" value="1"><input name="b"><input value="nameless">'
        '<input type="checkbox" name="c" checked><input type="checkbox" name="d">'
        '<input type="radio" name="e" value="1"><input type="radio" name="e" value="2" checked>'
        '<select name="f"><option value="1">x<option value="2" selected>y</select>'
        '<select name="g"><option value="1">x</select>'
        '<textarea name="h">long text</textarea>'
        '<input name="i" value="1" disabled><input type="hidden" name="j" value="1">'
        '<input type="reset" name="k"><input type="file" name="l">'
    )
    assert form.pairs() == [
        ("a", "1"),
        ("b", ""),
        ("c", "on"),
        ("e", "2"),
        ("f", "2"),
        ("g", "1"),
        ("h", "long text"),
        ("j", "1"),
    ]
    assert form.values["e"] == ["2"]


def test_buttons() -> None:
    """`button` and `input`, with their own action and method; others do not submit."""
    form = _form(
        '<button name="n" value="v"> Yes  <i>please</i> </button><input type="submit" value="No">'
        '<button type="button">Script</button><button disabled>Off</button>'
        '<button formaction="/elsewhere" formmethod="GET">Else</button>'
    )
    assert [button.text for button in form.buttons] == ["Yes please", "No", "Else"]
    assert (form.buttons[0].name, form.buttons[0].value) == ("n", "v")
    assert (form.buttons[2].action, form.buttons[2].method) == ("/elsewhere", "get")


def test_form_attributes() -> None:
    """Method and encoding in lower case; defaults."""
    plain, other = read_markup(
        '<form></form><form action="/a" method="POST" enctype="TEXT/PLAIN" rel="noreferrer"></form>'
    ).forms
    assert (plain.action, plain.method, plain.enctype) == ("", "get", "application/x-www-form-urlencoded")
    assert (other.action, other.method, other.enctype, other.rel) == (
        "/a",
        "post",
        "text/plain",
        "noreferrer",
    )


def test_a_form_in_a_form_is_ignored() -> None:
    """As the HTML parser of browsers does."""
    (form,) = read_markup('<form action="/a"><form action="/b"><input name="x"></form>').forms
    assert form.action == "/a"
    assert form.values == {"x": [""]}


def test_the_first_of_two_attributes_counts() -> None:
    """A classic difference between parsers."""
    assert _form('<input name="a" name="b" value="1">').values == {"a": ["1"]}


def test_meta_and_base() -> None:
    """What changes the referrer policy and the links."""
    page = read_markup('<meta name="Referrer" content="no-referrer"><base href="/x/"><base href="/y/">')
    assert page.meta["referrer"] == "no-referrer"
    assert page.base == "/x/"


@pytest.mark.parametrize("html", ["", "<", "<a href='", "<form><button>x", "</form></a></b>", "<p hidden>x</div>"])
def test_broken_pages_are_read_somehow(html: str) -> None:
    """No page breaks the reader."""
    read_markup(html)
