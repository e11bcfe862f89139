"""One trip to a third party: how it begins after consent, and how it ends when the person comes back.

The order of the checks at the return is the point of this file. The attempt is found by its state, then it must
be the same browser (flow cookie), the same session, the same person, the same connection; then the answer of
the third party is validated; then the attempt is taken, once; and only then is the code redeemed (RFC 9700
section 4.5, "Cross-user OAuth Session Fixation"). A check that fails before the taking leaves everything as it
was, so that a stray or hostile request costs the honest person nothing.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from elicitor.errors import (
    ElicitorError,
    Expired,
    ProviderBroke,
    ProviderSaidNo,
    Refused,
)
from elicitor.identifiers import digest_of, mint_identifier
from elicitor.oauth.account import learn_account
from elicitor.oauth.authorize import ValidCallback, authorization_url, validate_callback
from elicitor.oauth.pkce import new_verifier
from elicitor.oauth.token import TokenReply, exchange
from elicitor.protocol.lifecycle import TERMINAL_ERRANDS, Errand, Move, sources_of
from elicitor.secret import Secret
from elicitor.server.endpoints import endpoints_of
from elicitor.server.house import House
from elicitor.server.identity import ConfirmedTicket, Visitor
from elicitor.server.revocation import revoke_quietly
from elicitor.vault.records import Attempt, AttemptDraft, Grant, GrantDraft

__all__ = [
    "TRIP_SECONDS",
    "AlreadyDone",
    "Departure",
    "Return",
    "agree",
    "begin",
    "decline",
    "find_way_back",
    "finish",
    "redirect_uri_of",
]

TRIP_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Departure:
    """The person may go.

    Attributes:
        url: where the third party asks them.
        state_digest: names the flow cookie.
        flow: the content of the flow cookie that ties the trip to this browser.
    """

    url: str
    state_digest: bytes
    flow: Secret


@dataclass(frozen=True, slots=True)
class Return:
    """What a browser brought back, none of it believed yet.

    Attributes:
        connection: the last part of the callback's path: one redirect URI for each connection.
        query: the parameters in their order, repeats included.
        flow: the flow cookie that belongs to the state, if the browser has it.
        visitor: whoever is signed in now, if anybody.
    """

    connection: str
    query: Sequence[tuple[str, str]]
    flow: str | None
    visitor: Visitor | None


class AlreadyDone(Expired):
    """The same return came twice; the first one was used. What it achieved stands."""


def redirect_uri_of(house: House, connection: str) -> str:
    """The redirect URI of a connection: its own, so that answers cannot be swapped between providers (B2)."""
    return house.public_url.at(f"/connect/callback/{connection}")


async def begin(house: House, confirmed: ConfirmedTicket, ticket_id: str) -> Departure:
    """Start a trip for a confirmed ticket; a trip of the same ticket that is still open is replaced.

    Raises:
        Expired: `ticket_over`, somebody was faster.
        ProviderUnreachable: the third party's metadata cannot be read now. Nothing was changed.
    """
    ticket, visitor = confirmed.ticket, confirmed.visitor
    provider = house.provider(ticket.connection)
    endpoints = await endpoints_of(house, provider)
    state, flow = mint_identifier(), mint_identifier()
    draft = AttemptDraft(
        digest=digest_of(state),
        session=visitor.session,
        flow=digest_of(flow),
        owner=visitor.owner,
        connection=ticket.connection,
        issuer=endpoints.issuer or "",
        redirect_uri=redirect_uri_of(house, ticket.connection),
        scopes=ticket.scopes | provider.scopes | await _granted_already(house, visitor, ticket.connection),
        nonce=Secret(mint_identifier()),
        verifier=new_verifier(),
        return_to=Secret(ticket_id),
        expires_at=house.clock() + TRIP_SECONDS,
    )
    attempt = await house.vault.attempts.begin(ticket.digest, sources_of(Move.START), draft)
    if attempt is None:
        raise Expired("ticket_over", "This link is over. Start again from your application.")
    await house.reporter.emit("trip_started", connection=ticket.connection)
    url = authorization_url(
        endpoints,
        provider,
        redirect_uri=attempt.redirect_uri,
        scopes=attempt.scopes,
        state=state,
        nonce=attempt.nonce,
        verifier=attempt.verifier,
    )
    return Departure(url, attempt.digest, Secret(flow))


async def decline(house: House, confirmed: ConfirmedTicket) -> None:
    """The person says no on our page. The client is told that the errand is over."""
    digest = confirmed.ticket.digest
    if await house.vault.tickets.move(digest, sources_of(Move.SAY_NO), reason="declined"):
        await house.reporter.emit("declined_on_page", connection=confirmed.ticket.connection)
        house.completion.announce(digest)


async def agree(house: House, confirmed: ConfirmedTicket) -> Grant | None:
    """Let one more MCP client use a grant that is there already; None where there is none to agree to."""
    ticket, owner = confirmed.ticket, confirmed.visitor.owner
    grant = await house.vault.grants.agree(
        ticket.digest, sources_of(Move.AGREE), owner, ticket.connection, ticket.principal.client_id
    )
    if grant is not None:
        await house.reporter.emit("client_agreed", connection=ticket.connection, client=ticket.principal.client_id)
        house.completion.announce(ticket.digest)
    return grant


async def finish(house: House, unverified: Return) -> Grant:
    """Take a returning person in: every check, then the code, then the grant, in one commit.

    Raises:
        Expired: `no_flow` (no such trip for this browser). `AlreadyDone` where this trip is finished.
        Refused: `context_mismatch`, `session_lapsed`, `session_changed`, `wrong_user`; nothing was changed.
        ProviderSaidNo: the third party refused, or refused the exchange.
        ProviderBroke: it answered wrongly; nothing of the answer was kept.
        ProviderUnreachable: it did not answer the exchange.
    """
    attempt = await _attempt_of_this_browser(house, unverified)
    await _refuse_if_taken(house, attempt)
    callback = await _validated(house, attempt, unverified)
    taken = await house.vault.attempts.take(attempt.digest, sources_of(Move.RETURN))
    if taken is None:
        raise _over()
    return await _redeem(house, taken, callback)


async def is_lacking(house: House, unverified: Return, grant: Grant) -> bool:
    """Whether the person allowed less than the ticket of this trip asked for; for the words on the last page."""
    states = [value for name, value in unverified.query if name == "state"]
    attempt = await house.vault.attempts.find(states[0]) if len(states) == 1 else None
    ticket = None if attempt is None else await house.vault.tickets.find_by_digest(attempt.ticket)
    return ticket is not None and not grant.scopes >= ticket.scopes


async def find_way_back(house: House, unverified: Return) -> str | None:
    """The path of the connect page that this very browser set out from, or None.

    Only the browser that holds the trip's flow cookie is told: it has seen the link before.
    """
    states = [value for name, value in unverified.query if name == "state"]
    attempt = await house.vault.attempts.find(states[0]) if len(states) == 1 else None
    if attempt is None or not _same(unverified.flow, attempt.flow):
        return None
    return f"/connect/{attempt.return_to.reveal()}"


async def _granted_already(house: House, visitor: Visitor, connection: str) -> frozenset[str]:
    try:
        grant = await house.vault.grants.find(visitor.owner, connection)
    except ElicitorError:
        return frozenset()  # a grant that cannot be read is about to be replaced
    return grant.scopes if grant is not None and grant.status == "active" else frozenset()


async def _attempt_of_this_browser(house: House, unverified: Return) -> Attempt:
    states = [value for name, value in unverified.query if name == "state"]
    attempt = await house.vault.attempts.find(states[0]) if len(states) == 1 else None
    if attempt is None or not _same(unverified.flow, attempt.flow):
        raise Expired("no_flow", "This browser has no open trip that this answer belongs to.")
    if attempt.connection != unverified.connection:
        raise Refused("context_mismatch", "The answer came to the wrong address.")
    visitor = unverified.visitor
    if visitor is None:
        raise Refused("session_lapsed", "Your session here has ended. Start again.")
    if visitor.owner != attempt.owner:
        raise Refused("wrong_user", "Somebody else is signed in now. Start again.")
    if visitor.session != attempt.session:
        raise Refused("session_changed", "You have signed in anew in the meantime. Start again.")
    return attempt


async def _refuse_if_taken(house: House, attempt: Attempt) -> None:
    ticket = await house.vault.tickets.find_by_digest(attempt.ticket)
    if ticket is not None and ticket.errand == Errand.COMPLETED:
        raise AlreadyDone("already_done", "This account is connected already.", connection=attempt.connection)
    if attempt.taken_at is not None:
        raise _over()
    if ticket is None or ticket.errand in TERMINAL_ERRANDS or ticket.expires_at <= house.clock():
        raise _over()


async def _validated(house: House, attempt: Attempt, unverified: Return) -> ValidCallback:
    provider = house.provider(attempt.connection)
    endpoints = await endpoints_of(house, provider)
    if (endpoints.issuer or "") != attempt.issuer:
        raise ProviderBroke("issuer_changed", "The third party changed while you were away. Start again.")
    return validate_callback(
        unverified.query,
        expected_issuer=endpoints.issuer,
        iss_supported=endpoints.authorization_response_iss,
    )


async def _redeem(house: House, attempt: Attempt, callback: ValidCallback) -> Grant:
    provider = house.provider(attempt.connection)
    try:
        endpoints = await endpoints_of(house, provider)
        reply = await exchange(
            house.http,
            endpoints,
            provider,
            callback,
            redirect_uri=attempt.redirect_uri,
            verifier=attempt.verifier,
            requested=attempt.scopes,
            now=house.clock(),
        )
    except ElicitorError as error:
        await _stumble(house, attempt, error)
        raise
    return await _keep(house, attempt, reply)


async def _keep(house: House, attempt: Attempt, reply: TokenReply) -> Grant:
    provider = house.provider(attempt.connection)
    try:
        endpoints = await endpoints_of(house, provider)
        account = await learn_account(
            house.http,
            endpoints,
            provider,
            reply,
            keys=house.metadata.keys,
            nonce=attempt.nonce,
            now=house.clock(),
        )
    except ElicitorError as error:
        await revoke_quietly(house, provider, reply.credential)
        await _stumble(house, attempt, error)
        raise
    draft = GrantDraft(
        owner=attempt.owner,
        connection=attempt.connection,
        scopes=reply.scopes,
        credential=reply.credential,
        account_id=account.id,
        account_name=account.name,
    )
    try:
        grant = await house.vault.grants.settle(attempt.digest, attempt.ticket, sources_of(Move.KEEP), draft)
    except ElicitorError:
        await revoke_quietly(house, provider, reply.credential)  # it could not be kept, so it is given back
        raise
    if grant is None:
        # The ticket ended while the code was being redeemed: terminal states win, and nothing is kept.
        await revoke_quietly(house, provider, reply.credential)
        raise _over()
    await house.reporter.emit("grant_stored", connection=grant.connection, version=grant.version)
    house.completion.announce(attempt.ticket)
    return grant


async def _stumble(house: House, attempt: Attempt, error: ElicitorError) -> None:
    """A trip failed after it was taken: another may go better, unless the app itself was refused."""
    hopeless = isinstance(error, ProviderSaidNo) and error.error in {"invalid_client", "unauthorized_client"}
    move = Move.FAIL if hopeless else Move.STUMBLE
    await house.vault.attempts.abandon(attempt.digest, sources_of(move), reason=error.code)
    if hopeless:
        house.completion.announce(attempt.ticket)


def _same(unverified_flow: str | None, expected: bytes) -> bool:
    return unverified_flow is not None and hmac.compare_digest(digest_of(unverified_flow), expected)


def _over() -> Expired:
    return Expired("trip_over", "This trip is over. Start again from your application.")
