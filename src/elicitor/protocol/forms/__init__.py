"""The restricted form dialect of MCP elicitation: read from a peer, defined by an author, held against answers."""

from elicitor.protocol.forms.fields import Choice as Choice
from elicitor.protocol.forms.fields import Field as Field
from elicitor.protocol.forms.fields import Kind as Kind
from elicitor.protocol.forms.form import Form as Form
from elicitor.protocol.forms.problems import Problem as Problem
from elicitor.protocol.forms.reading import read_form as read_form
from elicitor.protocol.forms.secrets import FoundSecret as FoundSecret
from elicitor.protocol.forms.secrets import SecretKind as SecretKind
from elicitor.protocol.forms.secrets import find_secret as find_secret
from elicitor.protocol.forms.secrets import find_secrets as find_secrets
from elicitor.protocol.forms.secrets import looks_like_secret as looks_like_secret

__all__ = [
    "Choice",
    "Field",
    "Form",
    "FoundSecret",
    "Kind",
    "Problem",
    "SecretKind",
    "find_secret",
    "find_secrets",
    "looks_like_secret",
    "read_form",
]
