from __future__ import annotations

import io

import pytest
import zstandard

from pagemill.archive.damage.frame import frame_at
from pagemill.archive.file_bytes import FileBytes


@pytest.mark.parametrize("size", [0, 1, 300, 70_000, 400_000])
@pytest.mark.parametrize("checksum", [False, True])
def test_a_zstandard_frame_is_measured_without_decoding_it(size: int, checksum: bool):
    compressor = zstandard.ZstdCompressor(write_checksum=checksum)
    frame = compressor.compress(bytes(i * i % 251 for i in range(size)))
    file = FileBytes(io.BytesIO(frame + b"rest"))
    assert frame_at(file, 0)[::2] == (len(frame), "")
    streamed = zstandard.ZstdCompressor(write_content_size=False).compressobj()
    frame = streamed.compress(bytes(size)) + streamed.flush()
    found = frame_at(FileBytes(io.BytesIO(frame)), 0)
    assert (found.end, found.fault) == (len(frame), "")


def test_a_cut_frame_is_reported():
    frame = zstandard.ZstdCompressor().compress(bytes(range(200)))
    for length in range(4, len(frame)):
        assert frame_at(FileBytes(io.BytesIO(frame[:length])), 0).fault == "cut off"


def test_what_is_no_frame_has_no_end():
    assert frame_at(FileBytes(io.BytesIO(b"something else")), 3).fault == "no zstd frame"
