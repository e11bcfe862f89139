"""`find_address`: is there a link in a text, as a person would see one? (URL-4).

Links belong into the link field of a question by link, where they are taken apart and shown whole. In a message, a
label or a hint they would be clicked on as they stand. Found are addresses with a scheme, `www.`, hosts and numbers
with a port or a path, and bare domains under a public suffix; also as `hxxp`, `example[.]com`, `example dot com`, with
full-width dots or invisible letters. Mail addresses are none. Nor are `e.g.`, `v1.2`, `node.js`, `3.5`, or a sentence
that begins without a space. Endings that mean a file or a name in a program more often than a domain (`notes.md`,
`user.name`) count only with a path, a port, `www.` or three labels.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from publicsuffixlist import PublicSuffixList

__all__ = ["find_address"]

_HINT = re.compile(r"[.:。．｡/]|dot|www", re.IGNORECASE)
_DEFANGED_DOT = re.compile(r"\s?[\[({<]\s?(?:\.|dot)\s?[\])}>]\s?", re.IGNORECASE)
_SPOKEN_DOT = re.compile(
    r"(?<=[\w-]) dot (?=(?:com|org|net|io|dev|app|info|edu|gov|co|de|uk|fr|ru|cn|jp|eu)\b)", re.IGNORECASE
)
_WIDE_DOT = re.compile(r"(?<=[A-Za-z0-9])[。｡](?=[A-Za-z0-9])")
_MAIL = re.compile(r"(?:mailto:)?[^\s@<>()\[\]\",;:/]{1,64}@[\w.-]{1,255}", re.IGNORECASE)
_SCHEME = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,30}://|(?:https?|ftp|javascript|data|vbscript|file|tel|sms):(?=\S))\S*", re.IGNORECASE
)
_WORD = re.compile(
    r"(?:[\w-]{1,63}\.){1,20}[\w-]{1,63}(?P<rest>\.?(?::[0-9]{1,5})?(?:[/?#]\S*)?)|\blocalhost(?::[0-9]{1,5}|/)\S*"
)
_NUMBER = re.compile(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}\Z")
_DEFANGED_SCHEME = re.compile(r"\bh(?:xx|\*\*|tt)p(s?)(?=:|\[:\]|\(:\))(?:\[:\]|\(:\)|:)", re.IGNORECASE)

_DISGUISE = re.compile(r"[\[({<]|dot|h(?:xx|\*\*)p", re.IGNORECASE)

_OTHERWISE = frozenset(
    {
        *("md", "sh", "py", "rs", "pl", "ps", "so", "ms", "zip", "mov", "cab", "cc", "st", "ts", "vi", "mk", "java"),
        *("name", "id", "open", "date", "now", "new", "map", "click", "link", "email", "data", "work", "start", "run"),
        *("call", "page", "next", "zone", "menu", "style", "box", "show", "build", "plus", "app"),
    }
)
"""Endings that are public suffixes and mostly something else in a text."""

_NAMES = frozenset({"asp.net", "vb.net", "ado.net", "ml.net"})
_CAPITAL_ENDINGS = frozenset({"Com", "Net", "Org"})
_LONG_NAME = 3


def find_address(text: str) -> str | None:
    """The first address in a text, as it reads without its disguises, or None."""
    if not _HINT.search(text):
        return None
    plain = _undisguised(text)
    if "@" in plain:
        plain = _MAIL.sub(" ", plain)
    if ":" in plain and (found := _SCHEME.search(plain)):
        return found[0]
    for word in _WORD.finditer(plain):
        if _is_address(word[0], word["rest"] or ""):
            return word[0]
    return None


def _undisguised(text: str) -> str:
    plain = text
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", _WIDE_DOT.sub(".", plain))
        plain = "".join(letter for letter in plain if unicodedata.category(letter) != "Cf")
        plain = _WIDE_DOT.sub(".", plain)
    if _DISGUISE.search(plain):
        plain = _DEFANGED_SCHEME.sub(r"http\1:", plain)
        plain = _SPOKEN_DOT.sub(".", _DEFANGED_DOT.sub(".", plain))
    return plain


def _is_address(word: str, rest: str) -> bool:
    host = word[: len(word) - len(rest)]
    has_place = rest.lstrip(".") != ""
    if word.lower().startswith("localhost"):
        return True
    if _NUMBER.match(host):
        return has_place
    labels = host.split(".")
    if host.lower() in _NAMES or not _is_written_as_ending(labels[-1]) or not _is_registrable(host):
        return False
    is_plain = labels[-1].lower() in _OTHERWISE and len(labels) < _LONG_NAME
    return not is_plain or has_place


def _is_written_as_ending(label: str) -> bool:
    """`Done.It works` ends a sentence; `EXAMPLE.IT` and `Example.Com` do not."""
    return label in _CAPITAL_ENDINGS or not label.istitle()


def _is_registrable(host: str) -> bool:
    if not _is_ending(host.rpartition(".")[2].lower()):
        return False
    encoded = _encoded(host)
    return encoded is not None and _suffixes().privatesuffix(encoded) is not None


@lru_cache(maxsize=4096)
def _is_ending(label: str) -> bool:
    """Whether any public suffix ends so; most dots in texts are done with here."""
    encoded = _encoded(label)
    return encoded is not None and _suffixes().publicsuffix(encoded) is not None


def _encoded(host: str) -> str | None:
    try:
        return host.lower().encode("idna").decode("ascii")
    except UnicodeError:
        return None


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    """Those of registries alone: a domain that others get names under is an address too."""
    return PublicSuffixList(accept_unknown=False, only_icann=True)
