"""Errors say who must act, with a code for the log and a sentence for the person."""

from __future__ import annotations

import inspect

from elicitor import errors
from elicitor.errors import ElicitorError, Misuse, NotReady, ProviderSaidNo, Refused


def test_an_error_reads_as_its_sentence_and_keeps_its_evidence() -> None:
    """Neither code nor evidence gets into what a person reads."""
    error = Refused("wrong_user", "This is not yours.", connection="acme")
    assert str(error) == error.sentence == "This is not yours."
    assert (error.code, error.evidence, error.status) == ("wrong_user", {"connection": "acme"}, 403)


def test_a_provider_that_said_no_tells_whether_it_means_it() -> None:
    """In attributes and in the evidence."""
    error = ProviderSaidNo("token_refused", "No.", error="invalid_grant", final=True)
    assert (error.error, error.final) == ("invalid_grant", True)
    assert error.evidence == {"error": "invalid_grant", "final": True}


def test_every_error_is_one_of_ours_and_public() -> None:
    """So that one except clause catches them all."""
    found = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, Exception)]
    assert all(issubclass(cls, ElicitorError) for cls in found)
    assert {cls.__name__ for cls in found} == set(errors.__all__)
    assert issubclass(NotReady, Misuse)
