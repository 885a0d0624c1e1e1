from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from pagemill.model.history import Attempt
from pagemill.pages.attempts import ATTEMPT, attempt_cells, attempts
from pagemill.pages.table import Row
from pagemill.tables import Fetches

AT = datetime(2026, 3, 1, 12, 0, 0, 5, tzinfo=UTC)


def fetches(*urls: str) -> Fetches:
    count = len(urls)
    return Fetches(
        url=list(urls),
        fetched_at=np.array([AT.replace(tzinfo=None)] * count, "datetime64[us]"),
        status=np.array([0] * count, np.int32),
        outcome=["failed"] * count,
        reason=["too slow"] * count,
        detail=["\udcff"] * count,
        size=np.array([0] * count, np.int64),
        took=np.array([1.23456] * count, np.float64),
        depth=np.array([1] * count, np.int32),
        target=[""] * count,
    )


def test_an_attempt_survives_its_cell() -> None:
    cells = list(attempt_cells(fetches("a", "none"), lambda url: url if url == "a" else ""))
    assert [(cell.row, cell.column, cell.at) for cell in cells] == [("a", ATTEMPT, AT)]
    wanted = Attempt(
        at=AT,
        outcome="failed",
        status=0,
        reason="too slow",
        detail="\udcff",
        took=1.235,
        target="",
    )
    assert attempts(Row("a", tuple(cells))) == (wanted,)


def test_a_row_that_no_crawl_asked_for_has_none() -> None:
    assert attempts(Row("a", ())) == ()
