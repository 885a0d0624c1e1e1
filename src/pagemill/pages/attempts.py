"""Attempts to fetch a page, from the log of crawls: also those that no capture came of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import numpy as np

from pagemill.model.history import Attempt
from pagemill.pages.cell import Cell
from pagemill.pages.family import Family
from pagemill.pages.table import Row
from pagemill.tables import Fetches

ATTEMPT = "attempt"


def attempt_cells(fetches: Fetches, key_of: Callable[[str], str]) -> Iterator[Cell]:
    """A cell for each line of the log.

    Args:
        fetches: lines of the log.
        key_of: the key of an address's row, or ``""`` where it can have none.
    """
    for row, url in enumerate(fetches.url):
        key = key_of(url)
        if not key:
            continue
        fields = [
            fetches.outcome[row],
            int(fetches.status[row]),
            fetches.reason[row],
            fetches.detail[row],
            round(float(fetches.took[row]), 3),
            fetches.target[row],
        ]
        yield Cell(
            row=key,
            family=Family.FETCH,
            column=ATTEMPT,
            at=_instant(fetches.fetched_at[row]),
            value=json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode(
                "utf-8", "backslashreplace"
            ),
        )


def attempts(row: Row) -> tuple[Attempt, ...]:
    """The attempts that a row knows of, newest first."""
    found: list[Attempt] = []
    for cell in row.column(Family.FETCH, ATTEMPT):
        outcome, status, reason, detail, took, target = json.loads(cell.value)
        found.append(
            Attempt(
                at=cell.at,
                outcome=outcome,
                status=status,
                reason=reason,
                detail=detail,
                took=took,
                target=target,
            )
        )
    return tuple(found)


def _instant(value: np.datetime64) -> datetime:
    at: datetime = value.astype("datetime64[us]").item()
    return at.replace(tzinfo=UTC)
