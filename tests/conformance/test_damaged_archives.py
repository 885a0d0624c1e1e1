"""Damaged copies of other projects' archives: good records come through, none is made up."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import zstandard

from pagemill.archive.digest import digest_holds
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.sources.warc import reader_of
from pagemill.archive.warc import Placed, written
from pagemill.model.capture import Damage, Record

pytestmark = pytest.mark.shared

FILES = [
    "jwarc/gzip_extra_sl.warc.gz",
    "resiliparse/block-sized-records.warc",
    "resiliparse/block-sized-records.warc.gz",
    "resiliparse/clueweb-quirk.warc.gz",
    "resiliparse/warcfile.warc",
    "resiliparse/warcfile.warc.lz4",
    "warcio/example-bad-non-chunked.warc.gz",
    "warcio/example-bad.warc.gz.bad",
    "warcio/example-iana.org-chunked.warc",
    "warcio/example-trunc.warc",
    "warcio/example-wget-bad-target-uri.warc.gz",
    "warcio/example.arc.gz",
    "warcio/example.warc",
    "warcio/post-test.warc.gz",
]
ROUNDS = 16


def read(data: bytes, name: str) -> list[Placed]:
    file = FileBytes(io.BytesIO(data))
    return list(reader_of(file, name)(file, name))


def good(places: list[Placed]) -> list[Record]:
    return [place.found for place in places if isinstance(place.found, Record)]


def flipped(data: bytes, at: int, chance: Random) -> tuple[bytes, int]:
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :], at + 1


def zeroed(data: bytes, at: int, chance: Random) -> tuple[bytes, int]:
    end = min(at + chance.randrange(1, 600), len(data))
    return data[:at] + bytes(end - at) + data[end:], end


def cut(data: bytes, at: int, _: Random) -> tuple[bytes, int]:
    return data[:at], len(data)


def shows_it(record: Record) -> bool:
    """Whether a changed record states a digest of its block that tells so."""
    stated = {name.lower(): value for name, value in record.fields}
    digest = "" if record.kind == "revisit" else stated.get("warc-block-digest", "")
    return digest_holds(digest, record.block) is False


Spans = list[tuple[int, int]]
CHECKED = (".gz", ".bad", ".zst")


def hold_against(file: File, chance: Random, hurt: Callable[..., tuple[bytes, int]]) -> None:
    """Damage a file somewhere: what was not touched comes through, and nothing else."""
    at = chance.randrange(len(file.data))
    changed, end = hurt(file.data, at, chance)
    sound = [
        record
        for record, (start, after) in zip(file.records, file.spans, strict=True)
        if not (start < end and at < after)
    ]
    found = read(changed, file.name)
    made_up = [record for record in good(found) if record not in file.records]
    if file.is_checked:
        assert made_up == [], (at, "made up")
    # Where no checksum covers the bytes, only a digest can show that they changed.
    assert not any(map(shows_it, made_up)), (at, "a digest was passed over")
    assert [record for record in good(found) if record in sound] == sound, (at, "lost")
    if len(good(found)) < len(file.records):
        assert any(isinstance(place.found, Damage) for place in found) or end == len(file.data)


class File(NamedTuple):
    """An archive, and for each record in it the bytes that it depends on.

    It is checked where checksums stand behind all records.
    """

    name: str
    data: bytes
    records: list[Record]
    spans: Spans
    is_checked: bool


def as_it_is(name: str, data: bytes) -> File:
    places = read(data, name)
    starts = [*sorted({place.offset for place in places}), len(data)]
    after = dict(pairwise(starts))
    kept = [place for place in places if isinstance(place.found, Record)]
    spans = [(place.offset, after[place.offset]) for place in kept]
    return File(name, data, good(places), spans, name.endswith(CHECKED))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("hurt", [flipped, zeroed, cut])
def test_only_the_members_that_were_touched_are_lost(shared: Path, name: str, hurt):
    file = as_it_is(name, (shared / "data" / "conformance" / "warc" / name).read_bytes())
    chance = Random(name)
    for _ in range(ROUNDS):
        hold_against(file, chance, hurt)


def in_pieces(records: list[Record], size: int) -> File:
    """Members of so many bytes, most of which begin in the middle of a record."""
    plain = [written(record) for record in records]
    whole = b"".join(plain)
    pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
    members = [gzip.compress(piece, mtime=0) for piece in pieces]
    starts = [0, *accumulate(map(len, members))]
    ends = [0, *accumulate(map(len, plain))]
    # The line ends behind a record may lie in the next member, and show that it is whole.
    spans = [
        (starts[begin // size], starts[min((end + 4) // size, len(members) - 1) + 1])
        for begin, end in pairwise(ends)
    ]
    return File("a.warc.gz", b"".join(members), records, spans, is_checked=True)


def packed(records: list[Record]) -> Iterator[File]:
    """The records of a file in other packings."""
    checked = zstandard.ZstdCompressor(write_checksum=True)
    plain = [written(record) for record in records]
    for name, pack in (
        ("a.warc", bytes),
        ("a.warc.gz", lambda data: gzip.compress(data, mtime=0)),
        ("a.warc.zst", checked.compress),
    ):
        members = [pack(one) for one in plain]
        spans = list(pairwise([0, *accumulate(map(len, members))]))
        yield File(name, b"".join(members), records, spans, name.endswith(CHECKED))
    yield in_pieces(records, max(sum(map(len, plain)) // 7, 64))
    one = gzip.compress(b"".join(plain), mtime=0)
    yield File("a.warc.gz", one, records, [(0, len(one))] * len(records), is_checked=True)


@pytest.mark.parametrize("name", FILES)
def test_records_packed_anew_come_through_and_stand_damage(shared: Path, name: str):
    data = (shared / "data" / "conformance" / "warc" / name).read_bytes()
    chance = Random(name)
    # Packed once, so that each has the id and the fields that it keeps from then on.
    plain = b"".join(map(written, good(read(data, name))))
    records = good(read(plain, "a.warc"))
    assert [r.block for r in records] == [r.block for r in good(read(data, name))]
    for file in packed(records):
        assert good(read(file.data, file.name)) == records
        for hurt in (flipped, zeroed, cut):
            for _ in range(ROUNDS // 4):
                hold_against(file, chance, hurt)


@pytest.mark.parametrize("name", FILES)
def test_doubled_and_repacked_archives_give_every_record(shared: Path, name: str):
    data = (shared / "data" / "conformance" / "warc" / name).read_bytes()
    records = good(read(data, name))
    assert good(read(data + data, name)) == records * 2
    if name.endswith(".gz"):
        whole = gzip.decompress(data) if "quirk" not in name else b""
        repacked = gzip.compress(whole, mtime=0)
        assert good(read(repacked, name)) == (records if whole else [])
