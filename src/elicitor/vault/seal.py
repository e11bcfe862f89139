"""Sealing: the one door to encryption.

A sealed record is

    version (1 byte, 0x01) | length of kid (1 byte) | kid | salt (16) | nonce (12) | AES-256-GCM ciphertext
    and tag

The key of each record is HKDF-SHA256 (RFC 5869) of the ring's key named kid, with the fixed salt "elicitor"
and the info "elicitor/seal/1/" followed by the record's own salt. So the limit that random nonces put on
the number of records under one key (NIST SP 800-38D section 8.3) is never near. What is authenticated
beside the content is where it belongs: format, purpose, tenant, issuer, subject, connection, record, field,
row version and kid, each in UTF-8 after its length in four bytes. A record that is copied to another
person, another row or another column, or that comes back after the row has moved on, does not open.

The kid in the record says which key to use; an unknown one is an error and nothing else is tried. Putting
back a whole row, with its version, is not noticed: who can write to the database can turn a row back.
`tests/vectors/seal.json` holds records that every later version must open, and records that must fail.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from elicitor.errors import VaultLocked
from elicitor.principal import Owner
from elicitor.secret import Secret
from elicitor.vault.framing import frame
from elicitor.vault.keys import KeyRing

__all__ = ["Binding", "Sealer"]

_FORMAT = "1"
_VERSION = 0x01
_KID_AT = 2
_SALT = 16
_NONCE = 12
_TAG = 16
_KID = re.compile(rb"[A-Za-z0-9_-]{1,32}")


@dataclass(frozen=True, slots=True)
class Binding:
    """Where a sealed record belongs. It opens there and nowhere else.

    Attributes:
        purpose: what kind of record it is (`grant`, `attempt`).
        owner: whose it is; None where nobody is known yet.
        connection: for which connection; empty where for none.
        record: the name of the row.
        field: the name of the column.
        version: of the row; raised at each change, so that old content does not open in a new row.
    """

    purpose: str
    owner: Owner | None
    connection: str
    record: str
    field: str
    version: int


class Sealer:
    """Seals with the newest key of a ring, opens with all of them. Safe to share between threads."""

    __slots__ = ("_header", "_ring")

    def __init__(self, ring: KeyRing) -> None:
        self._ring = ring
        self._header = bytes([_VERSION, len(ring.newest)]) + ring.newest.encode()

    @property
    def key_names(self) -> tuple[str, ...]:
        """The names of the keys that open, the sealing one first."""
        return self._ring.names

    def seal(self, binding: Binding, plaintext: bytes) -> bytes:
        """Seal a content to a place."""
        kid = self._ring.newest
        random = os.urandom(_SALT + _NONCE)
        cipher = AESGCM(self._record_key(kid, random[:_SALT]))
        sealed = cipher.encrypt(random[_SALT:], plaintext, _associated_data(binding, kid))
        return self._header + random + sealed

    def open(self, binding: Binding, sealed: bytes) -> bytes:
        """The content of a sealed record.

        Raises:
            VaultLocked: `unknown_key`, put the key it was sealed with back into the ring; `seal_broken`, it
                was changed or belongs elsewhere; `seal_malformed`, it is no sealed record.
        """
        kid, start = _read_header(sealed)
        nonce_at = start + _SALT
        cipher = AESGCM(self._record_key(kid, sealed[start:nonce_at]))
        body_at = nonce_at + _NONCE
        try:
            return cipher.decrypt(sealed[nonce_at:body_at], sealed[body_at:], _associated_data(binding, kid))
        except InvalidTag as error:
            raise VaultLocked(
                "seal_broken",
                "A stored record is not what was stored there. It was left as it is.",
                purpose=binding.purpose,
                kid=kid,
            ) from error

    def seal_text(self, binding: Binding, content: Secret) -> str:
        """Seal a text into base64url, for a cookie."""
        sealed = self.seal(binding, content.reveal().encode())
        return base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()

    def open_text(self, binding: Binding, unverified: str) -> Secret:
        """Open what `seal_text` made, from a party that may have changed it.

        Raises:
            VaultLocked: as `open`; `seal_malformed` for every spelling but the one `seal_text` writes.
        """
        try:
            sealed = base64.b64decode(unverified + "=" * (-len(unverified) % 4), b"-_", validate=True)
        except (binascii.Error, ValueError) as error:
            raise _malformed() from error
        if base64.urlsafe_b64encode(sealed).rstrip(b"=").decode() != unverified:
            raise _malformed()
        return Secret(self.open(binding, sealed).decode())

    def needs_reseal(self, sealed: bytes) -> bool:
        """Whether a record was sealed with another key than the newest.

        Raises:
            VaultLocked: `seal_malformed`.
        """
        return _read_header(sealed)[0] != self._ring.newest

    def _record_key(self, kid: str, salt: bytes) -> bytes:
        key = self._ring.find_record_key(kid, salt)
        if key is None:
            raise VaultLocked(
                "unknown_key",
                "A stored record was sealed with a key that is not in the ring. Put that key back.",
                kid=kid,
            )
        return key


def _associated_data(binding: Binding, kid: str) -> bytes:
    owner = binding.owner
    # An owner always has an issuer and a subject, so three empty texts mean nobody and cannot mean somebody.
    tenant, issuer, subject = ("", "", "") if owner is None else (owner.tenant, owner.issuer, owner.subject)
    return frame(
        _FORMAT,
        binding.purpose,
        tenant,
        issuer,
        subject,
        binding.connection,
        binding.record,
        binding.field,
        str(binding.version),
        kid,
    )


def _read_header(sealed: bytes) -> tuple[str, int]:
    if len(sealed) < _KID_AT or sealed[0] != _VERSION:
        raise _malformed()
    start = _KID_AT + sealed[1]
    kid = sealed[_KID_AT:start]
    if _KID.fullmatch(kid) is None or len(sealed) < start + _SALT + _NONCE + _TAG:
        raise _malformed()
    return kid.decode(), start


def _malformed() -> VaultLocked:
    return VaultLocked("seal_malformed", "A stored record is not in the form of a sealed record.")
