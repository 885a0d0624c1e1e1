"""Damage archives in every way, read them, and count what is lost and what is invented.

usage: bench_damage.py FOLDER [--reads 2000] [--only NAME]

Each archive below FOLDER is read as it is and packed anew in seven ways. Every copy is hurt by
one flipped bit, zeros over a stretch, and a cut, at each place of a small file and at places
drawn by chance in a large one. Whole archives, and single members, are doubled as well.

A record is *good* where none of its bytes changed: in a plain file its own, in a compressed one
those of its member, since the member bears the checksum. Of a file that was cut, every record
before the cut is good, also inside a member. *Lost* is a good record that is not given,
*invented* a given one that was not in the archive, *silent* a read which gave less than there
was and reported nothing. *Unseen* is a changed record where neither a checksum nor a digest
covers what changed, so that no reader can tell.

*Withheld* is not lost: a record inside a damaged member, in front of the damage. Which records
those are cannot be read from the file, so none of the member is given.
"""

from __future__ import annotations

import argparse
import gzip
import io
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import lz4.frame
import zstandard

from pagemill.archive.digest import digest_holds
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.sources.warc import reader_of
from pagemill.archive.warc import Placed, written
from pagemill.model.capture import Damage, Record

SMALL = 2500
LENGTHS = (1, 2, 3, 4, 8, 16, 64, 512, 600, 4096, 1 << 30)


class Copy(NamedTuple):
    """An archive in some packing, and of each record the member it lies in and where it ends.

    ``ends`` are the bytes of the file that are needed to have all of the record.
    """

    name: str
    data: bytes
    records: list[Record]
    members: list[tuple[int, int]]
    ends: list[int]
    is_checked: bool


def read(data: bytes, name: str) -> list[Placed]:
    file = FileBytes(io.BytesIO(data))
    return list(reader_of(file, name)(file, name))


def good(places: list[Placed]) -> list[Record]:
    return [place.found for place in places if isinstance(place.found, Record)]


def as_it_is(name: str, data: bytes) -> Copy:
    places = read(data, name)
    starts = [*sorted({place.offset for place in places}), len(data)]
    after = dict(pairwise(starts))
    kept = [place for place in places if isinstance(place.found, Record)]
    members = [(place.offset, after[place.offset]) for place in kept]
    ends = [end for _, end in members]
    is_gzip = data.startswith(b"\x1f\x8b")
    if is_gzip:
        ends = needed(data, name, starts)
    return Copy(name, data, good(places), members, ends, is_gzip)


def needed(data: bytes, name: str, starts: list[int]) -> list[int]:
    """How much of a gzip file is needed for each record in it."""
    sizes: list[int] = []
    content = b""
    for begin, end in pairwise(starts):
        decoder = zlib.decompressobj(31)
        for at in range(begin, end):
            content += decoder.decompress(data[at : at + 1])
            sizes.append(len(content))
    plain = read(content, name.removesuffix(".gz").removesuffix(".gz.bad"))
    offsets = [*(place.offset for place in plain[1:]), len(content)]
    return [bisect_left(sizes, offset) + 1 for offset in offsets]


def packed(records: list[Record]) -> Iterator[Copy]:
    """The records of a file in other packings."""
    checked = zstandard.ZstdCompressor(write_checksum=True).compress
    lz4_checked = {"content_checksum": True}
    plain = [written(record) for record in records]
    yield alone("plain.warc", records, plain, bytes)
    yield alone("each.warc.gz", records, plain, lambda data: gzip.compress(data, mtime=0))
    yield alone("each.warc.zst", records, plain, checked)
    yield alone("bare.warc.zst", records, plain, zstandard.ZstdCompressor().compress)
    yield alone(
        "each.warc.lz4", records, plain, lambda data: lz4.frame.compress(data, **lz4_checked)
    )
    whole = b"".join(plain)
    one = gzip.compress(whole, mtime=0)
    ends = needed(one, "one.warc.gz", [0, len(one)])
    yield Copy(
        "one.warc.gz", one, records, [(0, len(one))] * len(records), ends, is_checked=True
    )
    yield in_pieces(records, plain, max(len(whole) // 7, 64))


def alone(
    name: str, records: list[Record], plain: list[bytes], pack: Callable[[bytes], bytes]
) -> Copy:
    parts = [pack(one) for one in plain]
    members = list(pairwise([0, *accumulate(map(len, parts))]))
    is_checked = name.startswith("each")
    ends = [end for _, end in members]
    return Copy(name, b"".join(parts), records, members, ends, is_checked=is_checked)


def in_pieces(records: list[Record], plain: list[bytes], size: int) -> Copy:
    """Members of so many bytes, most of which begin in the middle of a record."""
    whole = b"".join(plain)
    parts = [gzip.compress(whole[at : at + size], mtime=0) for at in range(0, len(whole), size)]
    starts = [0, *accumulate(map(len, parts))]
    bounds = pairwise([0, *accumulate(map(len, plain))])
    # The line ends behind a record may lie in the next member, and show that it is whole.
    members = [
        (starts[begin // size], starts[min((end + 4) // size, len(parts) - 1) + 1])
        for begin, end in bounds
    ]
    ends = [end for _, end in members]
    return Copy("pieces.warc.gz", b"".join(parts), records, members, ends, is_checked=True)


def hurts(copy: Copy, reads: int, chance: Random) -> Iterator[tuple[str, bytes, int, int]]:
    """Kind of damage, damaged file, and the bytes that changed."""
    data, size = copy.data, len(copy.data)
    for at, bit in drawn(size, 8, reads, chance):
        yield "flip", data[:at] + bytes([data[at] ^ (1 << bit)]) + data[at + 1 :], at, at + 1
    for at, place in drawn(size, len(LENGTHS), reads, chance):
        end = min(at + LENGTHS[place], size)
        changed = data[:at] + bytes(end - at) + data[end:]
        if changed != data:
            yield "zeros", changed, at, end
    for at, _ in drawn(size, 1, reads, chance):
        yield "cut", data[:at], at, size


def drawn(size: int, ways: int, reads: int, chance: Random) -> Iterator[tuple[int, int]]:
    if size <= SMALL:
        yield from ((at, way) for at in range(size) for way in range(ways))
        return
    for _ in range(reads):
        yield chance.randrange(size), chance.randrange(ways)


def judged(copy: Copy, kind: str, changed: bytes, start: int, end: int) -> Counter[str]:
    places = read(changed, copy.name)
    found = good(places)
    counts: Counter[str] = Counter({"reads": 1})
    missing = Counter(map(id_of, copy.records)) - Counter(map(id_of, found))
    for record, member, behind in zip(copy.records, copy.members, copy.ends, strict=True):
        if missing[id_of(record)] <= 0:
            continue
        is_whole = member[1] <= start or end <= member[0]
        is_before = behind <= start
        if is_whole or (is_before and kind == "cut"):
            counts["lost"] += 1
        elif is_before:
            counts["withheld"] += 1
    for record in found:
        if record not in copy.records:
            is_told = copy.is_checked or shows_it(record)
            counts["invented" if is_told else "unseen"] += 1
    is_short = len(found) < len(copy.records)
    # A plain file may lack the line ends behind a record, and is as whole without them.
    spare = 0 if copy.is_checked else 4
    at_edge = kind == "cut" and any(one - spare <= start <= one for one, _ in copy.members)
    if is_short and not at_edge and not any(isinstance(p.found, Damage) for p in places):
        counts["silent"] += 1
    return counts


def id_of(record: Record) -> tuple[str, ...]:
    when, block = str(record.fetched_at), str(record.block)
    return (record.record_id, record.kind, record.url, when, block)


def shows_it(record: Record) -> bool:
    """Whether a changed record states a digest of its block that tells so."""
    stated = {name.lower(): value for name, value in record.fields}
    digest = "" if record.kind == "revisit" else stated.get("warc-block-digest", "")
    return digest_holds(digest, record.block) is False


def doubled(copy: Copy) -> Counter[str]:
    """The whole archive twice, and each member twice."""
    counts: Counter[str] = Counter({"reads": 1})
    twice = good(read(copy.data + copy.data, copy.name))
    counts["lost"] += len(Counter(map(id_of, copy.records * 2)) - Counter(map(id_of, twice)))
    for begin, end in sorted(set(copy.members))[:50]:
        data = copy.data[:end] + copy.data[begin:]
        found = good(read(data, copy.name))
        counts["reads"] += 1
        counts["lost"] += len(Counter(map(id_of, copy.records)) - Counter(map(id_of, found)))
        made_up = sum(record not in copy.records for record in found)
        # Where a record runs over members that are all sound, it may have grown unseen.
        counts["unseen" if copy.name.startswith("pieces") else "invented"] += made_up
    return counts


def copies(path: Path) -> Iterator[Copy]:
    data = path.read_bytes()
    yield as_it_is(path.name, data)
    # Packed once, so that each has the id and the fields that it keeps from then on.
    plain = b"".join(map(written, good(read(data, path.name))))
    yield from packed(good(read(plain, "a.warc")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--reads", type=int, default=2000, help="of a large file, each kind")
    parser.add_argument("--only", default="", help="archives with this in their name")
    args = parser.parse_args()
    total: dict[str, Counter[str]] = {}
    columns = ("reads", "lost", "invented", "silent", "withheld", "unseen")
    print(f"{'archive':42} {'packing':18} {'damage':8}", *(f"{one:>9}" for one in columns))
    for path in sorted(path for path in args.folder.rglob("*") if path.is_file()):
        if args.only not in path.name:
            continue
        chance = Random(path.name)  # noqa: S311
        for number, copy in enumerate(copies(path)):
            by_kind: dict[str, Counter[str]] = {"doubled": doubled(copy)}
            for kind, *hurt in hurts(copy, args.reads, chance):
                by_kind.setdefault(kind, Counter()).update(judged(copy, kind, *hurt))
            for kind, counts in by_kind.items():
                total.setdefault(kind, Counter()).update(counts)
                row = (f"{counts[one]:>9}" for one in columns)
                print(f"{path.name:42} {copy.name if number else '-':18} {kind:8}", *row)
    for kind, counts in total.items():
        print(f"{'all':42} {'':18} {kind:8}", *(f"{counts[one]:>9}" for one in columns))


if __name__ == "__main__":
    main()
