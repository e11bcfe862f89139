"""The ring of keys: what it takes, what it refuses, and that it shows nothing."""

from __future__ import annotations

import base64
import os
import pickle
import re
from pathlib import Path

import pytest

from elicitor.errors import Misuse
from elicitor.secret import Secret
from elicitor.vault.hkdf import expand_key, extract_key
from elicitor.vault.keys import EXAMPLE_KEY, KeyRing


def key_text(content: bytes, kid: str = "k1") -> str:
    """The text of a key with a given content."""
    return f"elk1.{kid}." + base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def refusal_of(*texts: str | Secret | None) -> Misuse:
    """The error that a ring of these keys makes."""
    with pytest.raises(Misuse) as refusal:
        KeyRing.load(*texts)
    return refusal.value


def test_a_new_key_is_a_key() -> None:
    """It loads, has a name of its own, and no two are alike."""
    texts = [KeyRing.new_key() for _ in range(50)]
    assert all(isinstance(text, Secret) for text in texts)
    assert all(re.fullmatch(r"elk1\.[0-9a-f]{8}\.[\w-]{43}", text.reveal()) for text in texts)
    ring = KeyRing.load(*texts)
    assert len(ring.names) == 50
    assert ring.newest == texts[0].reveal().split(".")[1]


@pytest.mark.case("R168")
@pytest.mark.parametrize("texts", [(), ("",), (None,), ("  \n ", None)])
def test_without_a_key_nothing_starts(texts: tuple[str | None, ...]) -> None:
    """No key is made up; the sentence says how to make one."""
    error = refusal_of(*texts)
    assert error.code == "no_key"
    assert "elicitor keys new" in error.sentence


def test_the_example_key_is_refused() -> None:
    """It stands in the documentation; the sentence says so."""
    error = refusal_of(EXAMPLE_KEY)
    assert error.code == "key_is_example"
    assert EXAMPLE_KEY not in error.sentence


@pytest.mark.parametrize(
    "text",
    [
        "changeme",
        "elk1.k1.short",
        "elk2.k1." + "A" * 43,
        "elk1..{}",
        "elk1.k 1.{}",
        "elk1.{}.{}",
        "elk1.k1.{}x",
        "elk1.k1.{}=",
        "elk1.ключ.{}",
        "elk1." + "k" * 33 + ".{}",
    ],
)
def test_what_is_no_key_is_refused_and_not_repeated(text: str) -> None:
    """The sentence does not show what was given: it may be most of a key."""
    body = key_text(os.urandom(32)).split(".")[2]
    malformed = text.replace("{}", body)
    error = refusal_of(malformed)
    assert error.code == "key_malformed"
    assert body not in str(error)


def test_only_one_spelling_of_a_key_counts() -> None:
    """The last letter has two bits to spare; they must be zero."""
    text = key_text(os.urandom(31) + b"\x00")
    assert text.endswith("A")
    assert refusal_of(text[:-1] + "B").code == "key_malformed"
    assert KeyRing.load(text)


@pytest.mark.parametrize(
    "content",
    [
        bytes(32),
        b"\xff" * 32,
        b"\x01\x02" * 16,
        bytes(range(32)),
        bytes(range(255, 223, -1)),
        bytes(range(0, 224, 7)),
        b"changeme-changeme-changeme-12345",
        b"correct horse battery staple! 42",
        bytes(range(100, 116)) * 2,
        bytes([1, 200, 77, 13, 9, 54, 180, 33, 240, 111, 66, 91, 5, 17, 29, 250]) * 2,
    ],
)
def test_a_pattern_or_a_pass_phrase_is_refused(content: bytes) -> None:
    """Thirty-two bytes that somebody thought of are no key."""
    error = refusal_of(key_text(content))
    assert error.code == "key_weak"
    assert "k1" in error.sentence


def test_random_keys_are_never_called_weak() -> None:
    """The honest twin: the rule does not hit what a random source gives."""
    for _ in range(3000):
        assert KeyRing.load(key_text(os.urandom(32)))


def test_two_keys_of_one_name_or_one_content_are_refused() -> None:
    """Which of them sealed a record could not be told."""
    one, other = os.urandom(32), os.urandom(32)
    assert refusal_of(key_text(one, "a"), key_text(other, "a")).code == "key_duplicate"
    assert refusal_of(key_text(one, "a"), key_text(one, "b")).code == "key_duplicate"
    assert KeyRing.load(key_text(one, "a"), key_text(other, "b")).names == ("a", "b")


def test_one_text_may_hold_several_keys() -> None:
    """An environment variable has one value; white space parts the keys in it."""
    one, other = key_text(os.urandom(32), "new"), key_text(os.urandom(32), "old")
    assert KeyRing.load(f" {one}\n{other} ").names == ("new", "old")


def write_key_file(path: Path, content: str, mode: int = 0o600) -> Path:
    """A key file with a mode."""
    path.write_text(content)
    path.chmod(mode)
    return path


def test_a_key_file_is_read_line_by_line(tmp_path: Path) -> None:
    """Newest first; comments and empty lines are left out."""
    one, other = key_text(os.urandom(32), "new"), key_text(os.urandom(32), "old")
    path = write_key_file(tmp_path / "keys", f"# made in spring\n{one}\n\n  # before\n{other}\n")
    assert KeyRing.from_file(path).names == ("new", "old")
    assert KeyRing.from_file(str(path)).newest == "new"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o620, 0o601])
def test_a_key_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    """The sentence says what to do; done, the file is taken."""
    path = write_key_file(tmp_path / "keys", key_text(os.urandom(32)), mode)
    with pytest.raises(Misuse, match="chmod 600") as refusal:
        KeyRing.from_file(path)
    assert refusal.value.code == "key_file_open"
    path.chmod(0o600)
    assert KeyRing.from_file(path)


def test_a_key_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A directory, or no text at all; a missing one is told how to make it."""
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    for path, code in (
        (tmp_path / "missing", "key_file_absent"),
        (tmp_path, "key_file_unreadable"),
        (binary, "key_file_unreadable"),
    ):
        with pytest.raises(Misuse) as refusal:
            KeyRing.from_file(path)
        assert refusal.value.code == code
        assert str(path) in refusal.value.sentence
        assert ("elicitor keys new --out" in refusal.value.sentence) == (code == "key_file_absent")


def test_a_key_file_without_a_key_holds_no_key(tmp_path: Path) -> None:
    """The same sentence as for no key at all."""
    path = write_key_file(tmp_path / "keys", "# nothing here\n")
    with pytest.raises(Misuse) as refusal:
        KeyRing.from_file(path)
    assert refusal.value.code == "no_key"


def test_subkeys_differ_by_purpose_and_by_key() -> None:
    """Newest first, the same each time, and none is a key of the ring."""
    content = os.urandom(32)
    ring = KeyRing.load(key_text(content, "a"), KeyRing.new_key())
    csrf, cookies = ring.derive("csrf"), ring.derive("cookies")
    assert csrf == ring.derive("csrf")
    assert len({*csrf, *cookies, content}) == 5
    assert csrf[0] == expand_key(extract_key(content, salt=b"elicitor"), b"elicitor/derive/1/csrf")


@pytest.mark.case("R170")
def test_subkeys_of_an_old_key_stay_when_a_new_one_comes_in_front() -> None:
    """What was made with the old key can still be checked."""
    old, new = KeyRing.new_key(), KeyRing.new_key()
    assert KeyRing.load(new, old).derive("csrf")[1:] == KeyRing.load(old).derive("csrf")


def test_record_keys_differ_by_salt_and_are_found_by_name() -> None:
    """A name that is not in the ring finds nothing, and nothing else is tried."""
    ring = KeyRing.load(KeyRing.new_key(), KeyRing.new_key())
    one, other = (ring.find_record_key(ring.newest, salt) for salt in (b"1" * 16, b"2" * 16))
    assert one != other
    assert ring.find_record_key("unknown", b"1" * 16) is None


def test_a_ring_shows_no_key_and_is_not_pickled() -> None:
    """Neither printed nor packed."""
    text = KeyRing.new_key().reveal()
    ring = KeyRing.load(text)
    shown = f"{ring!r} {ring} {ring.__class__.__slots__}"
    assert text.split(".")[2] not in shown
    assert ring.newest in shown
    with pytest.raises(TypeError):
        pickle.dumps(ring)
