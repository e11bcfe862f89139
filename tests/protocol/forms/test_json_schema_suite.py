"""The JSON Schema Test Suite, as far as its schemas are fields or forms of the dialect: our verdicts are its verdicts.

A schema of the suite often says one keyword and no type, which the dialect wants; so it is tried as a field of each
type, on the values of that type. Patterns are left out: a peer's is never run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.forms import Form, read_form

SUITE = Path(__file__).parents[4] / "shared" / "data" / "jsonschema"
pytestmark = pytest.mark.skipif(not SUITE.is_dir(), reason="the borrowed test suite (../shared/data) is not here")

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
}
FIELD = {"type", "minimum", "maximum", "minLength", "maxLength", "enum", "default", "$comment", "$schema"}
FORM = {"type", "properties", "required", "default", "$comment", "$schema"}


def groups(draft: str) -> Iterator[tuple[str, dict[str, Any], list[dict[str, Any]]]]:
    """Name, schema and tests of every group."""
    for file in sorted((SUITE / draft).glob("*.json")):
        for group in json.loads(file.read_text(encoding="utf-8")):
            if isinstance(group["schema"], dict):
                yield f"{file.stem}: {group['description']}", group["schema"], group["tests"]


def find_form(schema: dict[str, Any]) -> Form | None:
    """The form, or None where it is none."""
    try:
        return read_form(schema)
    except PeerBroke:
        return None


def is_of(value: object, name: str) -> bool:
    """Whether a value has a type, with yes and no apart from numbers."""
    return isinstance(value, TYPES[name]) and (name == "boolean") == isinstance(value, bool)


def field_verdicts(draft: str) -> Iterator[tuple[str, bool, bool]]:
    """What is tested, the verdict of the suite, and ours: for fields."""
    for name, schema, tests in groups(draft):
        if not schema.keys() <= FIELD:
            continue
        for kind in TYPES if "type" not in schema else (schema["type"],):
            form = find_form({"type": "object", "properties": {"it": {**schema, "type": kind}}, "required": ["it"]})
            for test in tests if form is not None else ():
                if "type" in schema or is_of(test["data"], kind):
                    wanted = test["valid"] and (kind != "integer" or test["data"] == int(test["data"]))
                    assert form is not None
                    yield f"{name}: {test['description']}", wanted, form.check({"it": test["data"]}) == ()


def form_verdicts(draft: str) -> Iterator[tuple[str, bool, bool]]:
    """The same for whole forms, on answers that have no value without a field."""
    for name, schema, tests in groups(draft):
        if not schema.keys() <= FORM or (form := find_form({**schema, "type": "object"})) is None:
            continue
        names = {field.name for field in form.fields}
        for test in tests:
            if isinstance(test["data"], dict) and test["data"].keys() <= names:
                yield f"{name}: {test['description']}", test["valid"], form.check(test["data"]) == ()


@pytest.mark.requirement("FORM-2", "FORM-10")
@pytest.mark.parametrize("draft", ["draft2020-12", "draft7"])
def test_our_verdicts_are_those_of_the_suite(draft: str) -> None:
    """On every field and every form of it, and that is not none."""
    fields, forms = list(field_verdicts(draft)), list(form_verdicts(draft))
    assert len(fields) > 60
    assert len(forms) > 8
    assert [name for name, theirs, ours in (*fields, *forms) if theirs != ours] == []


@pytest.mark.parametrize(("keyword", "file"), [("minItems", "minItems.json"), ("maxItems", "maxItems.json")])
@pytest.mark.requirement("FORM-7")
def test_how_many_may_be_picked_is_counted_as_the_suite_counts(keyword: str, file: str) -> None:
    """Its lists of numbers, as lists of choices."""
    values = [str(number) for number in range(10)]
    for group in json.loads((SUITE / "draft2020-12" / file).read_text(encoding="utf-8")):
        several = {"type": "array", "items": {"enum": values}, keyword: group["schema"][keyword]}
        form = read_form({"type": "object", "properties": {"it": several}})
        for test in group["tests"]:
            if isinstance(test["data"], list):
                assert (form.check({"it": values[: len(test["data"])]}) == ()) is test["valid"]
