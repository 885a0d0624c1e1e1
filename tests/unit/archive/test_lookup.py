from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagemill.archive import lookup, store
from pagemill.archive.exchange import Exchange, Original, exchange_records
from pagemill.archive.lookup import Lookup
from pagemill.errors import CollectionError
from pagemill.model.capture import Record

AT = datetime(2026, 3, 1, tzinfo=UTC)
URLS = [
    *(f"http://host{n}.example/{'x' * n}" for n in range(40)),
    "file:///a b/c.html",
    "http://!odd.example/",
    "http://a.!odd/",
    "https://host3.example/xxx",
    "http://host3.example:8080/xxx",
    "http://host3.example/xxx?q=%C3%A9",
    "http://xn--bcher-kva.example/\u00e4",
]


def record(url: str, seconds: int, kind: str = "response") -> Record:
    return Record(
        url=url,
        fetched_at=AT + timedelta(seconds=seconds),
        kind=kind,
        record_id="",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\n\r\n<p>%d" % seconds,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with store.Appender(tmp_path, max_records=37) as appender:
        for second in range(3):
            for url in URLS:
                appender.append(record(url, second * 10, "request"))
                appender.append(record(url, second * 10))
                if appender.is_full:
                    appender.commit()
    return tmp_path


def test_every_capture_is_found_by_its_address_and_no_other(folder: Path) -> None:
    whole = list(store.captures(folder))
    assert len(whole) == 3 * len(URLS)
    with Lookup(folder) as found:
        for url in URLS:
            rows = found.captures(url)
            assert rows == sorted(
                (row for row in whole if row.url == url), key=lambda row: row.fetched_at
            )
            assert [row.kind for row in found.beside(url)] == ["request"] * 3
        for url in ("http://host1.example/", "http://host3.example/xx", "http://z.example/"):
            assert found.captures(url) == found.beside(url) == []


def test_the_nearest_capture_is_found_and_read_by_one_seek(folder: Path) -> None:
    with Lookup(folder) as found:
        for seconds, nearest in ((-99, 0), (4, 0), (5, 10), (14, 10), (99, 20)):
            row = found.nearest(URLS[7], AT + timedelta(seconds=seconds))
            assert row is not None
            place = store.Pointer(row.file, row.offset, row.length)
            assert store.read_capture(folder, place).payload == b"<p>%d" % nearest
        assert found.nearest("http://z.example/", AT) is None


def test_a_revisit_is_read_with_the_payload_that_it_means(tmp_path: Path) -> None:
    url = URLS[3]

    def fetched(seconds: int, response: bytes, original: Original | None = None) -> Record:
        at = AT + timedelta(seconds=seconds)
        asked = Exchange(url=url, fetched_at=at, response=response, original=original)
        return exchange_records(asked)[0]

    one, two = (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>%d" % n for n in (1, 2))
    gone = b"HTTP/1.1 304 Not Modified\r\n\r\n"
    first, second = (Original(url=url, fetched_at=AT + timedelta(seconds=n)) for n in (0, 1))
    with store.Appender(tmp_path) as appender:
        appender.append(fetched(0, one))
        appender.append(fetched(1, two))
        appender.append(fetched(2, one, first))
        appender.append(fetched(3, gone, second))
        appender.append(fetched(4, b"HTTP/1.1 200 OK\r\n\r\nunknown", second))
    with Lookup(tmp_path) as found:
        rows = found.captures(url)
        assert [row.kind for row in rows] == ["response"] * 2 + ["revisit"] * 3
        read = [found.read(row) for row in rows]
    assert [one.payload for one in read] == [b"<p>1", b"<p>2", b"<p>1", b"<p>2", b""]
    assert [one.status for one in read] == [200, 200, 200, 304, 200]
    assert read[3].media_type == "text/html"


def test_little_of_an_index_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    read = lookup.cdx.row
    monkeypatch.setattr(lookup.cdx, "row", lambda text: lines.append(text) or read(text))
    with Lookup(folder) as found:
        assert len(found.captures(URLS[5])) == 3
    assert len(lines) == 3


def test_more_indexes_than_may_be_open_are_looked_into(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "_MOST_OPEN", 2)
    with Lookup(folder) as found:
        assert len(found.indexes) > 2
        assert all(len(found.captures(url)) == 3 for url in URLS)
        assert len(found._open) == 2


def test_a_damaged_line_is_told_with_its_place(folder: Path) -> None:
    index = store.index_files(folder)[0]
    row = next(iter(store.index_rows(index)))
    index.write_bytes(index.read_bytes().replace(b'"payload"', b'"pailoat"'))
    with Lookup(folder) as found, pytest.raises(CollectionError, match="the line at byte"):
        found.captures(row.url)


def test_an_archive_without_files_has_no_captures(tmp_path: Path) -> None:
    with Lookup(tmp_path / "none") as found:
        assert found.captures(URLS[0]) == []
    (tmp_path / "00000.cdxj").write_text("!meta {}\n")
    with Lookup(tmp_path) as found:
        assert found.captures(URLS[0]) == []
