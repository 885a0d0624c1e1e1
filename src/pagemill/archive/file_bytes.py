"""The bytes of a file, wherever in it they stand."""

from __future__ import annotations

from typing import BinaryIO

WINDOW = 1 << 18
"""Bytes that are read at a time."""


class FileBytes:
    """A file addressed by offset through one buffer.

    Args:
        stream: seekable binary file; stays the caller's to close.
        size: its bytes, where asking the stream for them would be costly.
    """

    def __init__(self, stream: BinaryIO, size: int | None = None) -> None:
        self._stream = stream
        self._start = 0
        self._buffer = b""
        self.size = stream.seek(0, 2) if size is None else size

    def at(self, offset: int, length: int) -> bytes:
        """The bytes ``offset`` to ``offset + length``, fewer at the end of the file."""
        if offset >= self.size:
            # A stated length may point where no file reaches, which to seek is an error.
            return b""
        begin = offset - self._start
        missing = begin + length - len(self._buffer)
        if begin < 0 or begin > len(self._buffer) or not self._buffer:
            self._stream.seek(offset)
            self._buffer = self._stream.read(max(length, WINDOW))
            self._start, begin = offset, 0
            if not self._buffer:
                self.size = offset  # it was promised more than there is
        elif missing > 0:
            # No seek back: in a compressed ZIP entry that means reading from its start.
            more = self._stream.read(max(missing, WINDOW))
            if not more:
                self.size = self._start + len(self._buffer)
            self._buffer = self._buffer[begin:] + more
            self._start, begin = offset, 0
        return self._buffer[begin : begin + length]

    def up_to(self, mark: bytes, offset: int, limit: int) -> bytes:
        """From ``offset`` to the next ``mark`` behind it, or to the end; at most ``limit``.

        ``b""`` where neither is within the limit.
        """
        begin = offset - self._start
        if begin < 0 or begin + limit > len(self._buffer):
            self.at(offset, limit)
            begin = offset - self._start
        end = self._buffer.find(mark, begin + len(mark), begin + limit)
        if end < 0:
            end = begin + self.size - offset
            if end > begin + limit:
                return b""
        return self._buffer[begin:end]

    def find(self, mark: bytes, start: int) -> int:
        """Offset of the first ``mark`` at or after ``start``, or -1."""
        while start < self.size:
            self.at(start, len(mark))
            begin = start - self._start
            found = self._buffer.find(mark, begin)
            if found >= 0:
                return self._start + found
            start = self._start + max(len(self._buffer) - len(mark) + 1, begin + 1)
        return -1


class Forward:
    """Some bytes of a file, read from the first to the last."""

    def __init__(self, file: FileBytes, start: int, end: int) -> None:
        self._file, self._next, self._end = file, start, end

    def read(self, length: int, /) -> bytes:
        """At most ``length`` bytes more, ``b""`` at the end."""
        piece = self._file.at(self._next, min(length, self._end - self._next))
        self._next += len(piece)
        return piece
