"""A stranger's JSON is read strictly, or not at all."""

from __future__ import annotations

import json

import pytest

from elicitor.errors import ProviderBroke
from elicitor.oauth.json_reply import read_json_object

pytestmark = pytest.mark.attack("B15")


def test_an_object_is_read() -> None:
    """With everything that JSON has."""
    stated = {"a": [1, -2.5, True, None, "ü\U0001f600"], "b": {"c": {}}, "": "\x00"}
    assert read_json_object(json.dumps(stated).encode()) == stated
    assert read_json_object(json.dumps(stated, ensure_ascii=False, indent=2).encode()) == stated


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"null",
        b"true",
        b"7",
        b'"text"',
        b"[]",
        b'[{"access_token": "a"}]',
        b"{} {}",
        b'{"a": 1',
        b'{"a": 1,}',
        b"{'a': 1}",
        b'{"a": "\n"}',
        b"{a: 1}",
        b'{"a": 1} // note',
        b"<!doctype html><title>Wi-Fi</title>",
        b"access_token=a",
        b"\xff\xfe{\x00}\x00",
        b'\xef\xbb\xbf{"a": 1}',
        b'{"a": "\xc3"}',
        b'{"a": "\xed\xa0\x80"}',
    ],
)
def test_what_is_not_one_object_is_refused(body: bytes) -> None:
    """In UTF-8, without anything before or after."""
    with pytest.raises(ProviderBroke) as refused:
        read_json_object(body)
    assert refused.value.code == "reply_malformed"


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1, "a": 1}',
        b'{"a": 1, "\\u0061": 2}',
        b'{"outer": {"a": 1, "a": 2}}',
        b'{"list": [{"a": 1, "a": 2}]}',
    ],
)
def test_no_key_is_said_twice(body: bytes) -> None:
    """One parser takes the first and another the last. In two objects it is not twice."""
    assert read_json_object(b'{"a": {"a": 1}, "b": {"a": 2}}')
    with pytest.raises(ProviderBroke):
        read_json_object(body)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 5000])
def test_a_number_has_a_value(number: str) -> None:
    """Large ones do."""
    assert read_json_object(b'{"expires_in": 1e300}') == {"expires_in": 1e300}
    with pytest.raises(ProviderBroke):
        read_json_object(f'{{"expires_in": {number}}}'.encode())


@pytest.mark.parametrize("text", [r"\ud83d", r"\ude00", r"\ude00\ud83d", r"a\uD800b"])
def test_half_a_character_is_refused(text: str) -> None:
    """In a value, in a list, and in a key; both halves make one."""
    assert read_json_object(rb'{"scope": "\ud83d\ude00"}') == {"scope": "\U0001f600"}
    for body in (f'{{"scope": "{text}"}}', f'{{"scope": ["{text}"]}}', f'{{"{text}": 1}}'):
        with pytest.raises(ProviderBroke):
            read_json_object(body.encode())


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("depth", [20, 500, 100_000])
def test_nesting_has_an_end(opening: str, closing: str, depth: int) -> None:
    """Twenty layers are enough for everybody; a hundred thousand do not break the reader either."""
    core = "1" if opening != "[" else ""
    inner = opening * 18 + core + closing * 18
    assert read_json_object(f'{{"a": {inner}}}'.encode())
    too_deep = opening * depth + core + closing * depth
    with pytest.raises(ProviderBroke):
        read_json_object(f'{{"a": {too_deep}}}'.encode())


def test_a_wide_reply_is_read() -> None:
    """Only depth is limited here; the size is the network's business."""
    stated = {f"key {number}": [number] for number in range(20_000)}
    assert read_json_object(json.dumps(stated).encode()) == stated
