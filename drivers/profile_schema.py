"""The JSON Schema of profiles, for editors: made from the forms, one for each protocol.

Says which keys there are and of what type each value is. What goes with what is for
`profile_checks` and the families to say.
"""

from __future__ import annotations

from typing import Any

from drivers.families import FAMILIES
from drivers.profile_form import OF_ALL_VERSIONS, VariantSpec

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def profile_schema() -> Schema:
    """One schema for all: the protocol that a profile names decides which keys it has."""
    shared: Schema = {}
    forms = []
    for protocol in FAMILIES:
        form = _form(protocol)
        shared |= form.pop("$defs")
        named = {"properties": {"protocol": {"const": protocol}}, "required": ["protocol"]}
        forms.append({"if": named, "then": form})
    return {
        "$schema": DIALECT,
        "title": "The profile of a device",
        "type": "object",
        "properties": {"protocol": {"enum": list(FAMILIES)}},
        "required": ["protocol"],
        "allOf": forms,
        "$defs": shared,
    }


def _form(protocol: str) -> Schema:
    form = FAMILIES[protocol].form.model_json_schema()
    properties: Schema = form["properties"]
    properties["protocol"] = {"const": protocol}
    own = {key: each for key, each in properties.items() if key not in OF_ALL_VERSIONS}
    properties["variants"] = {
        "type": "array",
        "items": {
            "description": VariantSpec.__doc__,
            "type": "object",
            "properties": own,
            "required": ["firmware"],
            "additionalProperties": False,
        },
    }
    form["$defs"].pop(VariantSpec.__name__)
    return form
