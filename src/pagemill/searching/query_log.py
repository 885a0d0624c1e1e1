"""The log of queries: kept only where the settings ask for it, for its owner alone.

A line says when, what and how many pages matched; never who or from where.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pagemill.collection.durable import naming


class Logged(NamedTuple):
    """One query that was asked."""

    at: str
    query: str
    total: int


def note(path: Path, at: datetime, query: str, total: int) -> None:
    """Add a line.

    Raises:
        SurroundingsError: the file cannot be written.
    """
    line = json.dumps([at.isoformat(timespec="seconds"), query, total], ensure_ascii=False)
    with naming(path):
        # Made for its owner from the first byte on, not made private afterwards.
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as log:
            log.write(line + "\n")


def noted(path: Path) -> Iterator[Logged]:
    """All lines so far, oldest first; one that was cut by a kill is passed over."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                yield Logged(*json.loads(line))
            except (ValueError, TypeError):
                continue
