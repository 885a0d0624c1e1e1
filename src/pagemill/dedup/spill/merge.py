"""More ids than memory holds, put in order: sorted runs in a file, merged piece by piece."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import eq
from pathlib import Path

import numpy as np

from pagemill.dedup.columns import Int64s, UInt32s
from pagemill.dedup.documents import refuse_repeated
from pagemill.dedup.spill.ids import SpilledIds

_HELD = 1 << 26
_OBJECT = 56
_SAMPLED = 1 << 10
_SAMPLES = 16


class MergedIds:
    """Puts ids in order in files, with the numbers in which they came.

    Runs of ids are sorted in memory as they come. What lies between two ids in all runs is a
    piece; pieces are chosen as large as a run and sorted one after the other. Four bytes for
    each id stay in memory beside a run, eight more while they are merged.

    Args:
        folder: where there is room for all ids twice.

    Source:
        Knuth 1973, The Art of Computer Programming 3, section 5.4, external sorting. Deviates:
        pieces between samples of the runs in place of a heap of runs, as in DeWitt, Naughton,
        Schneider 1991, "Parallel sorting on a shared-nothing architecture using probabilistic
        splitting": sorting a list of runs is a merge in one fast loop.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._runs = SpilledIds(folder)
        self._numbers: list[UInt32s] = []
        self._waiting: list[bytes] = []
        self._size = 0

    def extend(self, ids: Sequence[str]) -> None:
        """Add some."""
        encoded = [each.encode("utf-8", "surrogatepass") for each in ids]
        self._waiting += encoded
        self._size += sum(map(len, encoded)) + _OBJECT * len(encoded)
        if self._size > _HELD:
            self._sort_run()

    def whole(self) -> tuple[SpilledIds, Int64s]:
        """All ids in order, and for each the number in which it came.

        Raises:
            UsageError: an id comes twice.
        """
        self._sort_run()
        result, order = SpilledIds(self._folder), np.empty(len(self._runs), np.int64)
        for bounds in self._pieces():
            ids: list[bytes] = []
            numbers: list[UInt32s] = []
            for run, before, (low, high) in zip(
                self._numbers, self._starts(), bounds, strict=True
            ):
                ids += self._runs.encoded(before + low, before + high)
                numbers.append(run[low:high])
            places, ids = _sorted(ids)
            if any(map(eq, ids, islice(ids, 1, None))):
                refuse_repeated([each.decode("utf-8", "surrogatepass") for each in ids])
            order[len(result) : len(result) + len(ids)] = np.concatenate(numbers)[places]
            result.extend(ids)
        return result, order

    def _sort_run(self) -> None:
        places, ids = _sorted(self._waiting)
        self._numbers.append((places + len(self._runs)).astype(np.uint32))
        self._runs.extend(ids)
        self._waiting, self._size = [], 0

    def _starts(self) -> list[int]:
        """Place of the first id of each run."""
        sizes = [run.size for run in self._numbers]
        return [sum(sizes[:number]) for number in range(len(sizes))]

    def _pieces(self) -> Iterator[list[tuple[int, int]]]:
        """Bounds of each piece in each run, counted from the run's first id."""
        spans = [
            (start, start + run.size)
            for start, run in zip(self._starts(), self._numbers, strict=True)
        ]
        samples = sorted(
            self._runs[place]
            for low, high in spans
            # A run of long ids has few; its first alone would say nothing of the others.
            for place in range(low, high, max(1, min(_SAMPLED, (high - low) // _SAMPLES)))
        )
        step = max(1, len(samples) // len(spans))
        lows = [0] * len(spans)
        for edge in samples[step::step]:
            highs = [bisect_left(self._runs, edge, *span) - span[0] for span in spans]
            yield list(zip(lows, highs, strict=True))
            lows = highs
        yield list(zip(lows, (run.size for run in self._numbers), strict=True))


def _sorted(ids: list[bytes]) -> tuple[Int64s, list[bytes]]:
    """An order of the ids, and the ids in it. UTF-8 has the order of code points."""
    order = sorted(range(len(ids)), key=ids.__getitem__)
    return np.array(order, np.int64), [ids[place] for place in order]
