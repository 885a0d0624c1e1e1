"""Opens what a name stands for: a collection's folder, or a file that describes an engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pagemill.engines.collection import CollectionEngine
from pagemill.engines.description import described, read
from pagemill.engines.fts5 import Fts5Engine
from pagemill.engines.opensearch import opensearch
from pagemill.engines.web import WebEngine
from pagemill.errors import UsageError
from pagemill.measure.engine import Engine

KINDS = ("http", "fts5", "opensearch")


def opened(place: Path) -> Engine:
    """Open an engine.

    Args:
        place: folder of a collection, or a TOML file with ``kind`` and what that kind needs.

    Raises:
        UsageError: there is nothing of that name, or the description is wrong.
        CollectionError: the folder is no collection, or was not built.
    """
    if place.is_dir():
        return CollectionEngine(place)
    if not place.exists():
        raise UsageError(
            f"{place}: no such collection or description of an engine; see docs/engines.md"
        )
    found = read(place)
    kind = found.get("kind", "http")
    if kind == "fts5":
        return _fts5(found, place)
    if kind == "opensearch":
        return WebEngine(opensearch(found, str(place)))
    if kind == "http":
        return WebEngine(described(found, str(place)))
    raise UsageError(f"{place}: kind is {kind!r}; it must be one of {', '.join(KINDS)}")


def _fts5(found: dict[str, Any], place: Path) -> Fts5Engine:
    allowed = {"kind", "database", "table", "address", "text", "limit"}
    for key in found.keys() - allowed:
        raise UsageError(f"{place}: {key}: no such key; known are {', '.join(sorted(allowed))}")
    for key in ("database", "table", "address", "text"):
        if not isinstance(found.get(key), str):
            raise UsageError(f"{place}: {key} is missing, or no text")
    limit = found.get("limit", 1_000_000)
    if not isinstance(limit, int) or limit < 1:
        raise UsageError(f"{place}: limit is {limit!r}; it must be a whole number above 0")
    return Fts5Engine(
        place.parent / found["database"], found["table"], found["address"], found["text"], limit
    )
