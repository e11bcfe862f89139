"""Sealing: the vectors, the places a record belongs to, and what a changed record says."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitor.errors import VaultLocked
from elicitor.principal import Owner
from elicitor.secret import Secret
from elicitor.vault.keys import KeyRing
from elicitor.vault.seal import Binding, Sealer
from vault.independent_seal import VECTORS, seal_independently

ALL_VECTORS: list[dict[str, Any]] = json.loads(VECTORS.read_text())
RING = KeyRing.load(KeyRing.new_key())
PLACE = Binding("grant", Owner("", "https://auth.example.com", "alice"), "github", "row", "sealed", 1)


def binding_of(place: dict[str, Any]) -> Binding:
    """A binding as the vectors write it."""
    owner = None if place["owner"] is None else Owner(*place["owner"])
    return Binding(**{**place, "owner": owner})


def failure(sealer: Sealer, binding: Binding, sealed: bytes) -> str:
    """The code with which a record does not open."""
    with pytest.raises(VaultLocked) as refusal:
        sealer.open(binding, sealed)
    return refusal.value.code


@pytest.fixture(scope="module")
def sealer() -> Sealer:
    """A sealer with a new key."""
    return Sealer(KeyRing.load(KeyRing.new_key()))


@pytest.mark.parametrize("vector", ALL_VECTORS, ids=[vector["name"] for vector in ALL_VECTORS])
def test_every_vector_ends_as_it_must(vector: dict[str, Any]) -> None:
    """Records made by another implementation open, or fail for the reason they should."""
    sealer = Sealer(KeyRing.load(*vector["ring"]))
    binding, sealed = binding_of(vector["binding"]), bytes.fromhex(vector["sealed"])
    if vector["expect"] == "opens":
        assert sealer.open(binding, sealed) == bytes.fromhex(vector["plaintext"])
    else:
        assert failure(sealer, binding, sealed) == vector["expect"]


def test_what_is_sealed_here_is_what_another_implementation_seals() -> None:
    """The same salt and nonce give the same bytes."""
    content = os.urandom(32)
    text = base64.urlsafe_b64encode(content).rstrip(b"=").decode()
    sealed = Sealer(KeyRing.load(f"elk1.kid.{text}")).seal(PLACE, b"a token")
    start = 2 + len("kid")
    place = {
        "purpose": "grant",
        "owner": ("", "https://auth.example.com", "alice"),
        "connection": "github",
        "record": "row",
        "field": "sealed",
        "version": 1,
    }
    salt, nonce = sealed[start : start + 16], sealed[start + 16 : start + 28]
    assert sealed == seal_independently(content, "kid", place, b"a token", salt=salt, nonce=nonce)


@given(st.binary(max_size=300))
def test_any_content_comes_back(content: bytes) -> None:
    """Sealed and opened at the same place."""
    sealer = Sealer(RING)
    assert sealer.open(PLACE, sealer.seal(PLACE, content)) == content


@pytest.mark.attack("E2")
def test_a_record_opens_at_its_own_place_and_at_no_other(sealer: Sealer) -> None:
    """Every pair of places across all dimensions: 128 of them, 16,256 swaps."""
    places = [
        Binding(purpose, Owner(tenant, issuer, subject), connection, record, field, version)
        for purpose, tenant, issuer, subject, connection, record, field, version in product(
            ("grant", "attempt"),
            ("", "acme"),
            ("https://a.example", "https://a.example/"),
            ("alice", "Alice"),
            ("files", "mail"),
            ("row-1", "row-2"),
            ("sealed",),
            (1, 2),
        )
    ]
    sealed = {place: sealer.seal(place, place.record.encode()) for place in places}
    opened = {(here, there) for here, there in product(places, places) if _opens(sealer, there, sealed[here])}
    assert opened == {(place, place) for place in places}


def _opens(sealer: Sealer, place: Binding, sealed: bytes) -> bool:
    try:
        sealer.open(place, sealed)
    except VaultLocked:
        return False
    return True


@pytest.mark.attack("E3")
def test_an_old_content_does_not_open_in_a_newer_row(sealer: Sealer) -> None:
    """The version of the row is part of the place."""
    old = sealer.seal(PLACE, b"old")
    new = replace(PLACE, version=2)
    assert failure(sealer, new, old) == "seal_broken"
    assert sealer.open(new, sealer.seal(new, b"new")) == b"new"


def test_every_changed_bit_is_noticed(sealer: Sealer) -> None:
    """Wherever it is; nothing opens to something else."""
    sealed = sealer.seal(PLACE, b"a token")
    for at in range(len(sealed) * 8):
        changed = bytearray(sealed)
        changed[at // 8] ^= 1 << at % 8
        assert failure(sealer, PLACE, bytes(changed)) in {"seal_broken", "unknown_key", "seal_malformed"}
    assert sealer.open(PLACE, sealed) == b"a token"


def test_no_two_records_are_alike(sealer: Sealer) -> None:
    """The same content at the same place is sealed with another salt and nonce each time."""
    assert len({sealer.seal(PLACE, b"a token")[:44] for _ in range(1000)}) == 1000


@pytest.mark.case("R169", "R170")
def test_a_new_key_seals_and_the_old_one_still_opens() -> None:
    """With the old key gone the record says so, and names the key to put back."""
    old, new = KeyRing.new_key(), KeyRing.new_key()
    sealed = Sealer(KeyRing.load(old)).seal(PLACE, b"a token")
    both = Sealer(KeyRing.load(new, old))
    assert both.key_names == KeyRing.load(new, old).names
    assert both.open(PLACE, sealed) == b"a token"
    assert both.needs_reseal(sealed)
    assert not both.needs_reseal(both.seal(PLACE, b"a token"))
    with pytest.raises(VaultLocked, match="form"):
        both.needs_reseal(b"")
    with pytest.raises(VaultLocked) as refusal:
        Sealer(KeyRing.load(new)).open(PLACE, sealed)
    assert refusal.value.code == "unknown_key"
    assert refusal.value.evidence["kid"] == KeyRing.load(old).newest


def test_an_error_tells_nothing_of_the_content(sealer: Sealer) -> None:
    """Neither sentence nor evidence."""
    sealed = bytearray(sealer.seal(PLACE, b"CANARY"))
    sealed[-1] ^= 1
    with pytest.raises(VaultLocked) as refusal:
        sealer.open(PLACE, bytes(sealed))
    shown = f"{refusal.value!r} {refusal.value.sentence} {refusal.value.evidence}"
    assert "CANARY" not in shown
    assert "alice" not in shown


def test_a_sealed_text_fits_into_a_cookie_and_comes_back(sealer: Sealer) -> None:
    """Base64url without padding, and a Secret on the other side."""
    for length in range(40):
        text = sealer.seal_text(PLACE, Secret("é" * length))
        assert text.isascii()
        assert not set(text) & set("+/= ;,")
        assert sealer.open_text(PLACE, text) == Secret("é" * length)


@pytest.mark.parametrize("spoil", ["{}=", "{} ", "\n{}", "{}A", "+{}", "", "a", "é", "{}.{}", "\ud800"])
def test_a_text_in_another_spelling_does_not_open(sealer: Sealer, spoil: str) -> None:
    """What the browser brings back is as hostile as anything."""
    text = sealer.seal_text(PLACE, Secret("state"))
    with pytest.raises(VaultLocked) as refusal:
        sealer.open_text(PLACE, spoil.replace("{}", text))
    assert refusal.value.code in {"seal_malformed", "seal_broken"}
    assert sealer.open_text(PLACE, text) == Secret("state")
