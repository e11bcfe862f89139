"""A form, at a terminal: one field after another, then all answers once more, each of which can be changed.

Enter alone lets the server's suggestion stand, where there is one, or leaves the field out, where that is allowed; an
untouched optional field sends nothing. What looks like a secret is not taken without a second question. Nothing is sent
before the person has seen all answers and said so (FORM-12).
"""

from __future__ import annotations

from elicitor.client.person import Blocked, FormAnswer, FormQuestion
from elicitor.client.terminal.asking import ask_word, heading, settle
from elicitor.client.terminal.look import Look
from elicitor.client.terminal.tty import Tty
from elicitor.protocol.answers import Accepted, Cancelled, Declined
from elicitor.protocol.forms import Field, Problem
from elicitor.protocol.forms.entries import Value, describe, entry_of, read_entry, suggestion
from elicitor.protocol.forms.secrets import looks_like_secret
from elicitor.protocol.plain import ServerText, visible_line

__all__ = ["ask_form"]

_LEAVE_OUT = "-"
_START = {
    "answer": "go through the questions; nothing is sent before you have seen all answers",
    "no": "refuse, and tell the server so",
    "cancel": "go away without an answer",
    "block": "refuse, and do not let this server ask again",
}
_REVIEW = {"send": "send these answers", "change": "change one of them", "no": "refuse", "cancel": "go away"}


async def ask_form(tty: Tty, look: Look, question: FormQuestion) -> FormAnswer:
    """Show the form and gather the answers.

    Raises:
        Dismissed: the person pressed Ctrl-C or the terminal is gone.
    """
    tty.write(heading(look, question.asker, f"asks {_count(len(question.form.fields))}"))
    tty.write("It says:\n" + look.quoted(question.message))
    tty.write("".join(look.warning(caution) for caution in question.cautions))
    match await ask_word(tty, look, "Answer it?", _START, default="no"):
        case "no":
            return Declined()
        case "cancel":
            return Cancelled()
        case "block":
            return Blocked()
    values: dict[str, Value] = {}
    for place, field in enumerate(question.form.fields, 1):
        await _ask(tty, look, field, values, f"{place} of {len(question.form.fields)}")
    return await _review(tty, look, question, values)


async def _review(tty: Tty, look: Look, question: FormQuestion, values: dict[str, Value]) -> FormAnswer:
    fields = question.form.fields
    while True:
        tty.write("\n" + look.rule("Your answers"))
        tty.write(look.listed([_line(field, values) for field in fields]))
        match await ask_word(tty, look, f"Send them to {question.asker.name}?", _REVIEW, default="cancel"):
            case "send":
                return Accepted(dict(values))
            case "no":
                return Declined()
            case "cancel":
                return Cancelled()
        field = await _which(tty, look, fields)
        if field is not None:
            await _ask(tty, look, field, values, "again")


async def _which(tty: Tty, look: Look, fields: tuple[Field, ...]) -> Field | None:
    if len(fields) == 1:
        return fields[0]
    tty.write(look.text(f"Which one? A number from 1 to {len(fields)}.") + "> ")
    typed = (await tty.read_line()).strip()
    if typed.isdecimal() and 0 < int(typed) <= len(fields):
        return fields[int(typed) - 1]
    return None


async def _ask(tty: Tty, look: Look, field: Field, values: dict[str, Value], place: str) -> None:
    """Ask one field until it has a value that fits, or is left out."""
    tty.write(f"\n{look.strong(f'Question {place}')}\n" + look.quoted(ServerText(field.title)))
    if field.description:
        tty.write(look.quoted(ServerText(field.description)))
    tty.write(look.text(describe(field), "  "))
    if field.pattern_hint:
        tty.write(look.text(f"The server expects this pattern: {visible_line(field.pattern_hint)}", "  "))
    if field.choices:
        tty.write(look.listed([visible_line(choice.title) for choice in field.choices]))
        tty.write(look.text("Type their numbers, with commas between." if field.multiple else "Type a number.", "  "))
    standing = values.get(field.name, suggestion(field))
    if enter := _what_enter_does(field, standing, given=field.name in values):
        tty.write(look.text(enter, "  "))
    while not await _taken(tty, look, field, values, standing):
        pass


async def _taken(tty: Tty, look: Look, field: Field, values: dict[str, Value], standing: Value | None) -> bool:
    tty.write("> ")
    typed = await tty.read_line()
    if typed.strip() == _LEAVE_OUT and not field.required:
        values.pop(field.name, None)
        return True
    if not typed:
        return _let_stand(tty, look, field, values, standing)
    value = read_entry(field, typed)
    if isinstance(value, Problem):
        tty.write(look.warning(value.sentence))
        return False
    if isinstance(value, str) and looks_like_secret(value) and not await _insists(tty, look):
        tty.write(look.text("It was not taken. Type something else."))
        return False
    values[field.name] = value
    return True


def _let_stand(tty: Tty, look: Look, field: Field, values: dict[str, Value], standing: Value | None) -> bool:
    if standing is not None:
        values[field.name] = standing
        return True
    if field.required:
        tty.write(look.warning("This is needed."))
        return False
    values.pop(field.name, None)
    return True


async def _insists(tty: Tty, look: Look) -> bool:
    tty.write(look.warning("This looks like a secret. A server may not ask for one in this way."))
    await settle(tty)
    tty.write(look.text("Take it all the same? Type yes, or press Enter for no.") + "> ")
    return (await tty.read_line()).strip().lower() == "yes"


def _what_enter_does(field: Field, standing: Value | None, *, given: bool) -> str:
    out = "" if field.required else " Type - to leave it out."
    if standing is not None:
        whose = "Your answer" if given else "The server suggests"
        return f"{whose}: {entry_of(field, standing)}. Enter alone takes it.{out}"
    return "Enter alone leaves it out." if not field.required else ""


def _line(field: Field, values: dict[str, Value]) -> str:
    answer = entry_of(field, values[field.name]) if field.name in values else "(left out)"
    return f"{visible_line(field.title)}: {answer}"


def _count(number: int) -> str:
    return "a question" if number == 1 else f"{number} questions"
