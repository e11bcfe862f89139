"""The rules: each looks at one thing and says the codes of what it found. The table at the end is their order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from elicitor.protocol.links.addresses import is_local, is_loopback, number_of
from elicitor.protocol.links.confusables import bare_skeleton, skeleton
from elicitor.protocol.links.domains import registrable_domain
from elicitor.protocol.links.known import SHORTENERS, WELL_KNOWN, known_by_look, known_names
from elicitor.protocol.links.parsing import Parts
from elicitor.protocol.links.scripts import has_misplaced_signs, mixes_scripts, scripts_of, uses_rare_script

__all__ = ["RULES", "Seen"]

_LONG_HOST, _LONG_LINK = 60, 1500
_USUAL_PORTS = frozenset({None, 443, 8443})
_DOTTED = re.compile(r"\d{1,3}(\.\d{1,3}){3}\Z")
_INNER = re.compile(r"https?:/|//[^/]|[?&#=]www\.", re.IGNORECASE)
_CYRILLIC_TWINS = frozenset("асԁеһіјӏорԗԛѕԝхуъьҽпгѵѡыԍԃзҙӡкмнтвшщ")
_STROKES = frozenset("ノ一丨丶乁丿七丅十〇工讠ㄒㄧㄩㆳ乛・·")
"""Signs of other scripts that read as a stroke, a slash or a dot between Latin letters."""
_ALONE = frozenset(" -abcdefghijklmnopqrstuvwxyz0123456789")
_ODD_LATIN = frozenset("ĸþðəɐʻʼʽˈⱴƽ")
_LOOK_LATIN = frozenset({"CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "ETHIOPIC", "THAI", "HEBREW", "LAO"})
_NEVER_DIGITS = frozenset({"LATIN", "HAN", "HANGUL", "HIRAGANA", "KATAKANA"})
_HOMES = frozenset(["is", "fo", "ru", "su", "by", "bg", "kz", "kg", "mk", "mn", "rs", "ua", "uz", "me", "ba", "tj"])
_SIGNS_IN_WORDS = frozenset("\u30fb\u05f3\u05f4\u0f0b")  # the middle dots, the Hebrew geresh, the Tibetan tsek
_HIDDEN = re.compile(r"%(25)*(40|2f|5c|3a|00|0a|0d|09)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the rules look at.

    Attributes:
        parts: the link.
        domain: its registrable domain in ASCII.
        server_host: the host of the server that sent it, or the empty text.
        server_is_remote: whether that server is on another computer.
    """

    parts: Parts
    domain: str
    server_host: str
    server_is_remote: bool


def _scheme(seen: Seen) -> Iterator[str]:
    scheme = seen.parts.scheme
    if scheme == "https" and seen.parts.host:
        return
    if scheme == "http" and seen.parts.host:
        if not is_loopback(seen.parts.host):
            yield "plain_http"
        return
    yield "scheme"


def _raw(seen: Seen) -> Iterator[str]:
    raw = seen.parts.raw
    if any(unicodedata.category(letter) == "Cc" or letter.isspace() for letter in raw):
        yield "control_characters"
    if any(unicodedata.category(letter) == "Cf" for letter in raw):
        yield "invisible_characters"
    if "\\" in raw:
        yield "backslash"
    if seen.parts.userinfo:
        yield "userinfo"


def _number(seen: Seen) -> Iterator[str]:
    host = seen.parts.host
    if number_of(host) is None or (is_loopback(host) and not seen.server_is_remote):
        return
    yield "ip_address"
    written = re.sub(r"^[a-z]+:[/\\]*", "", seen.parts.raw, flags=re.IGNORECASE)
    plain = written.lower().startswith(host.lower())
    if not plain or "::ffff:" in host or host.startswith("[2002:"):
        yield "ip_disguised"


def _place(seen: Seen) -> Iterator[str]:
    host = seen.parts.host
    if not host or not is_local(host):
        return
    if seen.server_is_remote:
        yield "local_address"
    elif is_loopback(host):
        yield "loopback"


def _port(seen: Seen) -> Iterator[str]:
    if seen.parts.port not in _USUAL_PORTS and not (not seen.server_is_remote and is_loopback(seen.parts.host)):
        yield "odd_port"


def _letters(seen: Seen) -> Iterator[str]:
    reads = seen.parts.host_unicode
    if reads.isascii():
        return
    yield "punycode"
    labels = [label for label in reads.split(".") if not label.isascii()]
    home = reads.rpartition(".")[2] in _HOMES or not reads.rpartition(".")[2].isascii()
    if any(mixes_scripts(label) for label in labels):
        yield "mixed_scripts"
    if any(uses_rare_script(label) for label in labels):
        yield "rare_script"
    if not home and any(has_misplaced_signs(label) for label in labels):
        yield "misplaced_signs"
    if any(_looks_otherwise(label, at_home=home) for label in labels):
        yield "lookalike_letters"


def _looks_otherwise(label: str, *, at_home: bool) -> bool:
    """Whether a whole label, or a letter of it, can be taken for another one.

    A word is at home under the suffix of a country that writes so, whatever it looks like.
    """
    scripts = scripts_of(label)
    if "LATIN" not in scripts and not at_home and _looks_latin(label, scripts):
        return True
    if _looks_like_a_number(label):
        return True
    if "LATIN" in scripts and _has_loose_stroke(label):
        return True
    return any(_is_odd(letter) or (letter in _ODD_LATIN and not at_home) for letter in label)


def _has_loose_stroke(label: str) -> bool:
    """A stroke or dot with no letter of its own script beside it."""
    padded = f" {label} "
    return any(
        sign in _STROKES and before in _ALONE and after in _ALONE
        for before, sign, after in zip(padded, padded[1:], padded[2:], strict=False)
    )


def _looks_latin(label: str, scripts: frozenset[str]) -> bool:
    letters = [letter for letter in label if not letter.isascii()]
    alike = [letter for letter in letters if letter in _CYRILLIC_TWINS or bare_skeleton(letter).isascii()]
    return bool(scripts & _LOOK_LATIN) and len(alike) == len(letters)


def _looks_like_a_number(label: str) -> bool:
    """Digits with a foreign letter or two among them, which read as digits as well."""
    digits = sum(letter.isascii() and letter.isdigit() for letter in label)
    letters = [letter for letter in label if unicodedata.category(letter)[0] in "LM"]
    return 0 < len(letters) <= digits and not scripts_of(label) & _NEVER_DIGITS


def _is_odd(letter: str) -> bool:
    """A letter whose look is an ASCII sign, or that is not a letter, digit or mark at all."""
    if letter.isascii() or letter in _SIGNS_IN_WORDS:
        return False
    if unicodedata.category(letter)[0] not in "LMN":
        return True
    look = skeleton(letter)
    return look.isascii() and look != letter and "LATIN" in unicodedata.name(letter, "")


def _likeness(seen: Seen) -> Iterator[str]:
    reads = _readable_domain(seen)
    if not seen.domain or seen.domain in WELL_KNOWN:
        return
    look = bare_skeleton(reads)
    known = known_by_look().get(look)
    if (known is not None and known != seen.domain) or (
        not reads.isascii() and bare_skeleton(reads.partition(".")[0]) in known_names()
    ):
        yield "lookalike_known"
    server = registrable_domain(seen.server_host) if seen.server_host else ""
    if server and server != seen.domain and bare_skeleton(server) == look:
        yield "lookalike_server"


def _readable_domain(seen: Seen) -> str:
    count = seen.domain.count(".") + 1 if seen.domain else 0
    return ".".join(seen.parts.host_unicode.rstrip(".").split(".")[-count:]) if count else ""


def _subdomain(seen: Seen) -> Iterator[str]:
    if not seen.domain:
        return
    front = seen.parts.host.rstrip(".").removesuffix(seen.domain).rstrip(".")
    if not front or seen.domain in WELL_KNOWN:
        return
    dashed = "." + front.replace("-", ".") + "."
    if any(f".{domain}." in dashed or f".{domain}." in f".{front}." for domain in WELL_KNOWN):
        yield "known_in_subdomain"


def _size(seen: Seen) -> Iterator[str]:
    if len(seen.parts.host) > _LONG_HOST:
        yield "long_host"
    if len(seen.parts.url) > _LONG_LINK:
        yield "long_link"


def _inside(seen: Seen) -> Iterator[str]:
    path = seen.parts.path
    if _INNER.search(unquote(unquote(path))):
        yield "address_inside"
    if _HIDDEN.search(path.partition("?")[0]) or "@" in unquote(path.partition("?")[0]):
        yield "encoded_tricks"


def _owner(seen: Seen) -> Iterator[str]:
    host = seen.parts.host.rstrip(".")
    if seen.domain in SHORTENERS or host in SHORTENERS:
        yield "shortener"
    if host and not seen.domain and number_of(seen.parts.host) is None and not is_local(host):
        yield "no_domain"
    server = seen.server_host.rstrip(".")
    if server and host != server and registrable_domain(server) != (seen.domain or host):
        yield "other_host"


RULES: tuple[Callable[[Seen], Iterator[str]], ...] = (
    # what            it looks at
    _scheme,  # how the browser would get there
    _raw,  # what was written, before it was parsed
    _number,  # numbers instead of names
    _place,  # where in the network
    _port,
    _letters,  # alphabets
    _likeness,  # names it could be taken for
    _subdomain,
    _size,
    _inside,  # what it carries
    _owner,  # whose it is, compared with who sent it
)
