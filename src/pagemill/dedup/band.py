"""Bands of a sketch: texts that agree in one whole band become candidate pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, UInt64s, mixed, offsets
from pagemill.dedup.compiled import sketch as compiled
from pagemill.dedup.minhash import PERMUTATIONS, Minima
from pagemill.dedup.params import LISTED

BUDGET = 1 << 20
"""Pairs that one band may give, or :data:`EACH` for each text where that is more."""

EACH = 4

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_BUFFER = 1 << 22
"""Pairs that wait at least before repeats are dropped; as many as are known, if more are."""

_ROWS_AT_ONCE = 1 << 17


@dataclass(frozen=True, slots=True)
class Banding:
    """A sketch cut into ``bands`` of ``rows`` positions; surplus positions are not used.

    Example:
        >>> round(Banding(20, 10).p_candidate(0.8), 3)
        0.897
    """

    bands: int
    rows: int

    def p_candidate(self, similarity: float) -> float:
        """Probability that two texts of this similarity share a band (the S-curve).

        Source:
            Indyk, Motwani 1998; Leskovec, Rajaraman, Ullman, section 3.4:
            ``1 - (1 - J^r)^b``.
        """
        return float(1.0 - (1.0 - similarity**self.rows) ** self.bands)

    def keys(self, minima: Minima) -> UInt64s:
        """Hash each band, its number included.

        Returns:
            Shape (texts, bands).
        """
        found = compiled.band_keys(minima, self.bands, self.rows)
        if found is not None:
            return found
        used = minima[:, : self.bands * self.rows]
        cut = used.reshape(len(minima), self.bands, self.rows).astype(np.uint64)
        sums = np.broadcast_to(np.arange(self.bands, dtype=np.uint64), cut.shape[:2]).copy()
        for row in range(self.rows):
            sums *= _MULTIPLIER
            sums += cut[:, :, row]
            sums ^= sums >> np.uint64(32)
        return mixed(sums)


def banding(
    threshold: float, permutations: int = PERMUTATIONS, p_miss: float = 1e-3
) -> Banding:
    """Choose the longest bands that miss a pair at the threshold with ``p_miss`` at most.

    Long bands give few candidates below the threshold. Where even bands of one row miss
    more, those are taken.

    Example:
        >>> banding(0.8)
        Banding(bands=33, rows=6)
    """
    for rows in range(permutations, 1, -1):
        choice = Banding(permutations // rows, rows)
        if choice.p_candidate(threshold) >= 1 - p_miss:
            return choice
    return Banding(permutations, 1)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Pairs that share a band, not verified yet.

    Attributes:
        left: the smaller number of each pair.
        right: the larger. Of a pair one text at least is in no crowd.
        cut_runs: runs of equal bands of more than :data:`~pagemill.dedup.params.LISTED` texts
            or over the budget, of which no pair was taken.
        crowd: the texts in these runs, ascending; see :mod:`pagemill.dedup.anchor`.
    """

    left: Int64s
    right: Int64s
    cut_runs: int
    crowd: Int64s


def candidates(minima: Minima, cut: Banding) -> Candidates:
    """Pair up the texts that share a band.

    For each band the high bits of the key and the text's number are packed into one
    integer and sorted: equal keys then stand together. Keys cut to those bits may join a
    few texts by chance; verification drops them.

    Cost:
        O(n log n) a band; memory for one band and the distinct pairs.
    """
    keys = cut.keys(minima).T
    return candidates_by(cut.bands, len(minima), lambda band: keys[band])


def candidates_by(bands: int, count: int, keys: Callable[[int], UInt64s]) -> Candidates:
    """The same, of texts whose keys are had band by band.

    Args:
        bands: how many there are.
        count: texts.
        keys: gives the key of each text in one band.
    """
    bits = max(1, int(count - 1).bit_length())
    low = np.uint64((1 << bits) - 1)
    texts = np.arange(count, dtype=np.uint64)
    gathered = _Pairs()
    cut_runs = 0
    for band in range(bands):
        packed = keys(band) & ~low
        packed |= texts
        packed.sort()
        cut_runs += gathered.add_packed(packed, low)
    cut_runs += gathered.settle()
    left, right = gathered.distinct()
    return Candidates(left, right, cut_runs, gathered.crowd())


def pairs_of_bucket(keys: UInt64s, texts: Int64s, rows: int = 0) -> Candidates:
    """Pair up the texts of one bucket of rows (band key, text); order does not matter.

    Args:
        keys: of the bands.
        texts: numbers of the texts that have them.
        rows: in the bucket, if those that stand alone were left out.
    """
    order = np.lexsort((texts, keys))
    gathered = _Pairs()
    cut_runs = gathered.add(keys[order], texts[order], max(rows, keys.size))
    left, right = gathered.distinct()
    return Candidates(left, right, cut_runs, gathered.crowd())


class _Pairs:
    """Gathers pairs, packed left << 32 | right, and drops repeats when many have come."""

    def __init__(self) -> None:
        self._parts: list[UInt64s] = []
        self._size = self._known = 0
        self._crowd: Int64s = np.zeros(0, np.int64)
        self._waiting: list[tuple[UInt64s, Int64s]] = []
        self._rows = 0

    def add_packed(self, packed: UInt64s, low: np.uint64) -> int:
        """Take those of the sorted keys of a band whose low bits say which text has them."""
        # Nearly every key stands alone: only the others are unpacked.
        high = packed >> np.uint64(int(low).bit_length())
        equal = np.zeros(packed.size + 1, np.bool_)
        np.equal(high[1:], high[:-1], out=equal[1:-1])
        shared = packed[equal[1:] | equal[:-1]]
        self._waiting.append((shared & ~low, (shared & low).astype(np.int64)))
        self._rows += shared.size
        return self.settle() if self._rows > _ROWS_AT_ONCE else 0

    def settle(self) -> int:
        """Take the pairs of the bands that wait: all at once where none is near its budget."""
        waiting, self._waiting, self._rows = self._waiting, [], 0
        if not waiting:
            return 0
        keys = np.concatenate([keys for keys, _ in waiting])
        if _pair_count(keys) <= BUDGET:
            return self.add(keys, np.concatenate([texts for _, texts in waiting]), keys.size)
        return sum(self.add(keys, texts, keys.size) for keys, texts in waiting)

    def add(self, keys: UInt64s, texts: Int64s, of: int) -> int:
        """Take the pairs of sorted rows of so many; return how many runs were too long."""
        starts, ends = _runs(keys)
        is_long = ends - starts > LISTED
        self._join(texts, starts[is_long], ends[is_long])
        starts, ends = starts[~is_long], ends[~is_long]
        if self._crowd.size:
            # The copies of one text meet in many short runs too, which would be listed in vain.
            others = offsets((~np.isin(texts, self._crowd)).astype(np.int64))
            has_others = others[ends] > others[starts]
            starts, ends = starts[has_others], ends[has_others]
        is_whole = _is_within_budget(ends - starts, max(BUDGET, EACH * of))
        self._join(texts, starts[~is_whole], ends[~is_whole])
        for first, second in _pairs_in_runs(starts[is_whole], ends[is_whole]):
            one, two = texts[first].astype(np.uint64), texts[second].astype(np.uint64)
            packed = (one << np.uint64(32) | two)[one != two]
            self._parts.append(packed)
            self._size += packed.size
            if self._size > max(_BUFFER, self._known):
                self._merge()
        return int(np.count_nonzero(is_long) + np.count_nonzero(~is_whole))

    def _join(self, texts: Int64s, starts: Int64s, ends: Int64s) -> None:
        """Add the texts of some runs to the crowd."""
        if starts.size:
            rows, _ = _rows(starts, ends)
            self._crowd = np.union1d(self._crowd, texts[rows])

    def distinct(self) -> tuple[Int64s, Int64s]:
        """The pairs, but for those of two texts of the crowd, whatever run they come from."""
        self._merge()
        packed = self._parts.pop()
        left = (packed >> np.uint64(32)).view(np.int64)
        packed &= np.uint64(0xFFFFFFFF)
        right = packed.view(np.int64)
        if self._crowd.size:
            listed = ~(np.isin(left, self._crowd) & np.isin(right, self._crowd))
            left, right = left[listed], right[listed]
        return left, right

    def crowd(self) -> Int64s:
        return self._crowd

    def _merge(self) -> None:
        """Keep each pair once; wait for as many again before the next merge."""
        joined = np.concatenate([*self._parts, np.zeros(0, np.uint64)])
        self._parts = []
        joined.sort()
        is_first = np.ones(joined.size, np.bool_)
        np.not_equal(joined[1:], joined[:-1], out=is_first[1:])
        self._parts = [joined[is_first]]
        self._size, self._known = 0, self._parts[0].size


def _pair_count(keys: UInt64s) -> int:
    """Pairs of rows with equal keys, of rows in order."""
    starts, ends = _runs(keys)
    sizes = ends - starts
    return int((sizes * (sizes - 1) // 2).sum())


def _runs(keys: UInt64s) -> tuple[Int64s, Int64s]:
    """Bounds of the runs of equal keys that have at least two rows."""
    edges = np.flatnonzero(keys[1:] != keys[:-1]) + 1
    bounds = np.concatenate(([0], edges, [keys.size])).astype(np.int64)
    is_long = np.diff(bounds) > 1
    return bounds[:-1][is_long], bounds[1:][is_long]


def _is_within_budget(sizes: Int64s, budget: int) -> Bools:
    """Tell which runs are taken whole: the smaller ones, while their pairs fit."""
    ascending = np.sort(sizes)
    pairs = np.cumsum(ascending * (ascending - 1) // 2)
    fitting = int(np.searchsorted(pairs, budget, side="right"))
    if fitting == sizes.size:
        return np.ones(sizes.size, np.bool_)
    fits: Bools = sizes < ascending[fitting]
    return fits


def _pairs_in_runs(starts: Int64s, ends: Int64s) -> Iterator[tuple[Int64s, Int64s]]:
    """List row numbers of pairs: each row with the next, the next but one, and so on."""
    rows, last = _rows(starts, ends)
    for distance in count(1):
        meets = rows + distance < last
        rows, last = rows[meets], last[meets]
        if not rows.size:
            break
        yield rows, rows + distance


def _rows(starts: Int64s, ends: Int64s) -> tuple[Int64s, Int64s]:
    """Number of each row that lies in a run, and the end of its run."""
    sizes = ends - starts
    before = np.cumsum(sizes) - sizes
    rows = np.arange(int(sizes.sum())) + np.repeat(starts - before, sizes)
    return rows, np.repeat(ends, sizes)
