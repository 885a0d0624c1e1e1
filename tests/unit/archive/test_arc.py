from __future__ import annotations

import gzip
import io

import pytest

from material import archives
from pagemill.archive.arc import begins_arc, records
from pagemill.archive.file_bytes import FileBytes
from pagemill.model.capture import Damage, Record

URLS = [f"http://example.org/{name}" for name in "abc"]
RECORDS = [archives.arc_record(url, archives.page(url)) for url in URLS]


def read(data: bytes, name: str = "a.arc", **options) -> list:
    places = list(records(FileBytes(io.BytesIO(data)), name, **options))
    assert [p.end for p in places] == sorted(p.end for p in places)
    return [p.found for p in places]


def urls(found: list) -> list[str]:
    return [f.url for f in found if isinstance(f, Record)]


def kinds(found: list) -> list[tuple[int, str]]:
    return [(f.offset, f.kind) for f in found if isinstance(f, Damage)]


@pytest.mark.parametrize("packed", [False, True])
def test_all_records_are_read(packed: bool):
    parts = [archives.arc_head(), *RECORDS]
    data = b"".join(gzip.compress(p, mtime=0) if packed else p for p in parts)
    found = read(data, "a.arc.gz" if packed else "a.arc")
    assert [f.kind for f in found] == ["warcinfo", "response", "response", "response"]
    assert urls(found) == ["", *URLS]
    assert found[1].block == archives.page(URLS[0])
    assert found[1].fields == (("WARC-IP-Address", "192.0.2.7"),)
    assert f"{found[1].fetched_at:%Y%m%d%H%M%S}" == "20010203040506"


def test_version_two_and_blanks_in_an_address_are_understood():
    block = archives.page("x")
    line = (
        f"http://a.org/x y 192.0.2.1 20010203040506 text/html 200 - - 77 a.arc {len(block)}\n"
    )
    found = read(archives.arc_head() + line.encode() + block + b"\n")
    assert urls(found) == ["", "http://a.org/x y"]
    dns = b"dns:a.org 192.0.2.1 20010203040506 text/dns 5\nhallo\n"
    found = read(archives.arc_head() + dns)
    assert (found[1].kind, found[1].content_type) == ("resource", "text/dns")


def test_damage_is_told_with_its_place_and_costs_one_record():
    head = archives.arc_head()
    broken = RECORDS[1].replace(b"text/html", b"text\x00html", 1)
    found = read(head + RECORDS[0] + broken[:-9] + b"\n" + RECORDS[2])
    assert urls(found) == ["", URLS[0], URLS[2]]
    assert kinds(found) == [(len(head) + len(RECORDS[0]), "wrong length")]
    found = read(head + RECORDS[0] + RECORDS[1][:-30])
    assert urls(found) == ["", URLS[0]]
    assert kinds(found) == [(len(head) + len(RECORDS[0]), "cut off")]
    parts = [gzip.compress(p, mtime=0) for p in (head, *RECORDS)]
    hurt = parts[2][:40] + b"\x00\x00\x00" + parts[2][43:]
    found = read(b"".join([*parts[:2], hurt, parts[3]]), "a.arc.gz")
    assert urls(found) == ["", URLS[0], URLS[2]]
    assert [offset for offset, _ in kinds(found)] == [len(parts[0]) + len(parts[1])]


def test_a_record_over_the_limit_is_passed_over():
    found = read(archives.arc_head() + RECORDS[0] + RECORDS[1], limit=80)
    assert [kind for _, kind in kinds(found)] == ["record over the limit"] * 2


def test_reading_is_taken_up_again():
    data = archives.arc_head() + b"".join(RECORDS)
    file = FileBytes(io.BytesIO(data))
    places = list(records(file, "a.arc"))
    for number, place in enumerate(places):
        assert list(records(file, "a.arc", start=place.end)) == places[number + 1 :]


def test_an_empty_file_is_damage():
    assert kinds(read(b"")) == [(0, "empty file")]


def test_other_lines_begin_no_record():
    assert begins_arc(archives.arc_head())
    assert begins_arc(RECORDS[0])
    assert not begins_arc(b"http://a.org/ 192.0.2.1 text/html 5\n")
    assert not begins_arc(b"http:" * 4000 + b"\n")
    assert not begins_arc(b"WARC/1.0\r\n")


def test_a_length_over_the_limit_that_is_wrong_costs_its_record_alone():
    head, _, rest = RECORDS[0].partition(b"\n")
    line, _, length = head.rpartition(b" ")
    for stated in (b"99999999", str(int(length) + len(RECORDS[1]) + 9).encode()):
        hurt = line + b" " + stated + b"\n" + rest
        data = archives.arc_head() + hurt + b"".join(RECORDS[1:] * 2)
        found = read(data, limit=int(length) + 5)
        assert urls(found) == ["", *URLS[1:], *URLS[1:]]
        assert [kind for _, kind in kinds(found)] == ["wrong length"]
