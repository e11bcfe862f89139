"""The list of well-known sites is in order."""

from __future__ import annotations

from elicitor.protocol.links.domains import registrable_domain
from elicitor.protocol.links.known import SHORTENERS, WELL_KNOWN, known_by_look, known_names


def test_every_entry_is_a_domain_that_can_be_registered() -> None:
    """In lower case, and each once by its look."""
    shared = {"atlassian.net", "docusign.net", "amazonaws.com"}
    assert all(registrable_domain(domain) in {domain, ""} for domain in (WELL_KNOWN | SHORTENERS) - shared)
    assert all(domain == domain.lower() for domain in WELL_KNOWN)
    assert len(known_by_look()) > 0.98 * len(WELL_KNOWN)
    assert "google" in known_names()
    assert not WELL_KNOWN & SHORTENERS
