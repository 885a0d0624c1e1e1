"""JSON-LD: the things that a page describes in its data scripts, flat and bounded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, TypeAlias

_MOST_CHARACTERS: Final = 1_000_000
_MOST_THINGS: Final = 2_000
_DEEPEST: Final = 8
_WRAPPING: Final = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*.*?\*/)|(?:-->|//\s*\]\]>|;)\s*$"
)

Json: TypeAlias = "dict[str, Json] | list[Json] | str | float | bool | None"
Thing: TypeAlias = Mapping[str, Json]


def things(scripts: Iterable[str]) -> list[Thing]:
    """Every object of the scripts, outer before inner. Broken JSON gives nothing."""
    found: list[Thing] = []
    spent = 0
    for script in scripts:
        spent += len(script)
        if spent > _MOST_CHARACTERS:
            break
        found += islice(flat(_read(script)), _MOST_THINGS - len(found))
    return found


def flat(value: Json) -> Iterator[Thing]:
    """Every object of a value, outer before inner, not deeper than is sane."""
    yield from _inside(value, 0)


def kinds(thing: Thing) -> tuple[str, ...]:
    """Types of an object without their vocabulary's address."""
    stated = thing.get("@type")
    names = stated if isinstance(stated, list) else [stated]
    return tuple(name.rpartition("/")[2] for name in names if isinstance(name, str))


def text_of(thing: Thing, key: str) -> str:
    """Text of a property, white space collapsed; the first of several; ``""`` for none."""
    value = thing.get(key)
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("@value")
    return " ".join(value.split()) if isinstance(value, str) else ""


def names_of(thing: Thing, key: str) -> list[str]:
    """Names of the persons or organisations under a key, in order."""
    value = thing.get(key)
    parties = value if isinstance(value, list) else [value]
    names: list[str] = []
    for party in parties[:20]:
        if isinstance(party, str):
            names.append(" ".join(party.split()))
        elif isinstance(party, dict):
            names.append(text_of(party, "name"))
    return [name for name in names if name]


def _read(script: str) -> Json:
    for is_wrapped in (False, True):
        text = _WRAPPING.sub("", script.strip()) if is_wrapped else script
        try:
            read: Json = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
        return read
    return None


def _inside(value: Json, depth: int) -> Iterator[Thing]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for item in value:
            yield from _inside(item, depth + 1)
    elif isinstance(value, dict):
        yield value
        for inner in value.values():
            if isinstance(inner, (dict, list)):
                yield from _inside(inner, depth + 1)
