from __future__ import annotations

import copy
import gzip
import io
import json
import os
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from material import archives
from pagemill.archive.http import capture
from pagemill.archive.sources.detect import open_source
from pagemill.archive.sources.source import Item, SourceOptions
from pagemill.archive.sources.warc import items
from pagemill.archive.warc import member, written
from pagemill.errors import UsageError
from pagemill.model.capture import Damage, Record, Reject
from pagemill.model.report import is_sorting

AT = datetime(2026, 3, 1, tzinfo=UTC)


def page(name: str, kind: str = "response", url: str = "") -> Record:
    return Record(
        url=url or f"http://example.org/{name}",
        fetched_at=AT,
        kind=kind,
        record_id="",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>" + name.encode(),
    )


def warc(*pages: Record) -> bytes:
    return b"".join(member(p) for p in pages)


def found(path: Path, start: int = 0, **options) -> list:
    return [item.found for item in open_source(path, SourceOptions(**options)).read(start)]


def stored(path: Path, **options) -> list[str]:
    return [f.url for f in found(path, **options) if isinstance(f, Record)]


def rejected(path: Path, **options) -> list[str]:
    return [f.reason for f in found(path, **options) if isinstance(f, Reject)]


def resumes(path: Path, **options) -> None:
    items = list(open_source(path, SourceOptions(**options)).read())
    cursors = [item.cursor for item in items]
    assert cursors == sorted(cursors)
    for index, item in enumerate(items):
        rest: list[Item] = list(open_source(path, SourceOptions(**options)).read(item.cursor))
        assert rest == items[index + 1 :]


def test_a_warc_gives_captures_and_counts_other_records(tmp_path: Path):
    path = tmp_path / "a.warc.gz"
    dns = page("d", url="dns:example.org")
    secret = page("s", url="http://me:pw@example.org/s")
    path.write_bytes(warc(page("i", "warcinfo"), page("a"), page("q", "request"), dns, secret))
    urls = ["http://example.org/a", "http://example.org/q", "http://example.org/s"]
    assert stored(path) == urls
    reasons = ["record type warcinfo", "not a web address"]
    assert rejected(path) == reasons
    resumes(path)


def test_the_content_decides_the_kind_not_the_name(tmp_path: Path):
    path = tmp_path / "a.html"
    path.write_bytes(warc(page("a")))
    assert open_source(path).kind == "warc"
    path.write_bytes(b"".join(zstandard.compress(written(page(n))) for n in "ab"))
    assert open_source(path).kind == "warc"
    assert len(stored(path)) == 2
    path.write_text('{"url": "http://example.org/", "html": "<p>"}')
    assert open_source(path).kind == "jsonl"


def test_an_arc_gives_captures_and_a_damaged_start_is_still_one_by_its_name(tmp_path: Path):
    path = tmp_path / "a.arc.gz"
    parts = [
        archives.arc_head(),
        archives.arc_record("http://example.org/a", archives.page("a")),
    ]
    path.write_bytes(b"".join(map(gzip.compress, parts)))
    assert stored(path) == ["http://example.org/a"]
    resumes(path)
    path.write_bytes(b"\x1f\x8b\x08garbage" + path.read_bytes())
    assert stored(path) == ["http://example.org/a"]
    path.write_bytes(path.read_bytes()[:9] + b"garbage")
    assert stored(path) == []
    assert any(isinstance(f, Damage) for f in found(path))


def test_a_damaged_start_is_still_a_warc_by_its_name(tmp_path: Path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"\0\0" + warc(page("a"), page("b"))[2:])
    assert stored(path) == ["http://example.org/b"]
    [damage] = [f for f in found(path) if isinstance(f, Damage)]
    assert (damage.file, damage.offset) == (str(path), 0)


def test_wet_records_are_captures_of_text(tmp_path: Path):
    path = tmp_path / "a.warc.wet.gz"
    text = Record(
        url="http://example.org/a",
        fetched_at=AT,
        kind="conversion",
        record_id="",
        content_type="text/plain",
        block="Text, schön.".encode(),
    )
    path.write_bytes(warc(text))
    [record] = found(path)
    assert capture(record).payload.decode() == "Text, schön."
    assert capture(record).media_type == "text/plain"


def test_a_wacz_gives_its_warc_files_and_nothing_else(tmp_path: Path):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("archive/b.warc.gz", warc(page("c")))
        bundle.writestr("archive/a.warc.gz", warc(page("a"), page("b")))
        bundle.writestr("other/x.warc.gz", warc(page("x")))
        bundle.writestr("datapackage.json", "{}")
        plain = zipfile.ZipInfo("archive/c.warc")
        plain.compress_type = zipfile.ZIP_DEFLATED
        bundle.writestr(plain, written(page("d")))
    assert stored(path) == [f"http://example.org/{n}" for n in "abcd"]
    resumes(path)


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("archive/a.warc", bytes(300 << 20))
        bundle.writestr("archive/b.warc.gz", warc(page("b")))
    [damage, record] = found(path)
    assert damage.kind == "decompresses without bounds"
    assert record.url == "http://example.org/b"


def test_entries_that_share_their_bytes_are_bounded_in_sum(tmp_path: Path):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("archive/a.warc", written(page("a")) + b"\n" * (60 << 20))
        [info] = bundle.infolist()
        bundle.filelist += [copy.copy(info) for _ in range(5)]
    kinds = [one.kind for one in found(path) if isinstance(one, Damage)]
    # 200 times a mebibyte is room for three; newer Pythons refuse all but one that share bytes.
    assert kinds[-3:] == ["decompresses without bounds"] * 3
    assert kinds[:-3] in ([], ["damaged ZIP entry"] * 2)
    resumes(path)


def test_a_damaged_zip_entry_leaves_the_others(tmp_path: Path):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("archive/a.warc", written(page("a" * 500)))
        bundle.writestr("archive/b.warc.gz", warc(page("b")))
    data = bytearray(path.read_bytes())
    data[80:120] = bytes(40)
    path.write_bytes(bytes(data))
    assert stored(path) == ["http://example.org/b"]
    assert any(isinstance(f, Damage) for f in found(path))


def test_a_zip_that_is_no_wacz_is_refused(tmp_path: Path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("a.txt", "a")
    with pytest.raises(UsageError, match="no WACZ"):
        open_source(path)
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(UsageError, match="damaged ZIP"):
        open_source(path)


ROWS = [
    {"url": "http://example.org/1", "html": "<p>eins, schön", "date": "2026-03-01T00:00:00Z"},
    {"url": "http://example.org/2", "html": "<p>2", "status": 404, "content_type": "text/html"},
    {"url": "example.org", "html": "<p>3"},
    {"html": "<p>4"},
    {"url": "http://example.org/5"},
    {"url": "http://example.org/6", "html": "<p>6", "fetched_at": "never"},
]
REASONS = ["not a web address", "no url", "no html", "unusable date"]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.zst"])
def test_json_lines_become_records_or_rejects(tmp_path: Path, ending: str):
    text = "\n".join(json.dumps(row) for row in ROWS)
    lines = text.encode() + b'\n\n{"url": \n\xff\xfe\n[1]\n'
    path = tmp_path / f"a.{ending}"
    encode = {"jsonl": bytes, "jsonl.gz": gzip.compress, "jsonl.zst": zstandard.compress}
    path.write_bytes(encode[ending](lines))
    os.utime(path, (1_700_000_000, 1_700_000_000))
    assert stored(path) == ["http://example.org/1", "http://example.org/2"]
    assert rejected(path) == [*REASONS, "not JSON", "not UTF-8", "not a JSON object"]
    first, second = (capture(f) for f in found(path) if isinstance(f, Record))
    assert first.fetched_at == AT
    assert first.media_type == "text/html; charset=utf-8"
    assert first.payload.decode() == "<p>eins, schön"
    assert (first.status, second.status) == (0, 404)
    assert second.fetched_at == datetime.fromtimestamp(1_700_000_000, UTC)
    resumes(path)


@pytest.mark.parametrize("encode", [gzip.compress, zstandard.compress])
def test_cut_json_lines_are_damage_after_the_whole_lines(tmp_path: Path, encode):
    path = tmp_path / "a.jsonl.gz"
    lines = [
        json.dumps({"url": f"http://example.org/{n}", "html": os.urandom(500).hex()})
        for n in range(2000)
    ]
    data = encode("\n".join(lines).encode())
    path.write_bytes(data[: len(data) // 2])
    assert len(stored(path)) > 500
    assert [f.kind for f in found(path) if isinstance(f, Damage)] == ["cut off"]


def test_a_line_over_the_limit_is_rejected_without_being_loaded(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    rows = [{"url": f"http://example.org/{n}", "html": "x" * n} for n in (10, 5000, 20)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert stored(path, record_limit=1000) == ["http://example.org/10", "http://example.org/20"]
    assert rejected(path, record_limit=1000) == ["over the limit"]


@pytest.mark.parametrize("html", [pa.string(), pa.binary(), pa.large_string()])
def test_parquet_rows_become_records_or_rejects(tmp_path: Path, html: pa.DataType):
    path = tmp_path / "a.parquet"
    columns = {
        "url": [row.get("url") for row in ROWS],
        "html": pa.array([row.get("html") for row in ROWS]).cast(html),
        "date": [row.get("date", row.get("fetched_at")) for row in ROWS],
        "status": pa.array([row.get("status") for row in ROWS], pa.int32()),
        "other": [1] * len(ROWS),
    }
    pq.write_table(pa.table(columns), path, row_group_size=2)
    assert stored(path) == ["http://example.org/1", "http://example.org/2"]
    assert rejected(path) == REASONS
    assert capture(found(path)[0]).payload.decode() == "<p>eins, schön"
    resumes(path)


def test_parquet_without_the_columns_or_damaged_is_refused(tmp_path: Path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"url": ["http://example.org/"]}), path)
    with pytest.raises(UsageError, match="no column html"):
        open_source(path)
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(UsageError, match="cannot be read as Parquet"):
        open_source(path)


def test_a_damaged_row_group_leaves_the_others(tmp_path: Path):
    path = tmp_path / "a.parquet"
    table = pa.table(
        {"url": [f"http://example.org/{n}" for n in range(6)], "html": ["<p>"] * 6}
    )
    pq.write_table(table, path, row_group_size=3, compression="zstd", write_statistics=False)
    data = bytearray(path.read_bytes())
    data[4:30] = b"\xff" * 26
    path.write_bytes(bytes(data))
    assert stored(path) == [f"http://example.org/{n}" for n in range(3, 6)]
    assert [f.kind for f in found(path) if isinstance(f, Damage)] == ["damaged row group"]


def test_a_folder_gives_its_pages_in_order(tmp_path: Path):
    root = tmp_path / "site"
    (root / "b").mkdir(parents=True)
    (root / "b" / "ä #.html").write_text("<p>1")
    (root / "a.txt").write_text("text")
    (root / "c.php").write_text("<!DOCTYPE html><p>3")
    (root / "d.png").write_bytes(b"\x89PNG\r\n")
    (root / "e.xhtml").write_text("")
    (root / ".hidden.html").write_text("<p>")
    base = f"file://{root.resolve()}"
    urls = [f"{base}/a.txt", f"{base}/b/%C3%A4%20%23.html", f"{base}/c.php"]
    assert stored(root) == urls
    assert rejected(root) == ["not a page file", "empty file"]
    assert [f.content_type for f in found(root) if isinstance(f, Record)] == [
        "text/plain",
        "text/html",
        "text/html",
    ]
    resumes(root)


@pytest.mark.parametrize(
    "name",
    ["a.warc", "a.WARC.gz", "a.warc.wet.gz", "a.wacz", "a.jsonl", "a.arc.gz", "a.warc.lz4"],
)
def test_a_source_inside_a_folder_is_not_passed_over_in_silence(tmp_path: Path, name: str):
    (tmp_path / name).write_bytes(b"\x1f\x8b")
    assert rejected(tmp_path) == ["a source of its own"]
    assert not is_sorting("a source of its own")


def test_a_mirror_gets_http_addresses(tmp_path: Path):
    host = tmp_path / "example.org"
    (host / "news").mkdir(parents=True)
    (host / "index.html").write_text("<p>")
    (host / "news" / "index.html").write_text("<p>")
    (host / "news" / "a.html?page=2").write_text("<html>")
    (tmp_path / "example.org+8080").mkdir()
    (tmp_path / "example.org+8080" / "x.html").write_text("<p>")
    (tmp_path / "stray.html").write_text("<p>")
    (tmp_path / "my pages").mkdir()
    (tmp_path / "my pages" / "x.html").write_text("<p>")
    assert stored(tmp_path, mirror=True) == [
        "http://example.org/",
        "http://example.org/news/a.html?page=2",
        "http://example.org/news/",
        "http://example.org:8080/x.html",
    ]
    assert rejected(tmp_path, mirror=True) == ["not in a mirror"] * 2


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path):
    root = tmp_path / "site"
    root.mkdir()
    (tmp_path / "secret.html").write_text("<p>secret")
    (root / "in.html").write_text("<p>in")
    (root / "link.html").symlink_to(root / "in.html")
    (root / "out.html").symlink_to(tmp_path / "secret.html")
    (root / "loop").symlink_to(root)
    (root / "dead.html").symlink_to(root / "none.html")
    assert [url.rpartition("/")[2] for url in stored(root)] == ["in.html", "link.html"]
    reasons = ["not a page file", "not a page file", "link out of the folder"]
    assert rejected(root) == reasons


def test_a_link_to_itself_is_one_damage_and_the_rest_is_read(tmp_path: Path):
    (tmp_path / "in.html").write_text("<p>in")
    (tmp_path / "loop.html").symlink_to("loop.html")
    assert [url.rpartition("/")[2] for url in stored(tmp_path)] == ["in.html"]
    [damage] = [one for one in found(tmp_path) if isinstance(one, Damage)]
    assert damage.file == str(tmp_path / "loop.html")
    assert "symbolic links" in damage.kind


def test_a_folder_that_cannot_be_read_is_one_damage_and_the_rest_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("a", "closed", "z"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_text("<p>page")
    listed = Path.iterdir

    def guarded(self: Path):  # root, as whom tests may run, may read every folder
        if self.name == "closed":
            raise PermissionError(13, "Permission denied", str(self))
        return listed(self)

    monkeypatch.setattr(Path, "iterdir", guarded)
    assert [url.split("/")[-2] for url in stored(tmp_path)] == ["a", "z"]
    [damage] = [one for one in found(tmp_path) if isinstance(one, Damage)]
    assert (damage.file, damage.kind) == (str(tmp_path / "closed"), "Permission denied")


def test_a_single_page_is_a_source(tmp_path: Path):
    path = tmp_path / "page.html"
    path.write_text("<p>one")
    assert stored(path) == [f"file://{path}"]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none", None, "no such file or folder"),
        ("empty", b"", "an empty file"),
        ("a.bin", bytes(range(256)), "not one of"),
        ("a.jsonl", bytes(range(256)), "not one of"),
        ("a.png", b"\x89PNG\r\n\x1a\n", "not one of"),
        ("a.warc.gz", gzip.compress(warc(page("a")), mtime=0), "compressed twice"),
        ("a.gz", gzip.compress(b"anything", mtime=0), "not one of"),
        ("a.parquet", b"no parquet", "cannot be read as Parquet"),
        ("a.wacz", b"no zip", "damaged ZIP"),
    ],
)
def test_what_is_no_source_is_refused_in_one_line(tmp_path, name, data, message):
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(UsageError, match=message) as caught:
        open_source(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_files_is_refused(tmp_path: Path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    with pytest.raises(UsageError, match="without files"):
        open_source(tmp_path / "a")


def test_a_stream_of_bytes_is_all_that_records_need():
    got = list(items(io.BytesIO(warc(page("a"))), "x", start=0, options=SourceOptions()))
    assert len(got) == 1


def test_a_number_of_thousands_of_digits_spoils_no_line(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    digits = "9" * 5000
    path.write_text(
        f'{{"url": "http://a.org/", "html": "<p>", "status": 200, "views": {digits}}}\n'
        f'{{"url": "http://b.org/", "html": "<p>", "fetched_at": {digits}}}\n'
    )
    assert stored(path) == ["http://a.org/"]
    assert rejected(path) == ["unusable date"]


def test_a_status_of_thousands_of_digits_is_none(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"url": "http://a.org/", "html": "<p>", "status": "{"9" * 5000}"}}\n')
    assert [one.kind for one in found(path)] == ["resource"]


@pytest.mark.parametrize(
    ("column", "cells", "reason"),
    [
        ("fetched_at", pa.array([0, 1 << 62, 0], pa.timestamp("us")), "unusable date"),
        ("date", pa.array([0, (1 << 31) - 1, 0], pa.date32()), "unusable date"),
        ("html", pa.array([b"x", b"\xff", b"z"]).view(pa.string()), "no html"),
        ("url", pa.array([b"file:///a", b"\xff", b"file:///b"]).view(pa.string()), "no url"),
    ],
)
def test_a_cell_that_is_no_value_costs_its_row_alone(tmp_path: Path, column, cells, reason):
    path = tmp_path / "a.parquet"
    columns = {"url": ["file:///a", "file:///x", "file:///b"], "html": ["x"] * 3}
    pq.write_table(pa.table(columns | {column: cells}), path)
    assert stored(path) == ["file:///a", "file:///b"]
    assert rejected(path) == [reason]
    pq.write_table(
        pa.table(columns | {"date": pa.array([0] * 3, pa.timestamp("us", "No/Where"))}), path
    )
    assert rejected(path) == ["unusable date"] * 3


@pytest.mark.parametrize("method", [8, 12, 14, 99])
@pytest.mark.parametrize("is_locked", [False, True])
def test_an_entry_that_no_library_reads_leaves_the_others(tmp_path: Path, method, is_locked):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("archive/a.warc.gz", warc(page("a")))
        bundle.writestr("archive/b.warc.gz", warc(page("b")))
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        start = data.index(mark)
        data[start + at] |= is_locked
        data[start + at + 2] = method
    path.write_bytes(bytes(data))
    damage, record = found(path)
    assert (damage.kind, record.url) == ("damaged ZIP entry", "http://example.org/b")


def test_an_entry_that_states_more_than_it_has_ends_where_it_ends(tmp_path: Path):
    path = tmp_path / "a.wacz"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("archive/a.warc.gz", warc(page("a"), page("b" * 300))[:-200])
    data = bytearray(path.read_bytes())
    start = data.index(b"PK\1\2") + 24
    data[start : start + 4] = (100 << 20).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    assert stored(path) == ["http://example.org/a"]
    assert [one.kind for one in found(path) if isinstance(one, Damage)] == ["cut off"]
