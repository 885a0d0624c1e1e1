from __future__ import annotations

import gzip
import io
import zlib
from random import Random

import pytest

from pagemill.archive.damage.cut import Content, certain_before_cut
from pagemill.archive.file_bytes import FileBytes

TEXT = b" ".join(b"%d" % Random(3).randrange(9**9 + n) for n in range(4000))


def decoded(data: bytes) -> bytes:
    return zlib.decompressobj(31).decompress(data)


def certain(data: bytes) -> int:
    content = Content()
    content.add(decoded(data))
    return certain_before_cut(FileBytes(io.BytesIO(data)), 0, content)


def test_all_that_stands_before_a_cut_is_certain():
    data = gzip.compress(TEXT, mtime=0)
    for cut in range(20, len(data) - 8, 97):
        assert certain(data[:cut]) == len(decoded(data[:cut]))


@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_a_checksum_that_was_left_whole_vouches_for_all(missing: int):
    assert certain(gzip.compress(TEXT, mtime=0)[:-missing]) == len(TEXT)


def test_a_decoder_that_ran_over_the_true_end_is_not_believed():
    # The end of the last block is gone, so that what follows is decoded as well.
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    open_ended = compressor.compress(TEXT) + compressor.flush(zlib.Z_SYNC_FLUSH)
    end = zlib.crc32(TEXT).to_bytes(4, "little") + len(TEXT).to_bytes(4, "little")
    # A stored block which claims all that comes behind it.
    length = 40_000
    head = b"\0" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")
    data = open_ended + head + end
    assert decoded(data) == TEXT + end
    assert certain(data) == 0


def test_zeros_up_to_the_end_leave_what_precedes_them():
    data = gzip.compress(TEXT, mtime=0)
    at = len(data) // 2
    hurt = data[:at] + bytes(len(data) - at)
    try:
        decoded(hurt)
    except zlib.error:
        hurt = data[:at] + bytes(16)
    assert 0 < certain(hurt) <= len(decoded(data[:at]))
    assert TEXT.startswith(decoded(hurt)[: certain(hurt)])
