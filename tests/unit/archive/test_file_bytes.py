from __future__ import annotations

import io

from pagemill.archive.file_bytes import FileBytes


def test_a_file_is_addressed_by_offset_in_any_order():
    data = bytes(range(256)) * 4096
    file = FileBytes(io.BytesIO(data))
    for offset in (900_000, 5, 262_140, 0, len(data) - 3):
        assert file.at(offset, 10) == data[offset : offset + 10]
    assert file.at(len(data) + 5, 3) == b""


def test_a_mark_is_found_over_the_border_of_two_windows():
    data = b"x" * ((1 << 18) - 2) + b"MARK" + b"x" * 100
    file = FileBytes(io.BytesIO(data))
    assert file.find(b"MARK", 0) == (1 << 18) - 2
    assert file.find(b"MARK", (1 << 18) - 1) == -1
