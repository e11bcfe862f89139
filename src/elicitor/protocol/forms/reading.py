"""`read_form`: what a peer sent as a form becomes fields, or is refused with a code and the field that is to blame.

Every spelling that a revision has had is read: bare `enum`, `enumNames`, `oneOf` and `anyOf` of labelled values, for
one and for several (FORM-6, FORM-7), and `T or null` for what may be left out (R017). Keywords that the dialect does
not know are borne and mean nothing; `Form.raw` keeps them for whoever sends the form on (R012, R013). Refused is what
nobody could fill in or what reaches beyond the form: nested fields, lists without choices, references, unions, bounds
that leave nothing, and sizes beyond `sizes.py`. No regular expression of a peer is run.
"""

from __future__ import annotations

from collections.abc import Mapping

from elicitor.errors import PeerBroke
from elicitor.protocol.forms.field_reading import read_field, refuse_references
from elicitor.protocol.forms.form import Form
from elicitor.protocol.forms.sizes import MOST_FIELDS, copy_within_limits, too_large
from elicitor.protocol.forms.wrongs import wrong

__all__ = ["read_form"]


def read_form(unverified_schema: object) -> Form:
    """Read the `requestedSchema` of a form.

    Args:
        unverified_schema: the JSON value as it came.

    Raises:
        PeerBroke: `form_malformed`, `form_too_large`, `form_reference`, `form_nested`, `form_union`,
            `form_field_unknown`, `form_choices_malformed`, `form_bounds_malformed` or `form_cannot_be_filled`. The
            evidence names the field. Answer with an error (-32602) and ask nobody.
    """
    schema = copy_within_limits(unverified_schema)
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise PeerBroke("form_malformed", "The form is no object with fields.")
    refuse_references("", schema)
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        raise PeerBroke("form_malformed", "The form has no list of fields.")
    if len(properties) > MOST_FIELDS:
        raise too_large()
    required = _read_required(schema.get("required", []), properties)
    fields = tuple(read_field(name, inner, required=name in required) for name, inner in properties.items())
    return Form(fields=fields, raw=schema)


def _read_required(unverified: object, properties: Mapping[str, object]) -> frozenset[str]:
    if not isinstance(unverified, list) or not all(isinstance(name, str) for name in unverified):
        raise PeerBroke("form_malformed", "The form does not say properly which fields are needed.")
    names = frozenset(unverified)
    if strange := sorted(names - properties.keys()):
        raise wrong("form_cannot_be_filled", strange[0], "is needed and not there")
    return names
