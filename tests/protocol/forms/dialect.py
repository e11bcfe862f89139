"""Forms of the dialect and answers to them, at random, for properties that must hold for all."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["answers", "forms", "strict"]

NAMES = st.sampled_from(["a", "b", "c d", "$schema", "é", "type"])
WORDS = st.lists(st.text("abcé", min_size=1, max_size=3), min_size=1, max_size=4, unique=True)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=6)
FORMATTED = st.sampled_from(
    [
        "2026-02-28",
        "2026-02-30",
        "2026-02-28T10:00:00Z",
        "2026-02-28T25:00:00Z",
        "2026-02-28T10:00:00",
        "a@example.com",
        "@",
        "a b@example.com",
        "https://example.com/?a#b",
        "mailto:a@b",
        "//example.com",
        "no",
    ]
)
NUMBERS = st.integers(-20, 20) | st.floats(-20, 20).map(lambda number: round(number, 2))


@st.composite
def bounds(draw: st.DrawFn, low: str, high: str, numbers: st.SearchStrategy[Any]) -> dict[str, Any]:
    """None, one or both, and never crossed."""
    least, most = sorted((draw(numbers), draw(numbers)))
    chosen = draw(st.sampled_from(["", "low", "high", "both"]))
    both = {low: least, high: most}
    return {key: both[key] for key, word in ((low, "low"), (high, "high")) if chosen in (word, "both")}


@st.composite
def lists(draw: st.DrawFn) -> dict[str, Any]:
    """One or several of a list, in each spelling."""
    values = draw(WORDS)
    labelled = [{"const": value, "title": value.upper()} for value in values]
    several = draw(bounds("minItems", "maxItems", st.integers(0, len(values))))
    return draw(
        st.sampled_from(
            [
                {"type": "string", "enum": values},
                {"type": "string", "enum": values, "enumNames": values},
                {"type": "string", "oneOf": labelled},
                {"type": "array", "items": {"type": "string", "enum": values}, **several},
                {"type": "array", "items": {"anyOf": labelled}, **several},
                {"type": "array", "items": {"oneOf": labelled}, **several},
            ]
        )
    )


FIELDS = st.one_of(
    bounds("minLength", "maxLength", st.integers(0, 6)).map(lambda rest: {"type": "string", **rest}),
    st.sampled_from(["date", "date-time", "email", "uri"]).map(lambda name: {"type": "string", "format": name}),
    bounds("minimum", "maximum", st.integers(-20, 20)).map(lambda rest: {"type": "integer", **rest}),
    bounds("minimum", "maximum", NUMBERS).map(lambda rest: {"type": "number", **rest}),
    st.just({"type": "boolean"}),
    lists(),
)


@st.composite
def _forms(draw: st.DrawFn) -> dict[str, Any]:
    properties = draw(st.dictionaries(NAMES, FIELDS, max_size=4))
    required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True)) if properties else []
    return {"type": "object", "properties": properties, "required": required}


forms = _forms()
"""Any schema of the dialect that somebody could fill in."""

ANY = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, FORMATTED, st.lists(TEXTS, max_size=3), st.just({}))


def _values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that often fit."""
    items = schema.get("items", schema)
    options = items.get("enum") or [option["const"] for option in items.get("oneOf", items.get("anyOf", []))]
    if schema["type"] == "array":
        return st.lists(st.sampled_from(options), max_size=4) | ANY
    if options:
        return st.sampled_from(options) | ANY
    by_type = {"string": TEXTS | FORMATTED, "integer": NUMBERS, "number": NUMBERS, "boolean": st.booleans()}
    return by_type[schema["type"]] | ANY


@st.composite
def answers(draw: st.DrawFn, schema: dict[str, Any]) -> dict[str, Any]:
    """An answer to a form: mostly its fields, now and then one left out or one too many."""
    answer = {
        name: draw(_values(inner))
        for name, inner in schema["properties"].items()
        if name in schema["required"] or draw(st.booleans())
    }
    if draw(st.integers(0, 9)) == 0 and answer:
        del answer[draw(st.sampled_from(sorted(answer)))]
    if draw(st.integers(0, 9)) == 0:
        answer["zz"] = draw(ANY)
    return answer


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with what holds for every answer beside it: no strange values, nothing picked twice.

    `const` in a list means texts, as the dialect says.
    """
    properties = {
        name: {**inner, "uniqueItems": True} if inner["type"] == "array" else inner
        for name, inner in schema["properties"].items()
    }
    return {**schema, "properties": properties, "additionalProperties": False}
