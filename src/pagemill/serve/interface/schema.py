"""Dataclasses as JSON Schema, with the descriptions that their docstrings give.

Source: JSON Schema 2020-12; OpenAPI 3.1.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

_PLAIN: Mapping[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}

Schemas = dict[str, Any]


def schema(hint: Any, known: Schemas) -> Schemas:
    """The schema of a type.

    Args:
        hint: a dataclass or a named tuple, or what its fields are made of.
        known: gets the schema of each dataclass met, by name.

    Raises:
        TypeError: the type has no place in JSON.
    """
    if is_dataclass(hint) and isinstance(hint, type):
        if hint.__name__ not in known:
            known[hint.__name__] = {}
            known[hint.__name__] = _object(hint, known)
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    return {} if hint is Any else _compound(hint, known)


def _compound(hint: Any, known: Schemas) -> Schemas:
    if hasattr(hint, "_fields"):  # a named tuple
        return _row(get_type_hints(hint), known)
    parts = get_args(hint)
    match get_origin(hint):
        case origin if origin is tuple and parts[-1] is not Ellipsis:
            return _row(dict(enumerate(parts)), known)
        case origin if origin in (list, tuple):
            return {"type": "array", "items": schema(parts[0], known)}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": schema(parts[1], known)}
        case origin if origin in (Union, UnionType):
            return {"anyOf": [schema(part, known) for part in parts]}
        case _:
            raise TypeError(f"no JSON schema for {hint!r}")


def _row(hints: Mapping[Any, Any], known: Schemas) -> Schemas:
    """A list whose length is known; its elements may have names, which are not in the JSON."""
    elements = [
        {**({"title": name} if isinstance(name, str) else {}), **schema(one, known)}
        for name, one in hints.items()
    ]
    length = len(elements)
    return {
        "type": "array",
        "prefixItems": elements,
        "items": False,
        "minItems": length,
        "maxItems": length,
    }


def _object(kind: type[Any], known: Schemas) -> Schemas:
    hints = get_type_hints(kind)
    said = _attributes(kind)
    properties = {
        one.name: {**schema(hints[one.name], known), **_described(said.get(one.name, ""))}
        for one in fields(kind)
    }
    text = inspect.getdoc(kind) or ""
    return {
        "type": "object",
        **_described(" ".join(text.partition("\n\n")[0].split())),
        "required": list(properties),
        "properties": properties,
    }


def _described(text: str) -> Schemas:
    return {"description": text} if text else {}


def _attributes(kind: type[Any]) -> dict[str, str]:
    section = (inspect.getdoc(kind) or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    found = re.findall(r"^    (\w+): (.*(?:\n        .*)*)", section, re.MULTILINE)
    return {name: " ".join(said.split()) for name, said in found}
