"""Answers that are kept for a person (`remember=`): sealed like a grant, and held against the form each time."""

from __future__ import annotations

import json
from typing import TypeVar

from elicitor.errors import VaultLocked
from elicitor.principal import Owner
from elicitor.protocol.forms import AnswerInvalid, Filled
from elicitor.server.lodge import Lodge
from elicitor.server.question import Question

__all__ = ["keep_answer", "recall_answer"]

T = TypeVar("T")


async def recall_answer(lodge: Lodge, owner: Owner, question: Question[T]) -> tuple[Filled[T], object] | None:
    """The kept answer and its content; None where there is none, or none that fits the form as it is now."""
    if question.remember is None:
        return None
    try:
        kept = await lodge.vault.remembered.find(owner, question.remember)
    except VaultLocked as error:
        await lodge.reporter.emit("answer_locked", severity="fault", because=error.code)
        return None
    if kept is None:
        return None
    content = json.loads(kept)
    try:
        return Filled(question.form.read(content)), content
    except AnswerInvalid:
        return None


async def keep_answer(lodge: Lodge, owner: Owner, name: str, content: object) -> None:
    """Keep the content of an accepted answer."""
    await lodge.vault.remembered.put(owner, name, json.dumps(content).encode())
