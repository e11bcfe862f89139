"""What each revision is sent, key by key, and whether the published schemas agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from elicitor.errors import PeerBroke
from elicitor.protocol.forms import read_form
from elicitor.protocol.forms.fields import Choice, Field, Kind
from elicitor.protocol.forms.writing import write_schema
from protocol.forms.shapes import REVISIONS, SHAPES

GOLDEN = Path(__file__).parent / "golden"
PUBLISHED = Path(__file__).parents[4] / "shared" / "data" / "mcp-schema"
needs_published = pytest.mark.skipif(
    not PUBLISHED.is_dir(), reason="the published schemas (../shared/data) are not here"
)


def published(revision: str) -> jsonschema_rs.Draft202012Validator:
    """The published schema of the parameters of a form."""
    whole = json.loads((PUBLISHED / f"schema-{revision}.json").read_text(encoding="utf-8"))
    if "definitions" in whole:
        params = "#/definitions/ElicitRequest/properties/params"
        return jsonschema_rs.Draft202012Validator({"definitions": whole["definitions"], "$ref": params})
    return jsonschema_rs.Draft202012Validator({"$defs": whole["$defs"], "$ref": "#/$defs/ElicitRequestFormParams"})


def keys(value: Any) -> set[str]:
    """Every key, however deep."""
    if isinstance(value, dict):
        return set(value).union(*(keys(inner) for inner in value.values()))
    return set().union(*(keys(inner) for inner in value)) if isinstance(value, list) else set()


@pytest.mark.requirement("FORM-1", "FORM-2", "FORM-3", "FORM-4", "FORM-5", "FORM-6", "FORM-7")
@pytest.mark.case("R001", "R002", "R004", "R007", "R016", "R017")
@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_one_exact_form_for_each_revision(shape: str, revision: str) -> None:
    """Byte for byte, in the order of the keys."""
    golden = json.loads((GOLDEN / f"{shape}.json").read_text(encoding="utf-8"))[revision]
    assert json.dumps(SHAPES[shape].params_for(revision), ensure_ascii=False) == json.dumps(golden, ensure_ascii=False)


@needs_published
@pytest.mark.requirement("FORM-1")
@pytest.mark.case("R002", "R007")
@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_published_schema_agrees(shape: str, revision: str) -> None:
    """Of the revision that it is sent to."""
    assert [error.message for error in published(revision).iter_errors(SHAPES[shape].params_for(revision))] == []


@pytest.mark.requirement("FORM-1")
@pytest.mark.case("R001")
@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_is_referred_to(shape: str, revision: str) -> None:
    """Neither `$schema` nor `$ref` nor `$defs`, and no null."""
    schema = SHAPES[shape].schema_for(revision)
    assert [key for key in keys(schema) if key.startswith("$")] == []
    assert "null" not in json.dumps(schema)


@pytest.mark.requirement("FORM-6", "FORM-7")
@pytest.mark.parametrize("revision", REVISIONS[1:])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_we_send_we_can_read(shape: str, revision: str) -> None:
    """The fields come back as they went; a pattern in era A alone."""
    sent = SHAPES[shape].fields
    read = read_form(SHAPES[shape].schema_for(revision)).fields
    assert [field.pattern_hint for field in read] == [
        field.pattern_hint if revision == "2025-11-25" else "" for field in sent
    ]
    assert [(f.name, f.kind, f.title, f.choices, f.default) for f in read] == [
        (f.name, f.kind, f.title, f.choices, f.default) for f in sent
    ]


@pytest.mark.requirement("FORM-3", "URL-4")
def test_a_pattern_with_a_link_is_not_sent() -> None:
    """It is checked all the same when the answer comes."""
    fields = [
        Field(name=name, kind=Kind.TEXT, title=name, pattern_hint=hint)
        for name, hint in (("a", "^https://"), ("b", "^x"))
    ]
    schema: Any = write_schema(fields, "2025-11-25")
    assert schema["properties"] == {"a": {"type": "string"}, "b": {"type": "string", "pattern": "^x"}}


@pytest.mark.requirement("FORM-6")
def test_labels_are_spoken_in_the_older_way_to_who_knows_no_other() -> None:
    """`enumNames`, and `oneOf` afterwards."""
    field = Field(name="a", kind=Kind.CHOICE, title="a", choices=(Choice("x", "X"),))
    older: Any = write_schema([field], "2025-06-18")
    newer: Any = write_schema([field], "2025-11-25")
    assert older["properties"]["a"] == {"type": "string", "enum": ["x"], "enumNames": ["X"]}
    assert newer["properties"]["a"] == {"type": "string", "oneOf": [{"const": "x", "title": "X"}]}


def test_a_revision_that_is_none_is_refused() -> None:
    """Nothing is sent to a peer whose language is unknown."""
    with pytest.raises(PeerBroke) as caught:
        write_schema([Field(name="a", kind=Kind.TEXT, title="a")], "latest")
    assert caught.value.code == "unknown_revision"
