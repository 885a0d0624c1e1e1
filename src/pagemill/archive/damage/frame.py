"""How far a Zstandard frame reaches, found without decompressing it.

Source:
    RFC 8878, section 3.1.1: the header of a frame and those of its blocks.
"""

from __future__ import annotations

from typing import NamedTuple

from pagemill.archive.codec import ZSTD_MAGIC
from pagemill.archive.file_bytes import FileBytes


class Frame(NamedTuple):
    """A frame as its headers show it.

    Attributes:
        end: offset of the first byte behind it, or where the fault was met.
        blocks: blocks that were gone over.
        fault: why the end was not found, else ``""``.
    """

    end: int
    blocks: int
    fault: str


def frame_at(file: FileBytes, offset: int) -> Frame:
    """The frame that begins at ``offset``."""
    head = file.at(offset, 6)
    if not head.startswith(ZSTD_MAGIC) or len(head) < 6:
        is_cut = ZSTD_MAGIC.startswith(head[:4])
        return Frame(offset, 0, "cut off" if is_cut else "no zstd frame")
    descriptor = head[4]
    single = descriptor >> 5 & 1
    size_field = (single, 2, 4, 8)[descriptor >> 6]
    at = offset + 5 + (1 - single) + (0, 1, 2, 4)[descriptor & 3] + size_field
    last, blocks = False, 0
    while not last:
        header = int.from_bytes(file.at(at, 3), "little")
        last = bool(header & 1)
        kind, size = header >> 1 & 3, header >> 3
        if kind == 3:
            return Frame(at, blocks, "damaged data")
        at += 3 + (1 if kind == 1 else size)
        blocks += 1
        if at > file.size:
            return Frame(file.size, blocks, "cut off")
    at += 4 * (descriptor >> 2 & 1)
    return Frame(min(at, file.size), blocks, "cut off" if at > file.size else "")
