from __future__ import annotations

import base64
import gzip
import hashlib
import io
import random
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from time import process_time

import pytest
import zstandard

from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.params import STRENGTHS
from pagemill.archive.warc import instant, member, record_at, records, written
from pagemill.model.capture import UNDATED, Damage, Record

AT = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)


def page(name: str = "a", size: int = 200) -> Record:
    # Bodies that do not compress, so that a cut or a flip hits content.
    body = random.Random(name).randbytes(size)
    return Record(
        url=f"http://example.org/{name}",
        fetched_at=AT,
        kind="response",
        record_id="",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body,
    )


def read(
    data: bytes, name: str = "x.warc", **options: int
) -> tuple[list[Record], list[Damage]]:
    found = [p.found for p in records(FileBytes(io.BytesIO(data)), name, **options)]
    good = [f for f in found if isinstance(f, Record)]
    return good, [f for f in found if isinstance(f, Damage)]


def names(found: list[Record]) -> list[str]:
    return [record.url.rpartition("/")[2] for record in found]


def joined(*pages: Record) -> bytes:
    return b"".join(member(p) for p in pages)


def zstd(*pages: Record) -> bytes:
    return b"".join(zstandard.ZstdCompressor().compress(written(p)) for p in pages)


LZ4_HEAD = b"\x04\x22\x4d\x18\x60\x70\x73"  # no checksums, blocks of four mebibytes


def lz4_frames(*pages: Record) -> bytes:
    return b"".join(
        LZ4_HEAD + (len(data) | 1 << 31).to_bytes(4, "little") + data + bytes(4)
        for data in map(written, pages)
    )


@pytest.mark.parametrize("encode", [joined, zstd, lambda *p: b"".join(map(written, p))])
def test_what_is_written_is_read_again(encode):
    pages = [page(name, size) for name, size in [("a", 0), ("b", 300), ("c", 3_000_000)]]
    good, damage = read(encode(*pages))
    assert damage == []
    assert names(good) == ["a", "b", "c"]
    assert [p.block for p in good] == [p.block for p in pages]
    assert {p.fetched_at for p in good} == {AT}


def test_writing_is_deterministic_and_keeps_id_and_further_fields():
    record = page()
    assert member(record) == member(page())
    assert member(record)[4:8] == bytes(4)
    [first], _ = read(member(record))
    assert first.record_id.startswith("<urn:uuid:")
    other = Record(
        url=record.url,
        fetched_at=AT,
        kind="response",
        record_id="<urn:uuid:11111111-2222-3333-4444-555555555555>",
        content_type=record.content_type,
        block=record.block,
        fields=(("WARC-IP-Address", "192.0.2.1"),),
    )
    [again], _ = read(member(other))
    assert again == other
    assert record_at(member(other)) == other


def test_every_position_can_be_resumed_from():
    for data in (joined(*map(page, "abc")), b"".join(written(page(n)) for n in "abc")):
        file = FileBytes(io.BytesIO(data))
        placed = list(records(file, "x"))
        assert placed[-1].end == len(data)
        for index, place in enumerate(placed):
            rest = list(records(file, "x", start=place.end))
            assert rest == placed[index + 1 :]


def test_a_cut_last_member_is_reported_with_its_start():
    data = joined(*map(page, "abc"))
    start = len(joined(page("a"), page("b")))
    for cut in (1, 5, 100):
        good, damage = read(data[:-cut])
        # Up to eight bytes less, only the member's checksum is cut, and none of its record.
        assert names(good) == ["a", "b", "c"][: 3 if cut < 9 else 2]
        assert damage == [Damage(file="x.warc", offset=start, kind="cut off")]


def test_records_after_a_damaged_member_are_delivered():
    a, b, c = (member(page(name)) for name in "abc")
    hurt = bytearray(b)
    hurt[len(hurt) // 2] ^= 0x40
    good, damage = read(a + bytes(hurt) + c)
    assert names(good) == ["a", "c"]
    assert [d.offset for d in damage] == [len(a)]
    good, damage = read(a + bytes(len(b)) + c)
    assert names(good) == ["a", "c"]
    assert len(damage) == 1


def test_a_damaged_start_is_overcome_by_the_files_name():
    data = bytearray(joined(*map(page, "abc")))
    data[0] = 0
    good, damage = read(bytes(data), "x.warc.gz")
    assert names(good) == ["b", "c"]
    assert [d.offset for d in damage] == [0]


def test_plain_records_are_found_again_after_damage():
    a, b, c = (written(page(name)) for name in "abc")
    for hurt in (
        b.replace(b"WARC/1.1", b"XXXX/1.1"),
        b.replace(b"Content-Length: 2", b"Content-Length: 9"),
        b.replace(b"Content-Length: 2", b"Content-Length: 999999999999"),
        b.replace(b"Content-Length: 2", b"Content-Length: x"),
        bytes(len(b)),
        b[: len(b) // 2],
    ):
        good, damage = read(a + hurt + c)
        assert names(good) == ["a", "c"], hurt
        assert [d.offset for d in damage] == [len(a)]


def test_a_length_beyond_what_any_file_holds_costs_no_other_record(tmp_path):
    a, b, c = (written(page(name)) for name in "abc")
    path = tmp_path / "x.warc"
    # On disk, where to seek so far is an error of the operating system.
    path.write_bytes(a + b.replace(b"Content-Length: ", b"Content-Length: 1" + b"0" * 15) + c)
    with path.open("rb") as stream:
        found = [placed.found for placed in records(FileBytes(stream), "x.warc")]
    assert [type(one) for one in found] == [Record, Damage, Record]


def test_garbage_between_records_costs_no_record():
    a, b = written(page("a")), written(page("b"))
    good, damage = read(a + b"garbage" + b)
    assert names(good) == ["a", "b"]
    assert [d.kind for d in damage] == ["no record header"]


def test_a_length_that_is_off_by_a_line_end_is_tolerated():
    a, b = written(page("a")), written(page("b"))
    assert names(read(a[:-2] + b)[0]) == ["a", "b"]
    assert names(read(a + b"\r\n\r\n" + b)[0]) == ["a", "b"]
    assert read(a[:-2] + b)[1] == []


def test_a_whole_file_in_one_member_is_read():
    data = gzip.compress(b"".join(written(page(n, 50_000)) for n in "abc"))
    assert names(read(data)[0]) == ["a", "b", "c"]
    good, damage = read(data[:-70_000])
    assert names(good) == ["a"]
    assert [d.kind for d in damage] == ["cut off"]


def test_records_may_run_over_the_borders_of_members():
    plain = b"".join(written(page(n, 700)) for n in "abcdef")
    for block in (10, 64, 500, 1000):
        pieces = range(0, len(plain), block)
        data = b"".join(gzip.compress(plain[i : i + block], mtime=0) for i in pieces)
        good, damage = read(data)
        assert names(good) == list("abcdef")
        assert damage == []


def test_a_record_over_the_limit_is_skipped_and_reported():
    pages = [page("a"), page("b", 500_000), page("c")]
    for encode in (joined, zstd, lambda *p: b"".join(map(written, p))):
        good, damage = read(encode(*pages), limit=10_000)
        assert names(good) == ["a", "c"]
        assert [d.kind for d in damage] == ["record over the limit"]


def test_a_dictionary_in_the_first_frame_is_used():
    pages = [page(f"p{i}", 0) for i in range(40)]
    dictionary = zstandard.train_dictionary(2048, [written(p) for p in pages] * 20)
    compressor = zstandard.ZstdCompressor(dict_data=dictionary)
    frames = b"".join(compressor.compress(written(p)) for p in pages)
    raw = dictionary.as_bytes()
    for inner in (raw, zstandard.compress(raw)):
        head = b"\x5d\x2a\x4d\x18" + len(inner).to_bytes(4, "little") + inner
        good, damage = read(head + frames)
        assert len(good) == 40
        assert damage == []


def test_old_versions_and_odd_header_lines_are_read():
    data = (
        b"WARC/0.18\nwarc-type: response\nWARC-Target-URI: <http://example.org/>\n"
        b"no colon here\nWARC-Date: 20080102030405\nX-Folded: one\n two\n"
        b"Content-Length: 5\n\nhello\n\n"
    )
    [record], damage = read(data)
    assert damage == []
    assert record.block == b"hello"
    assert record.fetched_at == datetime(2008, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert record.fields == (("X-Folded", "one two"),)


def test_a_wrong_block_digest_counts_where_others_held():
    good_line = "sha1:"  # the writers of some files have them all wrong

    def with_digest(record: Record, block: bytes) -> bytes:
        digest = base64.b32encode(hashlib.sha1(block, usedforsecurity=False).digest()).decode()
        fields = (("WARC-Block-Digest", good_line + digest),)
        return written(Record(**{**_cells(record), "fields": fields}))

    right = [with_digest(page(n), page(n).block) for n in "ab"]
    wrong = with_digest(page("c"), b"other")
    assert names(read(right[0] + wrong + right[1])[0]) == ["a", "b"]
    assert names(read(wrong + wrong)[0]) == ["c", "c"]


def _cells(record: Record) -> dict:
    return {name: getattr(record, name) for name in Record.__slots__}


@pytest.mark.parametrize("data", [b"", b"\0", b"GIF89a" + bytes(300), b"WARC/1.0", b"<html>"])
def test_a_foreign_file_is_damage_and_nothing_else(data: bytes):
    good, damage = read(data)
    assert good == []
    assert len(damage) == 1
    assert damage[0].offset == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2020-08-08T16:54:17Z", datetime(2020, 8, 8, 16, 54, 17, tzinfo=UTC)),
        ("20200808165417", datetime(2020, 8, 8, 16, 54, 17, tzinfo=UTC)),
        ("2020-08-08T16:54:17.1234567Z", datetime(2020, 8, 8, 16, 54, 17, 123456, tzinfo=UTC)),
        ("2020-08-08T16:54:17+0200", datetime(2020, 8, 8, 14, 54, 17, tzinfo=UTC)),
        ("2020-13-08T16:54:17Z", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_dates_are_read_in_the_forms_that_archives_have(text: str, expected: datetime | None):
    assert instant(text) == expected


def test_a_record_without_usable_date_says_so():
    data = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    [record], _ = read(data)
    assert record.fetched_at == UNDATED


def test_a_record_alone_in_its_gzip_member_comes_with_the_member():
    whole = [gzip.compress(written(page(name, 300_000)), mtime=5) for name in "ab"]
    good, _ = read(b"".join(whole))
    assert [record.member for record in good] == whole
    assert [record_at(record.member) for record in good] == good


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(gzip.compress(written(page("a")) + written(page("b"))), id="two in one"),
        pytest.param(gzip.compress(written(page("a")) + b"\r\n"), id="a line end too many"),
        pytest.param(gzip.compress(b"\r\n" + written(page("a"))), id="a line end before"),
        pytest.param(written(page("a")), id="plain"),
        pytest.param(zstd(page("a")), id="zstd"),
        pytest.param(gzip.compress(written(page("a", 9 << 20))), id="too large to keep"),
    ],
)
def test_a_record_in_anything_else_comes_without_one(data: bytes):
    good, damage = read(data)
    assert good
    assert not damage
    assert {record.member for record in good} == {b""}


def test_a_record_that_runs_on_in_the_next_member_comes_without_one():
    data = written(page("a", 300))
    good, _ = read(gzip.compress(data[:100]) + gzip.compress(data[100:]))
    assert [record.member for record in good] == [b""]


@pytest.mark.parametrize("strength", STRENGTHS)
def test_members_of_any_strength_are_plain_gzip(strength: str):
    record = page()
    data = member(record, strength)
    assert gzip.decompress(data) == written(record)
    assert data == member(record, strength)
    assert len(data) < 2 * len(member(record))


def test_a_member_behind_a_flipped_mark_is_not_passed_over():
    parts = [member(page(name, 300)) for name in "abc"]
    flipped = bytes([parts[1][0] ^ 1]) + parts[1][1:]
    good, damage = read(parts[0] + flipped + parts[2], "x.warc.gz")
    assert names(good) == ["a", "c"]
    assert [one.offset for one in damage] == [len(parts[0])]


def test_records_behind_a_damaged_stretch_are_found_in_members_that_begin_inside_one():
    whole = b"".join(written(page(name, 300)) for name in "abcdef")
    cuts = [whole[at : at + 900] for at in range(0, len(whole), 900)]
    parts = [gzip.compress(piece, mtime=0) for piece in cuts]
    parts[1] = parts[1][:200] + b"\xff" * 8 + parts[1][208:]
    good, damage = read(b"".join(parts), "x.warc.gz")
    assert names(good)[0] == "a"
    assert names(good)[-2:] == ["e", "f"]
    assert damage


@pytest.mark.parametrize("flags", [{"write_checksum": True}, {}])
def test_a_frame_without_checksum_is_held_against_the_digests_in_it(flags):
    def stated(name: str, of: bytes) -> Record:
        digest = base64.b32encode(hashlib.sha1(of).digest()).decode()  # noqa: S324
        return replace(page(name), fields=(("WARC-Block-Digest", f"sha1:{digest}"),))

    pages = [stated(name, page(name).block) for name in "ab"]
    pages.append(stated("c", b"another block"))
    compressor = zstandard.ZstdCompressor(**flags)
    data = b"".join(compressor.compress(written(one)) for one in pages)
    good, damage = read(data, "x.warc.zst")
    # A checksum shows that the bytes are as they were written, whatever the digest says.
    assert names(good) == (["a", "b", "c"] if flags else ["a", "b"])
    assert [one.kind for one in damage] == ([] if flags else ["wrong digest"])


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_nothing_is_believed_of_a_member_of_many_records_whose_checksum_fails(pack):
    if pack is zstandard.compress:
        pack = zstandard.ZstdCompressor(write_checksum=True).compress
    members = [
        pack(b"".join(written(page(name + one, 900)) for one in "123")) for name in "abc"
    ]
    hurt = bytearray(members[1])
    hurt[len(hurt) - 2] ^= 1  # in the checksum: all that is decoded is right, yet who knows
    good, damage = read(members[0] + bytes(hurt) + members[2])
    assert names(good) == ["a1", "a2", "a3", "c1", "c2", "c3"]
    assert [one.offset for one in damage] == [len(members[0])]


@pytest.mark.parametrize("size", [300, 700_000])  # in one piece, and in several
def test_records_before_a_cut_inside_a_member_come_through(size: int):
    pages = [page(name, size) for name in "abc"]
    data = gzip.compress(b"".join(map(written, pages)), mtime=0)
    good, damage = read(data[: len(data) * 5 // 6])
    assert names(good) == ["a", "b"]
    assert [(one.offset, one.kind) for one in damage] == [(0, "cut off")]


@pytest.mark.parametrize("mark", [b"WARC/", b"WARC/1.0\r\n", b"WARC/1.0\r\nA: b\r\n"])
def test_garbage_made_of_marks_is_gone_through_once(mark: bytes):
    first, last = written(page("a")), written(page("b"))
    swallowing = written(replace(page("c"), block=mark * 200_000))
    begun = process_time()
    found, damage = read(first + mark * 200_000 + last)
    assert names(found) == ["a", "b"]
    assert damage
    found, damage = read(swallowing + b"GARBAGE")
    assert names(found) == ["c"]
    assert process_time() - begun < 20


def test_blanks_in_a_folded_header_are_gone_through_once():
    odd = written(page("a")).replace(
        b"\r\n", b"\r\nX: a\r\n b\r\nY: " + b" " * 60_000 + b"x\r\n", 1
    )
    begun = process_time()
    found, _ = read(odd * 50)
    assert names(found) == ["a"] * 50
    assert process_time() - begun < 5


@pytest.mark.parametrize("raw", [b"\x37\xa4\x30\xec" + b"\xff" * 500, b"", b"no dictionary"])
def test_a_dictionary_that_is_none_costs_no_record_that_needs_none(raw: bytes):
    head = b"\x5d\x2a\x4d\x18" + len(raw).to_bytes(4, "little") + raw
    found, damage = read(head + zstd(page("a"), page("b")), "x.warc.zst")
    assert (names(found), damage) == (["a", "b"], [])


def test_a_dictionary_that_claims_to_run_beyond_the_file_is_damage():
    head = b"\x5d\x2a\x4d\x18\xff\xff\xff\xff"
    found, damage = read(head + zstd(page("a"), page("b")), "x.warc.zst")
    assert (names(found), [one.kind for one in damage]) == (["a", "b"], ["cut off"])


def test_members_that_lead_into_one_bomb_are_not_unpacked_without_end():
    compressor = zlib.compressobj(9, wbits=-15)
    bomb = compressor.compress(bytes(16 << 20)) + compressor.flush() + bytes(8)
    heads = b""
    for left in range(3000, 0, -1):
        size = (left - 1) * 15
        stored = size.to_bytes(2, "little") + (0xFFFF ^ size).to_bytes(2, "little")
        heads += b"\x1f\x8b\x08\0\0\0\0\0\0\xff\0" + stored
    begun = process_time()
    found, damage = read(joined(page("a")) + heads + bomb + joined(page("b")), "x.warc.gz")
    assert (names(found), len(damage)) == (["a", "b"], 1)
    assert process_time() - begun < 20


def led_into(bomb: bytes, number: int) -> bytes:
    """So many gzip members, one inside the other, that begin with a record and share an end."""
    text = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 99999999999\r\n\r\n"
    head, size = b"\x1f\x8b\x08\0\0\0\0\0\0\xff", len(text) + 10
    stored = b"\0" + size.to_bytes(2, "little") + (0xFFFF ^ size).to_bytes(2, "little")
    return (head + stored + text) * number + head + bomb


def test_members_that_begin_a_record_and_lead_into_one_bomb_are_not_all_unpacked():
    compressor = zlib.compressobj(9, wbits=-15)
    bomb = compressor.compress(bytes(64 << 20)) + compressor.flush() + bytes(8)
    begun = process_time()
    found, damage = read(joined(page("a")) + led_into(bomb, 3000), "x.warc.gz")
    assert (names(found), len(damage) > 0) == (["a"], True)
    assert process_time() - begun < 20


@pytest.mark.parametrize(
    ("mark", "pack"),
    [
        (b"\x1f\x8b\x08", joined),  # each the head of a member with an endless name
        (b"\x28\xb5\x2f\xfd\x04\x58\x30\0\0", zstd),  # blocks that run through all
        (LZ4_HEAD + b"\0\0\x3f\0", lz4_frames),  # blocks of four mebibytes
    ],
)
def test_a_file_full_of_what_looks_like_members_is_gone_through_in_bounded_time(
    mark: bytes, pack: Callable[..., bytes]
):
    begun = process_time()
    found, damage = read(pack(page("a")) + mark * (600_000 // len(mark)))
    assert (names(found), len(damage) > 0) == (["a"], True)
    assert process_time() - begun < 20
