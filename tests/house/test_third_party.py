"""What the third party does wrong: every fault of the box ends in a plain page, and nothing is kept."""

from __future__ import annotations

import pytest

from elicitor.testing import Fault, ScriptedBrowser
from elicitor.testing.stage import Stage
from house.walking import client_of, codes, grants, link_from_era_a, never, walk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning"),
]

BEFORE_THE_CODE = [
    (Fault.WRONG_ISSUER, "issuer_mismatch"),
    (Fault.MISSING_ISSUER, "issuer_mismatch"),
    (Fault.FORGED_STATE, "no_flow"),
    (Fault.MISSING_STATE, "no_flow"),
    (Fault.MISSING_CODE, "callback_malformed"),
    (Fault.REPEATED_CODE, "callback_repeated"),
    (Fault.DENIAL, "provider_refused"),
    (Fault.DENIAL_BY_WRONG_ISSUER, "issuer_mismatch"),
    (Fault.SERVER_ERROR, "provider_error"),
]
AFTER_THE_CODE = [
    (Fault.STATUS_500, "provider_unavailable"),
    (Fault.STATUS_429, "provider_unavailable"),
    (Fault.HTML_200, "reply_malformed"),
    (Fault.CUT_OFF, "reply_lost"),
    (Fault.NO_ACCESS_TOKEN, "token_malformed"),
    (Fault.ERROR_WITH_200, "token_refused"),
    (Fault.WRONG_TOKEN_TYPE, "token_type_unsupported"),
    (Fault.HUGE, "reply_too_large"),
    (Fault.REPEATED_KEY, "reply_malformed"),
    (Fault.REDIRECT, "redirect_refused"),
    (Fault.WRONG_NONCE, "id_token_invalid"),
    (Fault.WRONG_AUDIENCE, "id_token_invalid"),
    (Fault.STALE_ID_TOKEN, "id_token_invalid"),
    (Fault.ID_TOKEN_OF_OTHER_ISSUER, "id_token_invalid"),
]


async def connect_with(stage: Stage, fault: Fault) -> tuple[int, str]:
    """Walk the whole way while the third party misbehaves once; then once more, honestly."""
    async with client_of(stage, await stage.token_for("alice"), "legacy", elicitation_callback=never) as client:
        url, _ = await link_from_era_a(client)
        async with ScriptedBrowser() as browser:
            stage.acme.misbehave(fault)
            page = await walk(browser, url, "alice")
            kept = grants(stage)
            stage.acme.misbehave(Fault.HONEST)
            assert kept == 0
            honest = await walk(browser, url, "alice")
            assert "is connected" in honest.text
            return page.status, page.text


@pytest.mark.attack("B1")
@pytest.mark.parametrize(("fault", "code"), BEFORE_THE_CODE)
async def test_a_wrong_answer_is_refused_before_any_token_call(stage: Stage, fault: Fault, code: str) -> None:
    """Refused with a page, written down, no token call; the same trip made honestly succeeds."""
    status, text = await connect_with(stage, fault)
    assert status >= 400
    assert "reference" in text
    assert code in await codes(stage)
    assert stage.acme.token_calls == 1


@pytest.mark.attack("B15", "B10")
@pytest.mark.parametrize(("fault", "code"), AFTER_THE_CODE)
async def test_a_wrong_token_reply_is_refused_whole(stage: Stage, fault: Fault, code: str) -> None:
    """Nothing of it is stored; the way back leads to a trip that succeeds."""
    status, _ = await connect_with(stage, fault)
    assert status >= 400
    assert code in await codes(stage)
