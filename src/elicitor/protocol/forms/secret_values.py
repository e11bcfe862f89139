"""Whether a value that somebody typed looks like a secret: marks of well-known keys, check digits, chance.

A warning before it is sent, no proof (F20). Kept away are identifiers that look random and are public: UUIDs, digests
in hexadecimal, addresses.
"""

from __future__ import annotations

import math
import re
from collections import Counter

__all__ = ["looks_like_secret"]

_MARKED = re.compile(
    r"(?:^|[\s=:\"'])(?:sk-[\w-]{16,}|[sr]k_(?:live|test)_\w{10,}|whsec_\w{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}"
    r"|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|xapp-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{10,}"
    r"|SG\.[\w-]{16,}\.[\w-]{16,}|npm_\w{30,}|pypi-[\w-]{30,}|dckr_pat_[\w-]{16,}|shp(?:at|ca|pa|ss)_\w{20,}|hf_\w{20,}"
    r"|dop_v1_\w{20,}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----)"
)
_SCHEME = re.compile(r"(?:bearer|basic)\s+[\w.~+/=-]{12,}\Z", re.IGNORECASE)
_USER_INFO = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,64}:[^\s/@]{1,128}@", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9](?:[ -]?[0-9]){12,18}\Z")
_CARD = re.compile(r"(?:3[47]|4|5[1-5]|2[2-7]|6)[0-9]+\Z")
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}\Z")
_RANDOM = re.compile(r"[A-Za-z0-9_+/=-]{24,}\Z")
_CLASSES = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"[0-9]"))
_WORDY = re.compile(r"[A-Za-z][a-z]{3,}")
_SEED = re.compile(r"[a-z]{3,8}(?: [a-z]{3,8})+\Z")
_SEED_LENGTHS = frozenset({12, 15, 18, 21, 24})
_LEAST_BITS = 3.7
_LONGEST = 10_000


def looks_like_secret(value: object) -> bool:
    """Whether an answer looks like a key, a token, a card number, an IBAN or a seed phrase.

    Args:
        value: of a field; anything but a text is none.
    """
    if not isinstance(value, str):
        return False
    text = value[:_LONGEST].strip()
    return bool(
        _MARKED.search(text)
        or _SCHEME.match(text)
        or _USER_INFO.search(text)
        or _is_card(text)
        or _is_iban(text)
        or _is_seed(text)
        or _is_random(text)
    )


def _is_card(text: str) -> bool:
    """A number with a card's beginning and a right check digit (Luhn)."""
    if not _DIGITS.match(text):
        return False
    digits = [int(digit) for digit in text if digit.isdigit()]
    doubled = sum(sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return bool(_CARD.match("".join(map(str, digits)))) and (doubled + sum(digits[-1::-2])) % 10 == 0


def _is_iban(text: str) -> bool:
    """ISO 13616, with its check digits."""
    joined = text.replace(" ", "").upper()
    if not _IBAN.match(joined):
        return False
    return int("".join(str(int(sign, 36)) for sign in joined[4:] + joined[:4])) % 97 == 1


def _is_seed(text: str) -> bool:
    """As many short words as a wallet's phrase has, none of them twice, none of them one that sentences need."""
    if not _SEED.match(text):
        return False
    said = text.split()
    return len(said) in _SEED_LENGTHS and len(set(said)) >= len(said) - 1 and not {"the", "and", "for", "you"} & {*said}


def _is_random(text: str) -> bool:
    """Long, of all three classes, without a word in it, and no letter much more frequent than the others."""
    if not _RANDOM.match(text) or not all(kind.search(text) for kind in _CLASSES):
        return False
    if sum(map(len, _WORDY.findall(text))) > len(text) / 2:
        return False
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares) >= _LEAST_BITS
