"""Filling in a form as a person can: only what is visible, only what is offered.

Hidden fields cannot be changed here. A test that forges a request says so with `ScriptedBrowser.submit_from`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping

from elicitor.testing.browser.errors import NotOnThePage
from elicitor.testing.browser.markup import Button, Control, Form

__all__ = ["Value", "fill", "find_button"]

Value = str | bool | Iterable[str]
"""A text, a choice, a tick (True or False), or several ticked values."""


def find_button(forms: Iterable[Form], text: str) -> tuple[Form, Button]:
    """The button of a text, with its form. An empty text means the first button there is.

    Raises:
        NotOnThePage: `no_button`.
    """
    offered = [(form, button) for form in forms for button in form.buttons]
    for form, button in offered:
        if text in {"", button.text}:
            return form, button
    names = ", ".join(repr(button.text) for _, button in offered) or "none"
    raise NotOnThePage("no_button", f"The page has no button {text!r}; its buttons: {names}.")


def fill(form: Form, answers: Mapping[str, Value]) -> Form:
    """A copy of a form with answers in it.

    Raises:
        NotOnThePage: `no_field` or `no_choice`.
    """
    filled = copy.deepcopy(form)
    for name, answer in answers.items():
        controls = [control for control in filled.controls if control.name == name]
        visible = [control for control in controls if control.kind != "hidden" and not control.disabled]
        if not visible:
            raise NotOnThePage("no_field", f"The form has no field {name!r} that a person could change.")
        _answer(visible, answer)
    return filled


def _answer(controls: list[Control], answer: Value) -> None:
    match controls[0].kind:
        case "radio":
            _choose(controls, {str(answer)})
        case "checkbox":
            _choose(controls, _ticked(controls, answer))
        case "select":
            _offered(controls[0].options, {str(answer)})
            controls[0].value = str(answer)
        case _:
            controls[0].value = str(answer)


def _ticked(controls: list[Control], answer: Value) -> set[str]:
    if isinstance(answer, bool):
        return {control.value for control in controls} if answer else set()
    return {answer} if isinstance(answer, str) else set(answer)


def _choose(controls: list[Control], values: set[str]) -> None:
    _offered([control.value for control in controls], values)
    for control in controls:
        control.checked = control.value in values


def _offered(offered: list[str], wanted: set[str]) -> None:
    missing = wanted - set(offered)
    if missing:
        raise NotOnThePage("no_choice", f"The form offers {offered}, not {sorted(missing)}.")
