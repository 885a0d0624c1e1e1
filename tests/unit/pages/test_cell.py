from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pagemill.errors import UsageError
from pagemill.pages.cell import Cell, cell_key, cell_of, column_start, row_start
from pagemill.pages.family import Family

AT = datetime(2026, 3, 1, 12, 0, 0, 7, tzinfo=UTC)


def test_a_key_leads_back_to_its_cell():
    cell = Cell("org,a)/ http", Family.ANCHOR, "org,b)/ http", AT, b"value", b"\x00tie")
    assert cell_of(Family.ANCHOR, cell_key(cell), b"value") == cell


def test_cells_sort_by_row_then_column_then_newest_first():
    later = AT + timedelta(microseconds=1)
    cells = [
        Cell("a", Family.FETCH, "", later, b""),
        Cell("a", Family.FETCH, "", AT, b""),
        Cell("a", Family.FETCH, "x", AT, b""),
        Cell("a)", Family.FETCH, "", AT, b""),
    ]
    keys = list(map(cell_key, cells))
    assert keys == sorted(keys)
    assert keys[0].startswith(row_start("a"))
    assert keys[2].startswith(column_start("a", "x"))


def test_a_zero_in_a_name_is_refused():
    with pytest.raises(UsageError, match="zero"):
        row_start("a\x00")
    with pytest.raises(ValueError, match="no cell key"):
        cell_of(Family.FETCH, b"a\x00b\x00short", b"")
