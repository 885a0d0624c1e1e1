"""Whatever happens to an archive's bytes: good records come through, none is made up."""

from __future__ import annotations

import io
import random
from datetime import UTC, datetime

import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.warc import Placed, member, records, written
from pagemill.model.capture import Damage, Record

AT = datetime(2026, 3, 1, tzinfo=UTC)


def page(number: int) -> Record:
    source = random.Random(number)
    body = source.randbytes(source.randrange(400))
    return Record(
        url=f"http://example.org/{number}",
        fetched_at=AT,
        kind="response",
        record_id=f"<urn:test:{number}>",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n" + body,
    )


PAGES = [page(number) for number in range(6)]
GZIP = [member(p) for p in PAGES]
ZSTD = [zstandard.ZstdCompressor(write_checksum=True).compress(written(p)) for p in PAGES]
PLAIN = [written(p) for p in PAGES]


def read(data: bytes, name: str) -> list[Placed]:
    return list(records(FileBytes(io.BytesIO(data)), name, limit=1 << 20))


def split(places: list[Placed]) -> tuple[list[Record], list[Damage]]:
    good = [p.found for p in places if isinstance(p.found, Record)]
    return good, [p.found for p in places if isinstance(p.found, Damage)]


def untouched(parts: list[bytes], begin: int, end: int) -> list[int]:
    """Numbers of the parts that do not meet the bytes ``begin`` to ``end``."""
    numbers, at = [], 0
    for number, part in enumerate(parts):
        if at + len(part) <= begin or at >= end:
            numbers.append(number)
        at += len(part)
    return numbers


def hurt(parts: list[bytes], begin: int, data: bytes) -> tuple[bytes, list[int]]:
    whole = b"".join(parts)
    begin %= len(whole)
    data = data[: len(whole) - begin]
    changed = whole[:begin] + data + whole[begin + len(data) :]
    return changed, untouched(parts, begin, begin + len(data))


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([(GZIP, "x.warc.gz"), (ZSTD, "x.warc.zst")]),
    st.integers(0, 1 << 20),
    st.data(),
)
def test_overwritten_bytes_cost_only_the_members_they_touch(kind, begin, data):
    parts, name = kind
    fill = data.draw(st.binary(min_size=1, max_size=40) | st.integers(1, 700).map(bytes))
    changed, sound = hurt(parts, begin, fill)
    good, damage = split(read(changed, name))
    assert all(record in PAGES for record in good)
    assert [record for record in good if PAGES.index(record) in sound] == [
        PAGES[n] for n in sound
    ]
    if len(good) < len(PAGES):
        assert damage


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([GZIP, ZSTD, PLAIN]), st.integers(1, 1 << 20))
def test_a_cut_costs_only_what_it_cuts(parts: list[bytes], cut: int):
    whole = b"".join(parts)
    cut %= len(whole)
    good, damage = split(read(whole[:cut], "x.warc"))
    sound = untouched(parts, cut, len(whole))
    assert good[: len(sound)] == [PAGES[n] for n in sound]
    # The line ends behind the last block of a plain record may be missing.
    assert good == PAGES[: len(good)]
    start = sum(map(len, parts[: len(good)]))
    if start < cut and (parts is not PLAIN or whole[start:cut].strip(b"\r\n")):
        assert [d.offset for d in damage] == [start]


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 1 << 20), st.binary(min_size=1, max_size=8) | st.integers(1, 700).map(bytes)
)
def test_plain_records_that_were_not_touched_come_through(begin: int, data: bytes):
    changed, sound = hurt(PLAIN, begin, data)
    good, _ = split(read(changed, "x.warc"))
    assert [record for record in good if record in [PAGES[n] for n in sound]] == [
        PAGES[n] for n in sound
    ]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 5), max_size=8), st.sampled_from([GZIP, ZSTD, PLAIN]))
def test_members_may_be_doubled_or_left_out(order: list[int], parts: list[bytes]):
    good, damage = split(read(b"".join(parts[n] for n in order) or b"\r\n", "x.warc"))
    assert good == [PAGES[n] for n in order]
    assert damage == []


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(
        [b"", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18", b"WARC/1.0\r\n"]
    ),
    st.binary(max_size=300),
    st.sampled_from(["x.warc", "x.warc.gz", "x.warc.zst"]),
)
def test_any_bytes_are_read_without_an_error(magic: bytes, rest: bytes, name: str):
    places = read(magic + rest, name)
    assert all(place.end >= place.offset for place in places)
    ends = [place.end for place in places]
    assert ends == sorted(ends)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([GZIP, ZSTD, PLAIN]),
    st.integers(0, 1 << 20),
    st.binary(min_size=1, max_size=8) | st.integers(1, 700).map(bytes),
)
def test_reading_taken_up_again_gives_what_is_left(parts, begin: int, data: bytes):
    changed, _ = hurt(parts, begin, data)
    file = FileBytes(io.BytesIO(changed))
    places = list(records(file, "x.warc.gz"))
    for number, place in enumerate(places):
        assert list(records(file, "x.warc.gz", start=place.end)) == places[number + 1 :]
