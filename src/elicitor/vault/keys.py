"""The keys of the vault: a ring of which the first key seals and all keys open.

A key is a text, `elk1.<kid>.<43 characters>`: a format, a name that is written into every sealed record,
and 32 random bytes in base64url. Rotation: put a new key in front, keep the old one until nothing is sealed
with it. A key never lies in the database that it protects. There is no default and no fallback: without a
key nothing starts, because a key made up at start would lock everything at the next start (R168).
"""

from __future__ import annotations

import base64
import os
import re
import secrets
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from elicitor.errors import Misuse
from elicitor.secret import Secret
from elicitor.vault.hkdf import expand_key, extract_key

__all__ = ["EXAMPLE_KEY", "KeyRing"]

EXAMPLE_KEY = "elk1.example.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
"""Shows the shape of a key in the documentation. The whole world knows it, so it is refused."""

_SHAPE = re.compile(r"elk1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{43})")
_KEY_BYTES = 32
_FEWEST_DIFFERENT_BYTES = 16
"""Of 32 random bytes about 30 differ; fewer than 16 do once in 10^10 keys."""

_MAKE_ONE = "Make one with `elicitor keys new`"


_EXTRACT_SALT = b"elicitor"
_SEAL_INFO = b"elicitor/seal/1/"
_DERIVE_INFO = b"elicitor/derive/1/"


@dataclass(frozen=True, slots=True)
class _Key:
    kid: str
    content: bytes = field(repr=False)


class KeyRing:
    """The keys in their order, newest first. Build it with `load` or `from_file`."""

    __slots__ = ("_extracted", "newest")

    def __init__(self, keys: Iterable[_Key]) -> None:
        self._extracted = {key.kid: extract_key(key.content, salt=_EXTRACT_SALT) for key in keys}
        self.newest: str = next(iter(self._extracted))
        """The name of the key that seals."""

    @classmethod
    def load(cls, *texts: str | Secret | None) -> KeyRing:
        """Build a ring of keys, newest first.

        Args:
            texts: each holds one key, or several with white space between them. None and the empty text are
                what an unset environment variable gives; they hold no key.

        Raises:
            Misuse: `no_key`, `key_malformed`, `key_weak`, `key_is_example` or `key_duplicate`. The sentence
                says what to do, and never holds the key.
        """
        words = [word for text in texts if text is not None for word in Secret(text).reveal().split()]
        if not words:
            raise Misuse(
                "no_key",
                f"There is no key to seal what is stored. {_MAKE_ONE}, keep it outside of the database, "
                "and pass it to KeyRing.load().",
            )
        keys = [_read_key(word) for word in words]
        _refuse_duplicates(keys)
        return cls(keys)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> KeyRing:
        """Build a ring from a file with one key a line, newest first; lines that begin with # are left out.

        Raises:
            Misuse: `key_file_absent`; `key_file_unreadable`; `key_file_open`, other accounts of this machine may
                read it; or the codes of `load`.
        """
        return cls.load(*_lines_of(Path(path)))

    @staticmethod
    def new_key() -> Secret:
        """The text of a new key, with a random name."""
        kid = secrets.token_hex(4)
        return Secret(f"elk1.{kid}.{_base64url(secrets.token_bytes(_KEY_BYTES))}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all keys, newest first."""
        return tuple(self._extracted)

    def find_record_key(self, kid: str, salt: bytes) -> bytes | None:
        """The key of one sealed record, for `Sealer`; None where the ring has no key of that name."""
        extracted = self._extracted.get(kid)
        return None if extracted is None else expand_key(extracted, _SEAL_INFO + salt)

    def derive(self, purpose: str) -> list[bytes]:
        """Subkeys of 32 bytes for something other than sealing, newest first.

        Make with the first, check with all. They are independent of the sealing keys and of those of any
        other purpose (RFC 5869 section 3.2).
        """
        info = _DERIVE_INFO + purpose.encode()
        return [expand_key(extracted, info) for extracted in self._extracted.values()]

    def __repr__(self) -> str:
        return f"KeyRing(newest={self.newest!r}, keys={len(self._extracted)})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a KeyRing is not pickled; load it from where the keys are kept")


def _read_key(word: str) -> _Key:
    if word == EXAMPLE_KEY:
        raise Misuse(
            "key_is_example",
            f"This is the example key of the documentation, which everybody knows. {_MAKE_ONE} instead.",
        )
    match = _SHAPE.fullmatch(word)
    content = None if match is None else _bytes_of(match.group(2))
    if match is None or content is None:
        raise Misuse(
            "key_malformed",
            f"A key has the form elk1.<name>.<43 letters>; this is none, or a letter was lost. {_MAKE_ONE}.",
        )
    if _is_weak(content):
        raise Misuse(
            "key_weak",
            f"The key {match.group(1)!r} is no random key but a pattern or a password. {_MAKE_ONE} instead.",
        )
    return _Key(match.group(1), content)


def _bytes_of(text: str) -> bytes | None:
    content = base64.urlsafe_b64decode(text + "=")
    # The last letter carries two bits more than the key has: only the one spelling counts.
    return content if _base64url(content) == text else None


def _is_weak(content: bytes) -> bool:
    if len(set(content)) < _FEWEST_DIFFERENT_BYTES:
        return True
    if content.isascii() and content.decode().isprintable():  # somebody's pass phrase
        return True
    steps = {(after - before) % 256 for before, after in pairwise(content)}
    half = _KEY_BYTES // 2
    return len(steps) == 1 or content[:half] == content[half:]


def _refuse_duplicates(keys: list[_Key]) -> None:
    kids = {key.kid for key in keys}
    contents = {key.content for key in keys}
    if len(kids) == len(contents) == len(keys):
        return
    raise Misuse(
        "key_duplicate",
        "Two keys of the ring have the same name or the same content. Leave one of them out.",
    )


def _lines_of(path: Path) -> list[str]:
    try:
        with path.open(encoding="ascii") as file:
            mode = os.fstat(file.fileno()).st_mode
            lines = file.read().splitlines()
    except FileNotFoundError as error:
        raise Misuse(
            "key_file_absent", f"There is no key file {str(path)!r}. Make one with `elicitor keys new --out FILE`."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(
            "key_file_unreadable",
            f"The key file {str(path)!r} cannot be read. Check that it is one and belongs to this program.",
            because=type(error).__name__,
        ) from error
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Misuse(
            "key_file_open",
            f"Other accounts of this machine may read the key file {str(path)!r}. Run: chmod 600 on it.",
        )
    return [line for line in lines if not line.lstrip().startswith("#")]


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
