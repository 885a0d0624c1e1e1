from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagemill.errors import CollectionError, UsageError
from pagemill.pages.cell import Cell
from pagemill.pages.family import Family
from pagemill.pages.row_key import row_key
from pagemill.pages.table import Change, PageTable

AT = datetime(2026, 3, 1, tzinfo=UTC)
KEY = row_key("http://example.org/a")


def cell(key: str, family: Family, column: str, day: int, value: str) -> Cell:
    return Cell(key, family, column, AT + timedelta(days=day), value.encode())


def put(table: PageTable, *cells: Cell) -> None:
    for one in cells:
        with table.transaction(one.row) as (_, change):
            change.put(one)


def test_a_row_has_cells_by_family_column_and_time(tmp_path: Path):
    with PageTable(tmp_path / "p", "me") as table:
        cells = [
            cell(KEY, Family.CAPTURE, "", 2, "newer"),
            cell(KEY, Family.CAPTURE, "", 1, "older"),
            cell(KEY, Family.ANCHOR, "x", 1, "text"),
        ]
        put(table, *cells)
        row = table.row(KEY)
        assert row.cells == tuple(cells)
        assert [one.value for one in row.column(Family.CAPTURE)] == [b"newer", b"older"]
        assert table.versions(KEY, Family.CAPTURE, most=1) == cells[:1]
        assert table.versions(KEY, Family.FETCH, "etag") == []
        assert table.server_of(KEY) == "me"
        put(table, cell(KEY, Family.ANCHOR, "y", 1, "more"))  # grows, nothing else changes
        assert table.row(KEY).column(Family.CAPTURE) == cells[:2]
        assert [one.column for one in table.row(KEY).family(Family.ANCHOR)] == ["x", "y"]


def test_rows_of_a_host_are_read_one_after_the_other(tmp_path: Path):
    urls = [f"http://example.org{port}/{n}" for port in ("", ":8080") for n in range(3)]
    others = ["http://example.org.evil/", "http://www.example.org/", "http://exampl.org/"]
    with PageTable(tmp_path / "p", "me") as table:
        keys = [row_key(url) for url in urls + others]
        put(table, *(cell(key, Family.CAPTURE, "", day, "x") for key in keys for day in (1, 2)))
        put(table, cell(row_key("http://example.org/9"), Family.ANCHOR, "", 1, "x"))
        found = list(table.scan("example.org"))
        assert [key for key, _ in found] == keys[:6]
        assert {one.at for _, one in found} == {AT + timedelta(days=2)}
        [(key, _)] = table.scan("example.org", Family.ANCHOR)
        assert key == row_key("http://example.org/9")


def fail(table: PageTable) -> None:
    with table.transaction(KEY) as (_, change):
        change.put(cell(KEY, Family.FETCH, "etag", 1, "x"))
        raise ZeroDivisionError


def test_a_transaction_is_made_whole_or_not_at_all(tmp_path: Path):
    with PageTable(tmp_path / "p", "me") as table:
        with pytest.raises(ZeroDivisionError):
            fail(table)
        assert table.row(KEY).cells == ()
        with table.transaction(KEY) as (row, change):
            count = len(row.cells)
            change.put(cell(KEY, Family.FETCH, "etag", count, "x"))
            with pytest.raises(UsageError, match="one row"):
                change.put(cell("other", Family.FETCH, "etag", 1, "x"))
        with table.transaction(KEY) as (row, change):
            [one] = row.cells
            change.delete(one)
        assert table.row(KEY).cells == ()


def test_many_rows_are_committed_and_stay(tmp_path: Path):
    keys = [row_key(f"http://h{n}.org/") for n in range(50)]
    with PageTable(tmp_path / "p", "me", tablets=3) as table:
        changes = [Change(key) for key in keys]
        for change in changes:
            change.put(cell(change.key, Family.CAPTURE, "", 1, change.key))
        table.commit(changes)
        table.compact()
    for server in (None, "other"):
        with PageTable(tmp_path / "p", server, tablets=9) as table:
            assert table.tablets == 3
            assert [table.row(key).cells[0].value.decode() for key in keys] == keys


def test_a_table_opened_to_read_refuses_to_write(tmp_path: Path):
    with PageTable(tmp_path / "none") as table:
        assert table.row(KEY).cells == ()
        assert list(table.scan("example.org")) == []
        assert table.server_of(KEY) == ""
        with pytest.raises(UsageError, match="reading only"):
            put(table, cell(KEY, Family.FETCH, "x", 1, "x"))
    assert not (tmp_path / "none").exists()


def test_a_damaged_or_newer_table_is_told(tmp_path: Path):
    for text in ("{", '{"tablets": 0, "format": 1}', '{"tablets": 4, "format": 99}'):
        (tmp_path / "TABLETS.json").write_text(text)
        with pytest.raises(CollectionError, match="delete the folder"):
            PageTable(tmp_path)
