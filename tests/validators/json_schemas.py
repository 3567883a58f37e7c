"""As much of JSON Schema as our schemas use, and what SARIF 2.1.0 asks of the objects we write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def breaches(value: Any, schema: Schema, root: Schema, path: str = "$") -> Iterator[str]:
    """Where a value is not as its schema says; keywords we don't know are breaches too."""
    if "$ref" in schema:
        target = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        yield from breaches(value, target, root, path)
        return
    if "anyOf" in schema:
        found = [list(breaches(value, one, root, path)) for one in schema["anyOf"]]
        yield from () if [] in found else min(found, key=len)
    known = {"anyOf", "type", "properties", "required", "items", "enum", "const", "additionalProperties",
             "minimum", "minItems", "maxItems", "prefixItems", "title", "description", "$defs"}  # fmt: skip
    yield from (f"{path}: unknown keyword {word}" for word in set(schema) - known)
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (kind == "integer" and isinstance(value, bool))):
        yield f"{path}: {value!r} is no {kind}"
        return
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{path}: {value} is less than {schema['minimum']}"
    if kind == "object":
        yield from _object_breaches(value, schema, root, path)
    if kind == "array" and not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{path}: {len(value)} items"
    first = schema.get("prefixItems", [])
    for number, item in enumerate(value if kind == "array" else ()):
        here = first[number] if number < len(first) else schema.get("items", {})
        yield from breaches(item, here, root, f"{path}[{number}]")


def _object_breaches(value: dict[str, Any], schema: Schema, root: Schema, path: str) -> Iterator[str]:
    properties = schema.get("properties", {})
    yield from (f"{path}: lacks {name}" for name in schema.get("required", ()) if name not in value)
    for name, item in value.items():
        if name in properties:
            yield from breaches(item, properties[name], root, f"{path}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{path}: {name} is not in the schema"


def _object(required: str = "", **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


_TEXT: Schema = {"type": "string"}
_BAG: Schema = {"type": "object"}
_FROM_ONE: Schema = {"type": "integer", "minimum": 1}
_MESSAGE = _object("text", text=_TEXT)

# Written after the published schema (sarif-schema-2.1.0.json): names, required fields and values.
SARIF = _object(
    "version runs",
    **{"$schema": _TEXT},
    version={"enum": ["2.1.0"]},
    runs=_list(
        _object(
            "tool",
            tool=_object(
                "driver",
                driver=_object(
                    "name",
                    name=_TEXT,
                    version=_TEXT,
                    rules=_list(
                        _object(
                            "id",
                            id=_TEXT,
                            name=_TEXT,
                            shortDescription=_MESSAGE,
                            fullDescription=_MESSAGE,
                            help=_MESSAGE,
                        )
                    ),
                ),
            ),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            results=_list(
                _object(
                    "message",
                    ruleId=_TEXT,
                    ruleIndex={"type": "integer", "minimum": -1},
                    kind={"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
                    level={"enum": ["none", "note", "warning", "error"]},
                    message=_MESSAGE,
                    locations=_list(
                        _object(
                            physicalLocation=_object(
                                artifactLocation=_object(uri=_TEXT, uriBaseId=_TEXT),
                                region=_object(startLine=_FROM_ONE, startColumn=_FROM_ONE),
                            ),
                            logicalLocations=_list(_object(name=_TEXT)),
                        )
                    ),
                    suppressions=_list(
                        _object(
                            "kind",
                            kind={"enum": ["inSource", "external"]},
                            status={"enum": ["accepted", "underReview", "rejected"]},
                            justification=_TEXT,
                        )
                    ),
                    properties=_BAG,
                )
            ),
            properties=_BAG,
        )
    ),
)
