"""Sketches of many texts, in memory or in a file, and the keys of their bands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

import numpy as np

from pagemill.dedup.columns import Int64s, UInt32s, UInt64s, integers
from pagemill.dedup.spill.texts import announce


class Sketches(Protocol):
    """Sketches of texts that are numbered in the order in which they came."""

    def keys(self, band: int) -> UInt64s:
        """The key of each text in one band."""
        ...

    def minima(self, rows: Int64s) -> UInt32s:
        """The sketches of the texts with these numbers."""
        ...


class HeldSketches:
    """Sketches in memory.

    Args:
        minima: one row for each text.
        keys: of their bands, as many rows.

    Source:
        Not of the literature: two arrays.
    """

    def __init__(self, minima: UInt32s, keys: UInt64s) -> None:
        self._minima = minima
        self._keys = keys

    def keys(self, band: int) -> UInt64s:
        """The key of each text in one band."""
        return np.ascontiguousarray(self._keys[:, band])

    def minima(self, rows: Int64s) -> UInt32s:
        """The sketches of the texts with these numbers."""
        return self._minima[rows]


class SpilledSketches:
    """Sketches in a file without a name, and the keys of their bands, band by band, in another.

    Args:
        folder: where there is room for both, 1,100 bytes a text; they are gone in the end.
        permutations: minima in a sketch.
        bands: keys of a text.

    Source:
        Not of the literature: files of columns.
    """

    def __init__(self, folder: Path, permutations: int, bands: int) -> None:
        self._rows = _nameless(folder, f"sketches-{id(self):x}")
        self._bands = _nameless(folder, f"bands-{id(self):x}")
        self._permutations, self._count = permutations, bands
        self._sizes: list[int] = []

    def append(self, minima: UInt32s, keys: UInt64s) -> None:
        """Add the sketches of some texts; not after something was read."""
        self._rows.write(np.ascontiguousarray(minima).data)
        self._bands.write(np.ascontiguousarray(keys.T).data)
        self._sizes.append(len(minima))

    def whole(self) -> None:
        """Let everything be read from now on."""
        self._rows.flush()
        self._bands.flush()

    def keys(self, band: int) -> UInt64s:
        """The key of each text in one band."""
        keys = np.empty(sum(self._sizes), np.uint64)
        done = 0
        for place, size in self._blocks():
            part = keys[done : done + size]
            os.preadv(self._bands.fileno(), (part.data,), place + 8 * band * size)
            done += size
        return keys

    def _blocks(self) -> Iterator[tuple[int, int]]:
        """Place in the file of each block of keys, and how many texts it is of."""
        place = 0
        for size in self._sizes:
            yield place, size
            place += 8 * self._count * size

    def minima(self, rows: Int64s) -> UInt32s:
        """The sketches of the texts with these numbers; soonest had if they ascend."""
        result = np.empty((rows.size, self._permutations), np.uint32)
        if not rows.size:
            return result
        # Read, not mapped: faults cost more, and pages that are mapped are memory in use.
        file, size = self._rows.fileno(), 4 * self._permutations
        starts, view = integers(rows * size), result.data.cast("B")
        announce(file, starts, repeat(size))
        for start, place in zip(starts, range(0, len(view), size), strict=True):
            os.preadv(file, (view[place : place + size],), start)
        return result

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._rows.close()
        self._bands.close()


def _nameless(folder: Path, name: str) -> IO[bytes]:
    path = folder / f"{name}-{os.getpid()}"
    file = path.open("x+b")
    path.unlink()
    return file
