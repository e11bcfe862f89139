"""The restricted form dialect of MCP elicitation: read from a peer, defined by an author, held against answers."""

from elicitor.protocol.forms.fields import Choice as Choice
from elicitor.protocol.forms.fields import Field as Field
from elicitor.protocol.forms.fields import Kind as Kind
from elicitor.protocol.forms.form import Form as Form
from elicitor.protocol.forms.problems import Problem as Problem
from elicitor.protocol.forms.reading import read_form as read_form

__all__ = ["Choice", "Field", "Form", "Kind", "Problem", "read_form"]
