from __future__ import annotations

import gzip
import io

import lz4.frame
import pytest
import zstandard

from pagemill.archive.member import BrokenMemberError
from pagemill.archive.sources.unpacked import Unpacked

PARTS = [b"one\n", b"", b"two\n" * 300_000]


@pytest.mark.parametrize(
    "pack",
    [bytes, gzip.compress, zstandard.compress, lz4.frame.compress],
    ids=lambda f: f.__name__,
)
def test_all_members_are_one_stream(pack):
    file = io.BytesIO(b"".join(map(pack, PARTS)))
    with io.BufferedReader(Unpacked(file)) as stream:
        assert stream.readable()
        assert stream.read() == b"".join(PARTS)
    assert file.closed


def test_damage_is_told_with_the_member_that_it_is_in():
    first = gzip.compress(b"one")
    raw = Unpacked(io.BytesIO(first + gzip.compress(b"two")[:-3]))
    with io.BufferedReader(raw) as stream, pytest.raises(BrokenMemberError):
        stream.read()
    assert raw.offset == len(first)
