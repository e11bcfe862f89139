"""A form on its way to the person and back: read once, looked through for secrets, filled in, checked.

What leaves as accepted fits the form (FORM-9). A form that asks for a password, a key or a card number is shown with
a warning that says what a server may not ask in this way (FORM-11, F20).
"""

from __future__ import annotations

from collections.abc import Iterator

from elicitor.client.asked import AskedForm
from elicitor.client.person import FormAnswer, FormQuestion
from elicitor.client.policy import Refuse, Subject
from elicitor.client.questions import Questions
from elicitor.protocol.answers import Accepted
from elicitor.protocol.forms import Form, read_form
from elicitor.protocol.forms.secrets import find_secrets

__all__ = ["fill_form"]


async def fill_form(questions: Questions, asked: AskedForm) -> FormAnswer | Refuse:
    """Have a form filled in.

    Raises:
        PeerBroke: forms were not offered to this server (`mode_not_declared`), or its schema is none that a form may
            have.
    """
    questions.check_declared("form")
    form = read_form(asked.unverified_schema)
    cautions = questions.judge("form", Subject(questions.asker, form=form))
    if isinstance(cautions, Refuse):
        return cautions
    question = FormQuestion(questions.asker, asked.message, form, (*cautions, *_secrets(asked, form)))
    answer = await questions.put(
        "form",
        lambda person: person.fill_form(question),
        reading=len(asked.message.unverified),
        fields=len(form.fields),
    )
    if isinstance(answer, Accepted) and form.check(answer.content):
        questions.record.tell("answers_unfit", questions.asker, severity="fault")
        return Refuse("answers_unfit", "The answers do not fit the form, so they were not sent.")
    return answer


def _secrets(asked: AskedForm, form: Form) -> Iterator[str]:
    if find_secrets(form.fields, asked.message.unverified):
        yield (
            "This form seems to ask for a secret. A server may not ask for passwords, keys or card numbers in this "
            "way: this program and the model would see it. Leave it out, or say no."
        )
