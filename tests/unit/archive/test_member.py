from __future__ import annotations

import gzip
import io

import pytest
import zstandard

from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.member import (
    BrokenMemberError,
    Flow,
    Members,
)


def members(data: bytes, codec: str) -> Members:
    return Members(FileBytes(io.BytesIO(data)), codec)


def content(some: Members, offset: int) -> bytes:
    member = some.open(offset)
    assert member is not None
    parts = []
    while piece := member.more():
        parts.append(piece)
    return b"".join(parts)


def test_gzip_members_say_where_they_end():
    first, second = gzip.compress(b"one", mtime=0), gzip.compress(b"two" * 50_000, mtime=0)
    some = members(first + second, "gzip")
    member = some.open(0)
    assert member is not None
    assert member.more() == b"one"
    assert member.more() == b""
    assert member.end() == len(first)
    assert content(some, len(first)) == b"two" * 50_000


def test_a_large_member_comes_in_pieces_of_bounded_size():
    member = members(gzip.compress(bytes(20 << 20)), "gzip").open(0)
    assert member is not None
    sizes = []
    while piece := member.more():
        sizes.append(len(piece))
    assert sum(sizes) == 20 << 20
    assert max(sizes) <= 1 << 20


def test_a_cut_member_and_a_wrong_checksum_are_told_apart():
    data = bytearray(gzip.compress(b"text" * 100, mtime=0))
    with pytest.raises(BrokenMemberError, match="cut off"):
        content(members(bytes(data[:-3]), "gzip"), 0)
    data[-6] ^= 1
    with pytest.raises(BrokenMemberError, match="wrong checksum"):
        content(members(bytes(data), "gzip"), 0)


def test_skippable_frames_are_passed_over():
    frame = zstandard.ZstdCompressor().compress(b"content")
    skipped = b"\x50\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"12345"
    assert content(members(skipped + frame, "zstd"), 0) == b"content"
    assert members(skipped, "zstd").open(0) is None


def test_the_next_sound_member_is_one_that_starts_with_a_record():
    other, record = gzip.compress(b"no record"), gzip.compress(b"WARC/1.1 and so on")
    data = b"junk\x1f\x8b\x08" + other + record
    assert members(data, "gzip").next_after(0) == len(data) - len(record)
    assert members(other, "gzip").next_after(0) == len(other)


def test_a_flow_skips_ahead_without_loading():
    some = members(b"a" * 1000 + b"b", "plain")
    member = some.open(0)
    assert member is not None
    flow = Flow(some, member)
    assert flow.skip(1000)
    assert flow.offset() == 1000
    assert flow.ensure(5) == 1
    assert not flow.skip(2)
