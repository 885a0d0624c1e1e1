"""Damaged copies of other projects' archives: good records come through, none is made up."""

from __future__ import annotations

import gzip
import io
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from pagemill.archive.member import FileBytes
from pagemill.archive.sources.warc import reader_of
from pagemill.archive.warc import Placed
from pagemill.model.capture import Damage, Record

pytestmark = pytest.mark.shared

FILES = [
    "resiliparse/block-sized-records.warc.gz",
    "resiliparse/clueweb-quirk.warc.gz",
    "resiliparse/warcfile.warc.lz4",
    "warcio/example-bad-non-chunked.warc.gz",
    "warcio/example.arc.gz",
    "warcio/post-test.warc.gz",
]
ROUNDS = 12


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


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("hurt", [flipped, zeroed, cut])
def test_only_the_members_that_were_touched_are_lost(shared: Path, name: str, hurt):
    data = (shared / "data" / "conformance" / "warc" / name).read_bytes()
    places = read(data, name)
    records = good(places)
    starts = [*sorted({place.offset for place in places}), len(data)]
    chance = Random(name)
    for _ in range(ROUNDS):
        at = chance.randrange(len(data))
        changed, end = hurt(data, at, chance)
        touched = {start for start, after in pairwise(starts) if start < end and at < after}
        sound = [
            place.found
            for place in places
            if isinstance(place.found, Record) and place.offset not in touched
        ]
        found = read(changed, name)
        # Where no checksum covers the bytes, a flip outside a digest shows nowhere.
        if name.endswith(".gz") or hurt is not flipped:
            assert all(record in records for record in good(found)), (at, "made up")
        left = [record for record in good(found) if record in sound]
        assert left == sound, (at, "lost")
        if len(good(found)) < len(records):
            assert any(isinstance(place.found, Damage) for place in found) or end == len(data)


@pytest.mark.parametrize("name", FILES)
def test_doubled_and_repacked_archives_give_every_record(shared: Path, name: str):
    data = (shared / "data" / "conformance" / "warc" / name).read_bytes()
    records = good(read(data, name))
    assert good(read(data + data, name)) == records * 2
    if name.endswith(".gz"):
        whole = gzip.decompress(data) if "quirk" not in name else b""
        repacked = gzip.compress(whole, mtime=0)
        assert good(read(repacked, name)) == (records if whole else [])
