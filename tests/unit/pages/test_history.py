from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagemill.archive.cdx import Row as Capture
from pagemill.pages.cell import Cell
from pagemill.pages.derived import pointer
from pagemill.pages.family import Family
from pagemill.pages.history import Validators, capture_cell, changes, fetch_cells, history
from pagemill.pages.row_key import row_key
from pagemill.pages.table import Change, PageTable

AT = datetime(2026, 3, 1, tzinfo=UTC)
URL = "http://example.org/a"
KEY = row_key(URL)


def capture(day: int, digest: str, kind: str = "response", status: int = 200) -> Capture:
    return Capture(
        url=URL,
        fetched_at=AT + timedelta(days=day),
        kind=kind,
        status=status,
        media_type="text/html",
        payload_digest=digest,
        block_digest=f"{day:032x}",
        payload_bytes=9,
        file="00000.warc.gz",
        offset=day,
        length=5,
    )


@pytest.mark.parametrize(
    ("captures", "expected"),
    [
        ([capture(1, "a")], ["new"]),
        ([capture(1, "a"), capture(2, "a"), capture(3, "b")], ["new", "same", "changed"]),
        (
            [capture(1, "a"), capture(2, "x", "revisit"), capture(3, "a")],
            ["new", "same", "same"],
        ),
        (
            [capture(1, "a"), capture(2, "n", status=404), capture(3, "n", status=410)],
            ["new", "gone", "same"],
        ),
        ([capture(1, "n", status=404), capture(2, "a")], ["gone", "new"]),
        (
            [capture(1, "a"), capture(2, "", status=404), capture(3, "a")],
            ["new", "gone", "changed"],
        ),
    ],
)
def test_each_capture_says_what_had_become_of_the_page(captures, expected):
    found = changes(capture_cell(KEY, one) for one in captures)
    assert [cell.value.decode() for cell in found] == expected
    assert {(cell.family, cell.column) for cell in found} == {(Family.FETCH, "change")}


def test_a_history_tells_captures_anchors_and_places(tmp_path: Path):
    captures = [capture(1, "a"), capture(2, "b")]
    source = row_key("http://other.org/")
    change = Change(KEY)
    for one in captures:
        change.put(capture_cell(KEY, one))
        for cell in fetch_cells(KEY, one, Validators('"v1"', "")):
            change.put(cell)
    for cell in changes(capture_cell(KEY, one) for one in captures):
        change.put(cell)
    change.put(Cell(KEY, Family.ANCHOR, source, AT, b"hier\nda"))
    change.put(pointer(KEY, 0xFEED))
    with PageTable(tmp_path, "me") as table:
        table.commit([change])
        found = history(table, URL, lambda number: {"docviews": f"part-0:{number:x}"})
    assert [(one.at.day, one.change, one.etag, one.offset) for one in found.versions] == [
        (3, "changed", '"v1"', 2),
        (2, "new", '"v1"', 1),
    ]
    [anchor] = found.anchors
    assert (anchor.source, anchor.texts) == ("http://other.org/", ("hier", "da"))
    assert found.rows == {"docviews": "part-0:feed"}
    assert (found.key, found.server) == (KEY, "me")
