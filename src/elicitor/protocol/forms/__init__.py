"""The restricted form dialect of MCP elicitation: read from a peer, defined by an author, held against answers."""

from elicitor.protocol.forms.addresses import find_address as find_address
from elicitor.protocol.forms.defining import define_form as define_form
from elicitor.protocol.forms.definition import Filled as Filled
from elicitor.protocol.forms.definition import FormDefinition as FormDefinition
from elicitor.protocol.forms.fields import Choice as Choice
from elicitor.protocol.forms.fields import Field as Field
from elicitor.protocol.forms.fields import Kind as Kind
from elicitor.protocol.forms.form import Form as Form
from elicitor.protocol.forms.invalid import AnswerInvalid as AnswerInvalid
from elicitor.protocol.forms.problems import Problem as Problem
from elicitor.protocol.forms.reading import read_form as read_form
from elicitor.protocol.forms.secrets import FoundSecret as FoundSecret
from elicitor.protocol.forms.secrets import SecretKind as SecretKind
from elicitor.protocol.forms.secrets import find_secret as find_secret
from elicitor.protocol.forms.secrets import find_secrets as find_secrets
from elicitor.protocol.forms.secrets import looks_like_secret as looks_like_secret
from elicitor.protocol.forms.wording import NotASecret as NotASecret

__all__ = [
    "AnswerInvalid",
    "Choice",
    "Field",
    "Filled",
    "Form",
    "FormDefinition",
    "FoundSecret",
    "Kind",
    "NotASecret",
    "Problem",
    "SecretKind",
    "define_form",
    "find_address",
    "find_secret",
    "find_secrets",
    "looks_like_secret",
    "read_form",
]
