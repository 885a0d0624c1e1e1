"""Texts in a file, as a sequence."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Self, overload

import numpy as np

from pagemill.dedup.columns import Int64s, integers, offsets

_SURROGATES = "surrogatepass"
_CHUNK = 1 << 22


@dataclass(frozen=True, slots=True)
class Chunk(Sequence[str]):
    """Neighbouring texts as they lie in the file; loops take them without making strings.

    Attributes:
        data: UTF-8, one text after the other.
        offsets: where each starts, and the end of the last.
    """

    data: bytes | bytearray
    offsets: Int64s

    def __len__(self) -> int:
        return self.offsets.size - 1

    def raw(self) -> Iterator[bytes]:
        """The bytes of each text."""
        for start, end in pairwise(integers(self.offsets)):
            yield bytes(self.data[start:end])

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        return decoded(self.data[int(self.offsets[index]) : int(self.offsets[index + 1])])


def announce(file: int, starts: Iterable[int], sizes: Iterable[int]) -> None:
    """Say what will be read of a file, so that the system reads all of it at the same time.

    Where a file is larger than memory has room, pieces here and there are had three times as
    soon, with less than half of the processor time.
    """
    if hasattr(os, "posix_fadvise"):  # not on every system
        for start, size in zip(starts, sizes, strict=False):
            os.posix_fadvise(file, start, size, os.POSIX_FADV_WILLNEED)


def decoded(text: str | bytes | bytearray) -> str:
    """A text that may be in bytes, as it lies in a file."""
    return text if isinstance(text, str) else text.decode("utf-8", _SURROGATES)


class SpilledTexts(Sequence[str]):
    """Texts written one after the other to a file without a name, read back by number.

    Args:
        folder: where there is room for the file; it is gone once the texts are closed.

    Source:
        Not of the literature: a file of bytes and the offsets of its pieces.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / f"texts-{os.getpid()}-{id(self):x}"
        self._file = path.open("x+b")
        path.unlink()
        self._ends = array("q", [0])
        self._lengths = array("q")

    def append(self, text: str) -> None:
        """Add a text; not after one was read."""
        data = text.encode("utf-8", _SURROGATES)
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))
        self._lengths.append(len(text))

    def append_encoded(self, data: bytes, offsets: Int64s) -> None:
        """Add texts that are UTF-8 already, one after the other."""
        begin, end = int(offsets[0]), int(offsets[-1])
        self._file.write(memoryview(data)[begin:end])
        octets = np.frombuffer(data, np.int8, end - begin, begin)
        inner = np.flatnonzero(octets < -64)  # 10xxxxxx: all but the first of a character
        sizes = np.diff(offsets) - np.diff(np.searchsorted(inner, offsets - begin))
        self._lengths.frombytes(sizes.astype(np.int64).tobytes())
        shifted = offsets[1:] - begin + self._ends[-1]
        self._ends.frombytes(shifted.astype(np.int64).tobytes())

    def chunks(self) -> Iterator[tuple[int, Chunk]]:
        """All texts in the order of the file: number of the first of a chunk, and the chunk."""
        ends = np.frombuffer(self._ends, np.int64)
        first = 0
        while first < len(self):
            reach = int(ends[first]) + _CHUNK
            last = max(first + 1, int(np.searchsorted(ends, reach, side="right")) - 1)
            start, stop = int(ends[first]), int(ends[last])
            data = os.pread(self._file.fileno(), stop - start, start)
            yield first, Chunk(data, ends[first : last + 1] - start)
            first = last

    def chunk(self, numbers: Int64s, room: bytearray | None = None) -> Chunk:
        """The texts with these numbers; in ``room``, which grows, until it is used again."""
        ends = np.frombuffer(self._ends, np.int64)
        starts, sizes = ends[numbers], ends[numbers + 1] - ends[numbers]
        bounds = offsets(sizes)
        room = bytearray() if room is None else room
        if len(room) < int(bounds[-1]):
            room.extend(bytes(int(bounds[-1]) - len(room)))
        file, places, view = self._file.fileno(), integers(bounds), memoryview(room)
        announce(file, integers(starts), integers(sizes))
        for start, place, end in zip(integers(starts), places, places[1:], strict=False):
            os.preadv(file, (view[place:end],), start)
        view.release()
        return Chunk(room, bounds)

    def whole(self) -> None:
        """Let every text be read from now on."""
        self._file.flush()

    @property
    def lengths(self) -> Int64s:
        """Characters of each text."""
        return np.frombuffer(self._lengths, np.int64)

    def __len__(self) -> int:
        return len(self._lengths)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        start = self._ends[index]
        data = os.pread(self._file.fileno(), self._ends[index + 1] - start, start)
        return data.decode("utf-8", _SURROGATES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


@dataclass(frozen=True, slots=True)
class Picked(Sequence[str]):
    """Some of many texts, in an order of their own, fetched when they are asked for.

    Attributes:
        texts: the texts.
        numbers: which of them.
    """

    texts: Sequence[str]
    numbers: Int64s

    @property
    def lengths(self) -> Int64s:
        """Characters of each text."""
        if isinstance(self.texts, SpilledTexts):
            return self.texts.lengths[self.numbers]
        return np.fromiter(map(len, self), np.int64, len(self))

    def __len__(self) -> int:
        return self.numbers.size

    def __iter__(self) -> Iterator[str]:
        return (self.texts[number] for number in integers(self.numbers))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self.texts[number] for number in integers(self.numbers[index])]
        return self.texts[int(self.numbers[index])]


def lengths(texts: Sequence[str]) -> Int64s:
    """Characters of each text, without fetching texts whose lengths are known."""
    if isinstance(texts, SpilledTexts | Picked):
        return texts.lengths
    return np.fromiter(map(len, texts), np.int64, len(texts))


def picked(texts: Sequence[str], numbers: Int64s) -> Picked:
    """Some of many texts; of some of some, some of the first."""
    if isinstance(texts, Picked):
        return Picked(texts.texts, texts.numbers[numbers])
    return Picked(texts, numbers)


def fetched(
    texts: Sequence[str], numbers: Int64s, most: int, room: bytearray | None = None
) -> Iterator[Sequence[str]]:
    """Some of many texts, in this order, piece by piece.

    Args:
        texts: any texts.
        numbers: which of them.
        most: characters of a piece, of one text at least.
        room: where pieces of a file are read to, one after the other; a piece holds until the
            next is asked for.
    """
    room = bytearray() if room is None else room
    some = picked(texts, numbers)
    ends = np.cumsum(some.lengths)
    start, before = 0, 0
    while start < len(some):
        stop = max(start + 1, int(np.searchsorted(ends, before + most, side="right")))
        if isinstance(some.texts, SpilledTexts):
            yield some.texts.chunk(some.numbers[start:stop], room)
        else:
            yield some[start:stop]
        start, before = stop, int(ends[stop - 1])


def pieces(texts: Sequence[str], most: int) -> Iterator[tuple[Int64s, Sequence[str]]]:
    """All texts piece by piece, in an order in which they are quickly had.

    Args:
        texts: any texts.
        most: characters of a piece, of one text at least; a file has its own measure.

    Returns:
        The number of each text in ``texts``, -1 for one that is not in it, and the piece.
    """
    if isinstance(texts, Picked) and isinstance(texts.texts, SpilledTexts):
        place = np.full(len(texts.texts), -1, np.int64)
        place[texts.numbers] = np.arange(texts.numbers.size)
        for first, chunk in texts.texts.chunks():
            yield place[first : first + len(chunk)], chunk
        return
    ends = np.cumsum(lengths(texts))
    start, before = 0, 0
    while start < len(texts):
        stop = int(np.searchsorted(ends, before + most, side="right"))
        stop = max(stop, start + 1)
        yield np.arange(start, stop), texts[start:stop]
        start, before = stop, int(ends[stop - 1])
