"""The members of a ZIP file whose directory is gone, as after a download that broke off.

The directory stands at the end of the file, but each member has a header of its own. Members
that are stored as they are can be read where they stand, the last one as far as it goes.

Source:
    APPNOTE.TXT of the ZIP format, sections 4.3.7 (local header), 4.3.9 (data descriptor) and
    4.5.3 (sizes of 64 bits).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pagemill.archive.file_bytes import FileBytes

_HEADER = struct.Struct("<4sHHHHHIIIHH")
_MAGIC = b"PK\x03\x04"
_BEHIND = (b"PK\x07\x08", _MAGIC, b"PK\x01\x02")
_SIZE_FOLLOWS = 1 << 3
_IN_64_BITS = 0xFFFF_FFFF


class StoredMember(NamedTuple):
    """A member that is not compressed: its bytes in the file, as far as there are any."""

    name: str
    start: int
    size: int


class Stretch:
    """Some bytes of a file as a stream of their own."""

    def __init__(self, stream: BinaryIO, start: int, size: int) -> None:
        self._stream, self._start, self._size = stream, start, size
        stream.seek(start)

    def seek(self, offset: int) -> int:
        """Go to an offset in the stretch."""
        return self._stream.seek(self._start + offset) - self._start

    def read(self, length: int) -> bytes:
        """Read on, but not beyond the end of the stretch."""
        left = self._start + self._size - self._stream.tell()
        return self._stream.read(max(0, min(length, left)))


def stored_members(path: Path) -> list[StoredMember]:
    """The members that can be read without the directory, in the order of the file."""
    found: list[StoredMember] = []
    with path.open("rb") as stream:
        file = FileBytes(stream)
        at = file.find(_MAGIC, 0)
        while at >= 0:
            behind = _member(file, at, found)
            at = file.find(_MAGIC, behind)
    return found


def _member(file: FileBytes, at: int, found: list[StoredMember]) -> int:
    """Note the member whose header stands at ``at``; where to look for the next."""
    head = file.at(at, _HEADER.size)
    if len(head) < _HEADER.size:
        return file.size
    fields: tuple[int, ...] = _HEADER.unpack(head)[1:]
    _, flags, method, _, _, _, packed, _, name_length, extra_length = fields
    rest = file.at(at + _HEADER.size, name_length + extra_length)
    name = rest[:name_length].decode("utf-8", "replace")
    start = at + _HEADER.size + name_length + extra_length
    if packed == _IN_64_BITS:
        packed = _long_size(rest[name_length:])
    if flags & _SIZE_FOLLOWS and not packed:
        packed = _next_mark(file, start) - start
    size = min(packed, file.size - start)
    if not method and size > 0:
        found.append(StoredMember(name, start, size))
    return start + int(max(size, 0))


def _long_size(extra: bytes) -> int:
    """The packed size from the extra field for sizes of 64 bits; 0 without one."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 1 and length >= 16 and at + 20 <= len(extra):
            return int.from_bytes(extra[at + 12 : at + 20], "little")
        at += 4 + length
    return 0


def _next_mark(file: FileBytes, start: int) -> int:
    marks = [place for mark in _BEHIND if (place := file.find(mark, start)) >= 0]
    return min(marks, default=file.size)
