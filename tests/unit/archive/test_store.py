from __future__ import annotations

import gzip
import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagemill.archive import store
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.store import (
    Appender,
    Pointer,
    captures,
    last_note,
    read_capture,
    read_captures,
    read_members,
    recover,
    remove,
)
from pagemill.archive.warc import records, written
from pagemill.errors import CollectionError, DocumentError, SurroundingsError
from pagemill.model.capture import Record

AT = datetime(2026, 3, 1, tzinfo=UTC)


def page(number: int, *, size: int = 100) -> Record:
    body = random.Random(number).randbytes(size)
    return Record(
        url=f"http://host{number % 3}.example.org/{number}",
        fetched_at=AT + timedelta(microseconds=number),
        kind="response",
        record_id="",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body,
    )


def fill(folder: Path, numbers: range, *, max_records: int = 4) -> None:
    with Appender(folder, max_records=max_records) as appender:
        put(appender, numbers)


def put(appender: Appender, numbers: range, size: int = 100) -> None:
    for number in numbers:
        appender.append(page(number, size=size))
        if appender.is_full:
            appender.commit({"next": number + 1})


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def pointers(folder: Path) -> list[Pointer]:
    return [Pointer(row.file, row.offset, row.length) for row in captures(folder)]


def test_captures_are_found_again_by_one_seek(tmp_path: Path):
    fill(tmp_path, range(10))
    assert list(files(tmp_path)) == [
        f"0000{n}.{ending}" for n in range(3) for ending in ("cdxj", "warc.gz")
    ]
    rows = list(captures(tmp_path))
    assert len(rows) == 10
    for row in rows:
        got = read_capture(tmp_path, Pointer(row.file, row.offset, row.length))
        assert got.url == row.url
        assert got.fetched_at == row.fetched_at
        assert got.block_digest == row.block_digest
        assert len(got.payload) == row.payload_bytes == 100


def test_many_captures_are_read_in_the_order_asked_for(tmp_path: Path):
    fill(tmp_path, range(10))
    wanted = sorted(pointers(tmp_path), reverse=True)
    assert [pointer for pointer, _ in read_captures(tmp_path, wanted)] == wanted


def test_the_archive_is_plain_warc_with_a_sorted_index(tmp_path: Path):
    fill(tmp_path, range(3))
    with (tmp_path / "00000.warc.gz").open("rb") as stream:
        kinds = [place.found.kind for place in records(FileBytes(stream), "x")]
    assert kinds == ["warcinfo", "response", "response", "response"]
    lines = (tmp_path / "00000.cdxj").read_text().splitlines()
    assert lines == sorted(lines)
    assert (
        "SHA1"
        in gzip.decompress((tmp_path / "00000.warc.gz").read_bytes()).decode("latin-1").upper()
    )


def test_the_same_records_give_the_same_files(tmp_path: Path):
    fill(tmp_path / "a", range(9))
    fill(tmp_path / "b", range(9))
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_file_is_closed_by_size_too(tmp_path: Path):
    with Appender(tmp_path, max_bytes=5000) as appender:
        put(appender, range(4), size=3000)
    assert sorted({row.file for row in captures(tmp_path)}) == [
        "00000.warc.gz",
        "00001.warc.gz",
    ]


def test_nothing_is_visible_before_its_index_is(tmp_path: Path):
    appender = Appender(tmp_path, max_records=4)
    put(appender, range(6))
    assert appender.pending == 2
    assert len(list(captures(tmp_path))) == 4
    assert last_note(tmp_path) == {"next": 4}
    appender.abandon()


def test_a_killed_run_goes_on_to_the_same_files(tmp_path: Path):
    fill(tmp_path / "whole", range(10))
    killed = Appender(tmp_path / "cut", max_records=4)
    put(killed, range(6))
    killed._draft._stream.close()
    # The process is gone, its draft is left. An unpublished file may be left as well.
    (tmp_path / "cut" / "00001.warc.gz").write_bytes(b"renamed, its index not yet")
    (tmp_path / "cut" / "00001.cdxj.tmp").write_bytes(b"the draft of its index")
    fill(tmp_path / "cut", range(4, 10))
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


def test_a_file_whose_index_was_lost_is_neither_passed_over_nor_deleted(tmp_path: Path):
    fill(tmp_path, range(6))
    (tmp_path / "00000.cdxj").unlink()
    kept = (tmp_path / "00000.warc.gz").read_bytes()
    for touch in (
        lambda: list(captures(tmp_path)),
        lambda: Appender(tmp_path),
        lambda: remove(tmp_path, lambda _: False),
    ):
        with pytest.raises(CollectionError, match=r"00000\.cdxj is missing; restore it"):
            touch()
    assert (tmp_path / "00000.warc.gz").read_bytes() == kept


def test_publishing_that_fails_between_both_renames_leaves_nothing(tmp_path: Path, monkeypatch):
    renamed = Path.rename

    def failing(path: Path, target: Path) -> Path:
        if target.suffix == ".cdxj":
            raise OSError(28, "No space left on device")
        return renamed(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    appender = Appender(tmp_path)
    put(appender, range(2))
    with pytest.raises(SurroundingsError):
        appender.commit()
    appender.abandon()
    assert files(tmp_path) == {}


def test_an_error_leaves_no_draft_behind(tmp_path: Path):
    with pytest.raises(DocumentError), Appender(tmp_path, payload_limit=500) as appender:  # noqa: PT012
        appender.append(page(1))
        appender.append(page(2, size=1000))
    assert files(tmp_path) == {}


def test_a_payload_over_the_limit_is_refused_and_adds_nothing(tmp_path: Path):
    with Appender(tmp_path, payload_limit=500) as appender:
        with pytest.raises(DocumentError):
            appender.append(page(1, size=1000))
        appender.append(page(2))
    assert [row.url for row in captures(tmp_path)] == [page(2).url]


def test_removed_captures_are_gone_and_the_others_keep_their_bytes(tmp_path: Path):
    fill(tmp_path, range(10))
    before = {row.url: members(tmp_path, row) for row in captures(tmp_path)}
    untouched = files(tmp_path)["00001.warc.gz"]
    gone = {page(0).url, page(3).url, page(8).url, page(9).url}
    assert remove(tmp_path, lambda row: row.url not in gone) == 4
    after = {row.url: members(tmp_path, row) for row in captures(tmp_path)}
    assert after == {url: data for url, data in before.items() if url not in gone}
    left = files(tmp_path)
    assert sorted(left) == [
        f"0000{n}.{ending}" for n in (1, 3, 4) for ending in ("cdxj", "warc.gz")
    ]
    assert left["00001.warc.gz"] == untouched
    assert not any(b"/8" in gzip.decompress(d) for n, d in left.items() if n.endswith("gz"))


def members(folder: Path, row) -> bytes:
    with (folder / row.file).open("rb") as stream:
        stream.seek(row.offset)
        return stream.read(row.length)


def test_a_removal_killed_before_the_old_file_is_deleted_is_finished_later(tmp_path: Path):
    fill(tmp_path, range(4))
    old = files(tmp_path)
    remove(tmp_path, lambda row: row.url != page(1).url)
    for name, data in old.items():
        (tmp_path / name).write_bytes(data)
    assert len(list(captures(tmp_path))) == 3
    recover(tmp_path)
    assert sorted(files(tmp_path)) == ["00001.cdxj", "00001.warc.gz"]
    assert len(list(captures(tmp_path))) == 3


def test_a_number_is_never_used_twice(tmp_path: Path):
    fill(tmp_path, range(4))
    remove(tmp_path, lambda _: False)
    assert list(captures(tmp_path)) == []
    fill(tmp_path, range(4, 6))
    assert {row.file for row in captures(tmp_path)} == {"00002.warc.gz"}


def test_removing_nothing_changes_nothing(tmp_path: Path):
    fill(tmp_path, range(6))
    before = files(tmp_path)
    assert remove(tmp_path, lambda _: True) == 0
    assert files(tmp_path) == before


def test_a_damaged_archive_is_one_clear_line(tmp_path: Path):
    fill(tmp_path, range(2))
    [first, _] = pointers(tmp_path)
    with pytest.raises(CollectionError, match="no capture at byte"):
        read_capture(tmp_path, Pointer(first.file, first.offset + 1, first.length))
    with pytest.raises(SurroundingsError, match="77777"):
        read_capture(tmp_path, Pointer("77777.warc.gz", 0, 10))
    (tmp_path / "00000.cdxj").write_text("nonsense\n")
    with pytest.raises(CollectionError, match="line 1"):
        list(captures(tmp_path))


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SurroundingsError, match="repeat the command"):
        Appender(tmp_path / "file" / "archive")


def test_an_absent_archive_holds_nothing(tmp_path: Path):
    assert list(captures(tmp_path / "none")) == []
    assert remove(tmp_path / "none", lambda _: False) == 0


def test_index_fields_are_readable_by_other_tools(tmp_path: Path):
    fill(tmp_path, range(1))
    remark, line = (tmp_path / "00000.cdxj").read_text().splitlines()
    assert remark.startswith("!")
    fields = json.loads(line[line.index("{") :])
    assert fields["status"] == "200"
    assert fields["mime"] == "text/html"
    assert fields["filename"] == "00000.warc.gz"


def test_requests_stand_beside_captures_and_go_with_them(tmp_path: Path):
    with Appender(tmp_path) as appender:
        for number in range(3):
            appender.append(replace(page(number), kind="request"))
            appender.append(page(number))
    [index] = store.index_files(tmp_path)
    assert [row.kind for row in captures(tmp_path)] == ["response"] * 3
    assert [row.url for row in store.beside_rows(index)] == [page(n).url for n in range(3)]
    assert remove(tmp_path, lambda row: row.url != page(1).url) == 1
    [index] = store.index_files(tmp_path)
    rows = [*store.index_rows(index), *store.beside_rows(index)]
    assert sorted(row.url for row in rows) == sorted([page(0).url, page(2).url] * 2)
    places = [Pointer(row.file, row.offset, row.length) for row in rows]
    for row, (_, record) in zip(rows, store.read_records(tmp_path, places), strict=True):
        assert (record.kind, record.url) == (row.kind, row.url)


def test_an_index_is_summed_up_in_its_first_line(tmp_path: Path):
    with Appender(tmp_path) as appender:
        for number in range(5):
            appender.append(page(number))
    [index] = store.index_files(tmp_path)
    found = store.summary(index)
    assert found.captures == 5
    lines = index.read_text().splitlines(keepends=True)
    index.write_text(lines[0] + "?" * len("".join(lines[1:])))  # nothing else is read
    assert store.summary(index) == found
    index.write_text("".join(lines[1:]))  # as earlier releases wrote it
    assert store.summary(index) == found


def test_a_record_that_is_a_gzip_member_is_stored_as_it_came(tmp_path: Path):
    came = gzip.compress(written(page(1)), 9, mtime=77)
    with Appender(tmp_path) as appender:
        row = appender.append(replace(page(1), member=came))
    ((_, stored),) = read_members(tmp_path, pointers(tmp_path))
    assert stored == came
    assert row.payload_digest.startswith("sha1:")
    assert next(captures(tmp_path)) == row
    with Appender(other := tmp_path / "other") as appender:
        assert appender.append(page(1)).payload_digest == row.payload_digest
    assert read_capture(tmp_path, pointers(tmp_path)[0]) == read_capture(
        other, pointers(other)[0]
    )


@pytest.mark.parametrize("lines", [0, 1, 3])
def test_an_index_that_lost_lines_is_refused_by_all_that_would_miss_them(tmp_path, lines):
    fill(tmp_path, range(4))
    index = tmp_path / "00000.cdxj"
    index.write_bytes(b"".join(index.read_bytes().splitlines(keepends=True)[:lines]))
    before = files(tmp_path)
    for work in (
        lambda: list(captures(tmp_path)),
        lambda: recover(tmp_path),
        lambda: remove(tmp_path, lambda row: row.url.endswith("1")),
        lambda: Appender(tmp_path),
    ):
        with pytest.raises(CollectionError, match=r"00000\.cdxj: cut short at byte"):
            work()
    assert files(tmp_path) == before
