"""Near duplicates among distinct texts: sketch, band, filter, verify."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pagemill.dedup.band import Banding, banding, candidates
from pagemill.dedup.minhash import (
    PERMUTATIONS,
    Minima,
    Scheme,
    agreements,
    fewest_agreements,
)
from pagemill.dedup.shingle import WIDTH, ShingleSets, shingle_sets
from pagemill.dedup.tokens import Int64s
from pagemill.dedup.union_find import components
from pagemill.dedup.verify import exact_threshold, intersections, reaches
from pagemill.text.normalize import composed

_CHARACTERS_AT_ONCE = 1 << 19
_SHINGLES_AT_ONCE = 1 << 24


@dataclass(frozen=True, slots=True, kw_only=True)
class NearParams:
    """What decides which texts are near duplicates.

    Attributes:
        threshold: smallest Jaccard coefficient of a duplicate pair.
        width: tokens in a shingle.
        permutations: minima in a sketch.
        seed: decides the permutations.
    """

    threshold: float = 0.8
    width: int = WIDTH
    permutations: int = PERMUTATIONS
    seed: int = 1

    @property
    def scheme(self) -> Scheme:
        """How sketches are made."""
        return Scheme(self.permutations, self.seed, self.width)

    @property
    def banding(self) -> Banding:
        """How sketches are cut: chosen for the threshold."""
        return banding(self.threshold, self.permutations)


@dataclass(frozen=True, slots=True, kw_only=True)
class NearPairs:
    """Verified pairs of texts by their numbers, ``left < right``, ascending.

    Attributes:
        left: number of the first text.
        right: number of the second.
        intersection: shingles that both have.
        union: shingles that either has.
        cut_runs: runs of equal bands so long that not every pair was looked at.
    """

    left: Int64s
    right: Int64s
    intersection: Int64s
    union: Int64s
    cut_runs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketched:
    """The sketches of some texts.

    Attributes:
        counts: distinct shingles of each text; 0 for a text shorter than a shingle.
        minima: shape (texts, permutations).
    """

    counts: Int64s
    minima: Minima


def sets_of(texts: Sequence[str], width: int) -> ShingleSets:
    """Shingle sets of texts in canonical composition."""
    return shingle_sets([composed(text) for text in texts], width)


def sketches(texts: Sequence[str], params: NearParams) -> Sketched:
    """Sketch each text; memory beyond the result is for one batch of texts only."""
    counts = np.zeros(len(texts), np.int64)
    minima = np.empty((len(texts), params.permutations), np.uint32)
    for part in _batches(texts):
        sets = sets_of(texts[part], params.width)
        counts[part] = sets.counts
        minima[part] = params.scheme.minima(sets)
    return Sketched(counts=counts, minima=minima)


def near_pairs(texts: Sequence[str], params: NearParams) -> NearPairs:
    """Find the pairs of distinct texts that reach the threshold.

    Args:
        texts: distinct, in order of preference, the best first.
        params: threshold and scheme.

    Cost:
        Memory: 4 bytes a permutation for each text (800 MB for a million texts), one band,
        the distinct candidates, and a bounded number of shingle sets.
    """
    threshold = exact_threshold(params.threshold)
    made = sketches(texts, params)
    usable = np.flatnonzero(made.counts)
    minima = made.minima if usable.size == len(texts) else made.minima[usable]
    found = candidates(minima, params.banding)
    likely = is_likely(minima, found.left, found.right, params)
    left, right = usable[found.left[likely]], usable[found.right[likely]]
    checked = verified(left, right, made.counts, _set_reader(texts, params.width))
    enough = reaches(checked.intersection, checked.union, threshold)
    return NearPairs(
        left=checked.left[enough],
        right=checked.right[enough],
        intersection=checked.intersection[enough],
        union=checked.union[enough],
        cut_runs=found.cut_runs,
    )


def is_likely(
    minima: Minima, left: Int64s, right: Int64s, params: NearParams
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell which candidates agree in enough positions to be worth an exact check."""
    fewest = fewest_agreements(params.threshold, params.permutations)
    return agreements(minima, left, right) >= fewest


def verified(
    left: Int64s, right: Int64s, counts: Int64s, sets: Callable[[Int64s], ShingleSets]
) -> NearPairs:
    """Compare each candidate pair exactly.

    Shingles are not stored: a million texts would need gigabytes. They are computed again
    for the texts that occur in candidates, in blocks of whole components where possible,
    so that nearly every text is read once.

    Args:
        left: the smaller number of each pair.
        right: the larger.
        counts: distinct shingles of each text.
        sets: gives the shingle sets of the texts with these numbers.
    """
    roots = components(counts.size, left, right)
    order = np.lexsort((right, left, roots[left]))
    left, right = left[order], right[order]
    shared = np.zeros(left.size, np.int64)
    for part in _blocks(left, right, counts):
        wanted, numbers = np.unique(
            np.concatenate((left[part], right[part])), return_inverse=True
        )
        half = part.stop - part.start
        shared[part] = intersections(sets(wanted), numbers[:half], numbers[half:])
    again = np.lexsort((right, left))
    left, right, shared = left[again], right[again], shared[again]
    union = counts[left] + counts[right] - shared
    return NearPairs(left=left, right=right, intersection=shared, union=union)


def _set_reader(texts: Sequence[str], width: int) -> Callable[[Int64s], ShingleSets]:
    def sets(wanted: Int64s) -> ShingleSets:
        chosen = [texts[number] for number in wanted.tolist()]
        parts = [sets_of(chosen[part], width) for part in _batches(chosen)]
        return _joined(parts)

    return sets


def _joined(parts: list[ShingleSets]) -> ShingleSets:
    counts = np.concatenate([part.counts for part in parts])
    return ShingleSets(
        hashes=np.concatenate([part.hashes for part in parts]),
        offsets=np.concatenate(([0], np.cumsum(counts))),
    )


def _batches(texts: Sequence[str]) -> Iterator[slice]:
    """Cut texts into runs of a bounded number of characters, one text at least."""
    start = size = 0
    for number, text in enumerate(texts):
        if number > start and size + len(text) > _CHARACTERS_AT_ONCE:
            yield slice(start, number)
            start, size = number, 0
        size += len(text)
    if start < len(texts):
        yield slice(start, len(texts))


def _blocks(left: Int64s, right: Int64s, counts: Int64s) -> Iterator[slice]:
    """Cut pairs into runs whose texts have a bounded number of shingles together."""
    start, size = 0, 0
    held: set[int] = set()
    sizes = counts.tolist()
    for number, pair in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
        fresh = [text for text in pair if text not in held]
        added = sum(sizes[text] for text in fresh)
        if number > start and size + added > _SHINGLES_AT_ONCE:
            yield slice(start, number)
            start, size = number, 0
            held.clear()
            fresh, added = list(pair), sizes[pair[0]] + sizes[pair[1]]
        held.update(fresh)
        size += added
    if start < left.size:
        yield slice(start, left.size)
