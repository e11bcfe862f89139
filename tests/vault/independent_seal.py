"""The sealed format written a second time, from its description and with other functions.

The vectors in `tests/vectors/seal.json` were made by this file (`python -m vault.independent_seal` in
`tests/`), not by the code they test. Released vectors are never made anew: whoever changes the format adds
a version.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

__all__ = ["VECTORS", "seal_independently"]

VECTORS = Path(__file__).parent.parent / "vectors" / "seal.json"


def seal_independently(
    key: bytes, kid: str, binding: dict[str, Any], plaintext: bytes, *, salt: bytes, nonce: bytes
) -> bytes:
    """A sealed record with a given salt and nonce."""
    derive = HKDF(algorithm=hashes.SHA256(), length=32, salt=b"elicitor", info=b"elicitor/seal/1/" + salt)
    encryptor = Cipher(algorithms.AES256(derive.derive(key)), modes.GCM(nonce)).encryptor()
    encryptor.authenticate_additional_data(_associated_data(binding, kid))
    body = encryptor.update(plaintext) + encryptor.finalize() + encryptor.tag
    return b"\x01" + bytes([len(kid)]) + kid.encode() + salt + nonce + body


def _associated_data(binding: dict[str, Any], kid: str) -> bytes:
    tenant, issuer, subject = binding["owner"] or ("", "", "")
    parts = ["1", binding["purpose"], tenant, issuer, subject, binding["connection"], binding["record"]]
    parts += [binding["field"], f"{binding['version']:d}", kid]
    raw = [part.encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in raw)


def _bytes(name: str, length: int) -> bytes:
    """Bytes that anybody can make again, and that look random."""
    return hashlib.shake_256(name.encode()).digest(length)


def _key(kid: str) -> str:
    return f"elk1.{kid}." + base64.urlsafe_b64encode(_bytes(f"key {kid}", 32)).rstrip(b"=").decode()


_PLACE = {
    "purpose": "grant",
    "owner": ["acme", "https://auth.example.com", "alice"],
    "connection": "github",
    "record": "row-1",
    "field": "sealed",
    "version": 3,
}
_MOVED = {
    "another purpose": {"purpose": "attempt"},
    "another tenant": {"owner": ["umbrella", "https://auth.example.com", "alice"]},
    "another issuer": {"owner": ["acme", "https://auth.example.com/", "alice"]},
    "another subject": {"owner": ["acme", "https://auth.example.com", "Alice"]},
    "nobody instead of somebody": {"owner": None},
    "a border between two texts moved": {"owner": ["acmeh", "ttps://auth.example.com", "alice"]},
    "another connection": {"connection": "gitlab"},
    "another row": {"record": "row-2"},
    "another column": {"field": "other"},
    "the next version": {"version": 4},
    "the version before": {"version": 2},
}


def _vectors() -> list[dict[str, Any]]:
    ring = [_key("new"), _key("old")]
    salt, nonce = _bytes("salt", 16), _bytes("nonce", 12)

    def seal(kid: str, place: dict[str, Any], plaintext: bytes) -> bytes:
        return seal_independently(_bytes(f"key {kid}", 32), kid, place, plaintext, salt=salt, nonce=nonce)

    def vector(name: str, sealed: bytes, expect: str, plaintext: bytes = b"", **place: Any) -> dict[str, Any]:
        return {
            "name": name,
            "ring": ring,
            "binding": {**_PLACE, **place},
            "sealed": sealed.hex(),
            "expect": expect,
            "plaintext": plaintext.hex(),
        }

    usual = seal("new", _PLACE, b"a token")
    nobody = {**_PLACE, "owner": None, "connection": "", "purpose": "sign_in_cookie"}
    far = {**_PLACE, "owner": ["", "https://äuth.example", "日本 \U0001d54b"], "connection": "é"}
    start = 2 + len("new")
    flipped = {
        "a bit of the salt": start,
        "a bit of the nonce": start + 16,
        "a bit of the content": start + 28,
        "a bit of the tag": len(usual) - 1,
    }
    return [
        vector("sealed by the newest key", usual, "opens", b"a token"),
        vector("sealed by an older key", seal("old", _PLACE, b"older"), "opens", b"older"),
        vector("nothing in it", seal("new", _PLACE, b""), "opens"),
        vector("much in it", seal("new", _PLACE, b"x" * 2000), "opens", b"x" * 2000),
        vector("nobody's", seal("new", nobody, b"state"), "opens", b"state", **nobody),
        vector("letters from everywhere", seal("new", far, b"far"), "opens", b"far", **far),
        *(vector(name, usual, "seal_broken", **place) for name, place in _MOVED.items()),
        *(
            vector(name, usual[:at] + bytes([usual[at] ^ 1]) + usual[at + 1 :], "seal_broken")
            for name, at in flipped.items()
        ),
        vector("the last byte lost", usual[:-1], "seal_broken"),
        vector("a byte more", usual + b"\0", "seal_broken"),
        vector("named after another key of the ring", usual.replace(b"new", b"old", 1), "seal_broken"),
        vector("a key that is not in the ring", seal("gone", _PLACE, b"a token"), "unknown_key"),
        vector("nothing at all", b"", "seal_malformed"),
        vector("only a version", b"\x01", "seal_malformed"),
        vector("another version", b"\x02" + usual[1:], "seal_malformed"),
        vector("a key without a name", b"\x01\x00" + usual[2:], "seal_malformed"),
        vector("a name that is no name", usual.replace(b"new", b"n\0w", 1), "seal_malformed"),
        vector("a name longer than the record", b"\x01\xff" + usual[2:], "seal_malformed"),
        vector("cut within the nonce", usual[: start + 20], "seal_malformed"),
        vector("no room for a tag", usual[: start + 28 + 15], "seal_malformed"),
    ]


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(_vectors(), indent=1, ensure_ascii=False) + "\n")
