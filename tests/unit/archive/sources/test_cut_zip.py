from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagemill.archive.sources.cut_zip import Stretch, stored_members
from pagemill.archive.sources.detect import open_source
from pagemill.archive.warc import member
from pagemill.model.capture import Damage, Record

AT = datetime(2026, 3, 1, tzinfo=UTC)


class OneWay(io.RawIOBase):
    """A stream that cannot go back: sizes are then written behind each member."""

    def __init__(self) -> None:
        super().__init__()
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data, /) -> int:
        self.data += data
        return len(data)


def page(name: str) -> Record:
    return Record(
        url=f"http://example.org/{name}",
        fetched_at=AT,
        kind="response",
        record_id="",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>" + name.encode(),
    )


MEMBERS = {
    "datapackage.json": b"{}",
    "archive/b.warc.gz": member(page("c")) + member(page("d")),
    "archive/a.warc.gz": member(page("a")) + member(page("b")),
}


def packed(*, one_way: bool = False, long: bool = False) -> bytes:
    out = OneWay() if one_way else io.BytesIO()
    with zipfile.ZipFile(out, "w") as bundle:
        for name, data in MEMBERS.items():
            with bundle.open(name, "w", force_zip64=long) as entry:
                entry.write(data)
    return bytes(out.data) if isinstance(out, OneWay) else out.getvalue()


def without_directory(data: bytes, *, less: int = 0) -> bytes:
    return data[: data.index(b"PK\x01\x02") - less]


@pytest.mark.parametrize("one_way", [False, True])
@pytest.mark.parametrize("long", [False, True])
def test_members_are_found_by_their_own_headers(tmp_path: Path, one_way: bool, long: bool):
    path = tmp_path / "a.wacz"
    path.write_bytes(without_directory(packed(one_way=one_way, long=long)))
    with path.open("rb") as stream:
        found = {
            name: Stretch(stream, start, size).read(size)
            for name, start, size in stored_members(path)
        }
    assert found == MEMBERS


@pytest.mark.parametrize("one_way", [False, True])
def test_all_whole_records_of_a_cut_wacz_are_read_and_the_damage_told(tmp_path, one_way):
    path = tmp_path / "a.wacz"
    path.write_bytes(without_directory(packed(one_way=one_way), less=40))
    items = list(open_source(path).read())
    found = [item.found for item in items]
    urls = [one.url for one in found if isinstance(one, Record)]
    assert urls == [f"http://example.org/{name}" for name in "acd"]
    damage = [one.kind for one in found if isinstance(one, Damage)]
    assert damage == ["cut off", "ZIP directory missing"]
    for number, item in enumerate(items):
        rest = [one.found for one in open_source(path).read(item.cursor)]
        assert rest == found[number + 1 :]


def test_a_header_that_is_cut_off_ends_the_search(tmp_path: Path):
    path = tmp_path / "a.wacz"
    path.write_bytes(b"PK\x03\x04rest")
    assert stored_members(path) == []
