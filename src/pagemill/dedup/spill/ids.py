"""The ids of texts in a file, as a sequence."""

from __future__ import annotations

import os
import weakref
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import overload

import numpy as np

from pagemill.dedup.columns import Int64s, UInt32s, integers

_SURROGATES = "surrogatepass"
_IDS_AT_ONCE = 1 << 10
_GAP = 1 << 12
"""Bytes that are read in vain rather than read around."""


class SpilledIds(Sequence[str]):
    """Ids written one after the other to a file without a name, read back by number.

    Eight bytes for each stay in memory. The file is gone once nothing refers to the ids.

    Args:
        folder: where there is room for the file.

    Source:
        Not of the literature: a file of bytes and the offsets of its pieces.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / f"ids-{os.getpid()}-{id(self):x}"
        self._file = path.open("x+b")
        path.unlink()
        weakref.finalize(self, self._file.close)
        self._ends = array("q", [0])

    def extend(self, ids: Sequence[bytes]) -> None:
        """Add some that are UTF-8 already."""
        sizes = np.fromiter(map(len, ids), np.int64, len(ids))
        self._ends.frombytes((np.cumsum(sizes) + self._ends[-1]).tobytes())
        self._file.write(b"".join(ids))
        self._file.flush()

    def encoded(self, start: int, stop: int) -> list[bytes]:
        """Neighbouring ids as they lie in the file."""
        ends = self._ends[start : stop + 1]
        first = ends[0]
        data = os.pread(self._file.fileno(), ends[-1] - first, first)
        return [data[one - first : other - first] for one, other in pairwise(ends)]

    def some(self, numbers: Int64s | UInt32s) -> list[str]:
        """The ids with these numbers, which may come in any order and more than once."""
        wanted, places = np.unique(numbers, return_inverse=True)
        ends = np.frombuffer(self._ends, np.int64)
        starts, stops = ends[wanted], ends[wanted + 1]
        is_first = np.arange(wanted.size) % _IDS_AT_ONCE == 0
        is_first[1:] |= starts[1:] - stops[:-1] > _GAP
        edges = np.append(np.flatnonzero(is_first), wanted.size)
        found: list[str] = []
        for first, last in pairwise(integers(edges)):
            begin = int(starts[first])
            data = os.pread(self._file.fileno(), int(stops[last - 1]) - begin, begin)
            bounds = integers(starts[first:last] - begin), integers(stops[first:last] - begin)
            found += [
                str(data[a:b], "utf-8", _SURROGATES) for a, b in zip(*bounds, strict=True)
            ]
        return [found[place] for place in integers(places)]

    def index(self, value: str, start: int = 0, stop: int | None = None) -> int:
        """Number of an id; of ids that are in order."""
        stop = len(self) if stop is None else min(stop, len(self))
        place = bisect_left(self, value, start, stop)
        if place == stop or self[place] != value:
            raise ValueError(f"{value!r}: no such id")
        return place

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _IDS_AT_ONCE):
            for each in self.encoded(start, min(start + _IDS_AT_ONCE, len(self))):
                yield each.decode("utf-8", _SURROGATES)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self.some(np.arange(*index.indices(len(self)), dtype=np.int64))
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.encoded(index, index + 1)[0].decode("utf-8", _SURROGATES)


def named(ids: Sequence[str], numbers: Int64s | UInt32s) -> list[str]:
    """The ids with these numbers, of ids in memory or in a file."""
    if isinstance(ids, SpilledIds):
        return ids.some(numbers)
    return [ids[number] for number in integers(numbers.astype(np.int64))]
