"""As much of JSON Schema as the schema of profiles uses; a keyword beyond that is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

NOTES = {"title", "description", "default", "$schema", "$defs", "discriminator", "if", "then"}
_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


class Validator:
    def __init__(self, schema: dict[str, Any]) -> None:
        self._schema = schema

    def misses(self, value: Any) -> list[str]:
        """Where a value is not what the schema wants."""
        return list(self._misses(value, self._schema, ""))

    def _fits(self, value: Any, schema: Any) -> bool:
        return not list(self._misses(value, schema, ""))

    def _misses(self, value: Any, schema: Any, at: str) -> Iterator[str]:
        if "if" in schema and self._fits(value, schema["if"]):
            yield from self._misses(value, schema["then"], at)
        for keyword, wanted in schema.items():
            if keyword not in NOTES:
                yield from self._keyword(keyword, wanted, value, schema, at)

    def _keyword(
        self, keyword: str, wanted: Any, value: Any, schema: Any, at: str
    ) -> Iterator[str]:
        told = f"{at or '/'}: {keyword} {wanted!r}"
        match keyword:
            case "$ref":
                name = wanted.removeprefix("#/$defs/")
                yield from self._misses(value, self._schema["$defs"][name], at)
            case "allOf":
                for each in wanted:
                    yield from self._misses(value, each, at)
            case "anyOf" | "oneOf":
                fits = sum(self._fits(value, each) for each in wanted)
                if not fits or (keyword == "oneOf" and fits > 1):
                    yield f"{at}: {keyword}"
            case "properties":
                for key, each in wanted.items():
                    if isinstance(value, dict) and key in value:
                        yield from self._misses(value[key], each, f"{at}/{key}")
            case "additionalProperties":
                known = schema.get("properties", {})
                for key in value if isinstance(value, dict) else ():
                    if key in known:
                        continue
                    if wanted is False:
                        yield f"{at}/{key}: unknown"
                    elif isinstance(wanted, dict):
                        yield from self._misses(value[key], wanted, f"{at}/{key}")
            case "propertyNames":
                for key in value if isinstance(value, dict) else ():
                    yield from self._misses(key, wanted, f"{at}/{key}")
            case "items":
                for index, each in enumerate(value if isinstance(value, list) else ()):
                    yield from self._misses(each, wanted, f"{at}/{index}")
            case _:
                if not _holds(keyword, wanted, value):
                    yield told


def _holds(keyword: str, wanted: Any, value: Any) -> bool:
    number = isinstance(value, int) and not isinstance(value, bool)
    match keyword:
        case "type":
            right = isinstance(value, _TYPES[wanted])
            return right and (wanted != "integer" or not isinstance(value, bool))
        case "const":
            return bool(value == wanted)
        case "enum":
            return value in wanted
        case "required":
            return not isinstance(value, dict) or all(key in value for key in wanted)
        case "pattern":
            return not isinstance(value, str) or re.search(wanted, value) is not None
        case "minLength":
            return not isinstance(value, str) or len(value) >= wanted
        case "maxLength":
            return not isinstance(value, str) or len(value) <= wanted
        case "minItems":
            return not isinstance(value, list) or len(value) >= wanted
        case "maxItems":
            return not isinstance(value, list) or len(value) <= wanted
        case "minimum":
            return not number or value >= wanted
        case "maximum":
            return not number or value <= wanted
        case _:
            raise NotImplementedError(f"the schema has a keyword {keyword!r}")
