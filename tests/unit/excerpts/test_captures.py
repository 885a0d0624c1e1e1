"""An archive over some captures of another."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pagemill.archive import store
from pagemill.archive.cdx import Row
from pagemill.excerpts.captures import excerpted
from pagemill.model.capture import Record

AT = datetime(2026, 3, 1, tzinfo=UTC)


def filled(folder: Path) -> Path:
    with store.Appender(folder, max_records=3) as appender:
        for number in range(9):
            appender.append(
                Record(
                    url=f"http://host{number // 3}.example.org/{number}",
                    fetched_at=AT + timedelta(microseconds=number),
                    kind="response",
                    record_id="",
                    content_type="application/http; msgtype=response",
                    block=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n%d" % number,
                )
            )
            if appender.is_full:
                appender.commit()
    return folder


def every(row: Row) -> bool:
    return bool(row.file)


def none(row: Row) -> bool:
    return not row.file


def test_it_names_the_chosen_captures_and_reads_them_from_the_same_files(tmp_path):
    whole, part = filled(tmp_path / "a" / "archive"), tmp_path / "a" / "part" / "archive"
    wanted = {f"http://host{n // 3}.example.org/{n}" for n in (0, 2, 7)}
    assert excerpted(whole, part, lambda row: row.url in wanted) == 3
    rows = list(store.captures(part))
    assert {row.url for row in rows} == wanted
    assert rows == [row for row in store.captures(whole) if row.url in wanted]
    pointers = sorted(store.Pointer(row.file, row.offset, row.length) for row in rows)
    read = [capture.payload for _, capture in store.read_captures(part, pointers)]
    assert sorted(read) == [b"0", b"2", b"7"]
    # The second file holds none of them.
    assert sorted(path.name for path in part.glob("*.cdxj")) == ["00000.cdxj", "00002.cdxj"]
    text = "".join(path.read_text() for path in part.glob("*.cdxj"))
    assert "host1" not in text
    assert "example.org/1" not in text


def test_its_summary_is_that_of_its_rows(tmp_path):
    whole = filled(tmp_path / "archive")
    excerpted(whole, tmp_path / "part", lambda row: row.url.endswith(("1", "2")))
    excerpted(whole, tmp_path / "all", every)
    index = tmp_path / "part" / "00000.cdxj"
    assert store.summary(index).captures == 2
    # Without its first line the sum is taken over the rows.
    lines = index.read_text().splitlines(keepends=True)
    before = store.summary(index)
    index.write_text("".join(lines[1:]))
    assert store.summary(index) == before
    for path in store.index_files(whole):
        assert store.summary(path) == store.summary(tmp_path / "all" / path.name)


def test_it_moves_with_its_archive(tmp_path):
    whole = filled(tmp_path / "a" / "archive")
    excerpted(whole, tmp_path / "a" / "e" / "archive", every)
    shutil.move(tmp_path / "a", tmp_path / "b")
    moved = tmp_path / "b" / "e" / "archive"
    row = next(store.captures(moved))
    pointer = store.Pointer(row.file, row.offset, row.length)
    assert store.read_capture(moved, pointer).url == row.url


def test_of_nothing_nothing_is_made(tmp_path):
    whole = filled(tmp_path / "archive")
    assert excerpted(whole, tmp_path / "part", none) == 0
    assert list((tmp_path / "part").iterdir()) == []
