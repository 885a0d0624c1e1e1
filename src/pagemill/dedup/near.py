"""Near duplicates among distinct texts: sketch, band, filter, verify."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from pagemill.dedup.anchor.crowd import Check, Compare, Crowd
from pagemill.dedup.anchor.pivot import PivotComparison
from pagemill.dedup.anchor.stored import StoredComparison
from pagemill.dedup.band import Banding, banding, candidates_by
from pagemill.dedup.cluster import representatives
from pagemill.dedup.columns import Bools, Int64s, UInt64s, grouped, integers, offsets
from pagemill.dedup.minhash import (
    Minima,
    Scheme,
    agreements,
    expected_agreements,
    fewest_agreements,
)
from pagemill.dedup.params import DedupParams
from pagemill.dedup.shingle import ShingleSets, shingle_sets
from pagemill.dedup.spill.sketches import HeldSketches, Sketches
from pagemill.dedup.spill.texts import Chunk, fetched, pieces
from pagemill.dedup.union_find import components
from pagemill.dedup.verify import exact_threshold, intersections, reaches

_CHARACTERS_AT_ONCE = 1 << 19
_CHARACTERS_COMPARED = 1 << 24
_SHINGLES_AT_ONCE = 1 << 20
_PAIRS_AT_ONCE = 1 << 17
_PAIRS_LOOKED_AT = 1 << 12
_TEXTS_AT_ONCE = 1 << 12
_SHINGLES_HELD = 1 << 26
_PAIRS_EACH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class NearPairs:
    """Verified pairs of texts by their numbers, ``left < right``, ascending.

    Attributes:
        left: number of the first text.
        right: number of the second.
        intersection: shingles that both have.
        union: shingles that either has.
        cut_runs: runs of equal bands so long that not every pair in them is listed.
    """

    left: Int64s
    right: Int64s
    intersection: Int64s
    union: Int64s
    cut_runs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchored:
    """Texts with the kept one that stands for each.

    Attributes:
        pairs: the duplicates; each removed text and its kept one are among them.
        kept: shape (texts,): number of the kept text; its own for a kept one.
        checked: pairs that were compared exactly.
        left_out: kept texts that were not held against every text that shares a band with
            them, because there were too many.
    """

    pairs: NearPairs
    kept: Int64s
    checked: int = 0
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketched:
    """Some texts with their sketches.

    Attributes:
        counts: distinct shingles of each text; 0 for a text shorter than a shingle.
        prints: equal for equal texts; 0 for one without letters and digits.
        rows: number of each text among the stored sketches.
        stored: the sketches.
    """

    counts: Int64s
    prints: UInt64s
    rows: Int64s
    stored: Sketches

    @property
    def minima(self) -> Minima:
        """All sketches: shape (texts, permutations)."""
        return self.stored.minima(self.rows)

    def of(self, numbers: Int64s) -> Sketched:
        """The same of some of the texts, in an order of their own."""
        return Sketched(
            counts=self.counts[numbers],
            prints=self.prints[numbers],
            rows=self.rows[numbers],
            stored=self.stored,
        )


def bands_for(params: DedupParams) -> Banding:
    """The bands that the threshold asks for."""
    return banding(params.threshold, params.permutations)


def scheme_for(params: DedupParams) -> Scheme:
    """How texts are sketched."""
    return Scheme(params.permutations, params.seed, params.width)


def sketches(texts: Sequence[str], params: DedupParams) -> Sketched:
    """Sketch each text; memory beyond the result is for one batch of texts only."""
    counts = np.zeros(len(texts), np.int64)
    prints = np.zeros(len(texts), np.uint64)
    minima = np.empty((len(texts), params.permutations), np.uint32)
    scheme = scheme_for(params)
    for numbers, part in pieces(texts, _CHARACTERS_AT_ONCE):
        made = scheme.with_prints(part)
        if isinstance(part, Chunk):  # a file is read in its own order, unwanted texts too
            here = numbers >= 0
            rows = numbers[here]
            counts[rows], minima[rows], prints[rows] = (column[here] for column in made)
        else:
            run = slice(int(numbers[0]), int(numbers[-1]) + 1)
            counts[run], minima[run], prints[run] = made
    return Sketched(
        counts=counts,
        prints=prints,
        rows=np.arange(len(texts)),
        stored=HeldSketches(minima, bands_for(params).keys(minima)),
    )


def near_pairs(texts: Sequence[str], params: DedupParams) -> NearPairs:
    """Find the pairs of distinct texts that reach the threshold, those of crowds too.

    Cost:
        Of a crowd the square of its texts, within the bounds of
        :mod:`pagemill.dedup.anchor.crowd`.
    """
    found = _looked_at(texts, params, sketches(texts, params))
    is_open = np.ones(len(texts), np.bool_)
    for text in found.crowd.members():
        is_open[text] = False
        found.crowd.copies(text, is_open)
    return found.every()


def anchored(texts: Sequence[str], params: DedupParams, made: Sketched) -> Anchored:
    """Find the duplicates among distinct texts, and which text stands for which.

    Args:
        texts: distinct, in order of preference, the best first.
        params: threshold and scheme.
        made: their sketches.

    Cost:
        Memory beyond texts and sketches: one band, the distinct candidates, and a bounded
        number of shingle sets.

    Source:
        IIR section 19.6 (sketches, then pairs); Leskovec, Rajaraman, Ullman, section 3.4
        (bands, then a check of the documents themselves).
    """
    found = _looked_at(texts, params, made)
    crowd = found.crowd if found.crowd.texts.size else None
    kept = representatives(len(texts), found.pairs.left, found.pairs.right, crowd)
    return found.standing(kept)


def linked(texts: Sequence[str], params: DedupParams, made: Sketched) -> Anchored:
    """The same for single link: the most preferred text that pairs lead to, for each text.

    Args:
        texts: distinct, in order of preference, the best first.
        params: threshold and scheme.
        made: their sketches.
    """
    found = _looked_at(texts, params, made)
    found.crowd.chain(len(texts))
    pairs = found.every()
    return found.standing(components(len(texts), pairs.left, pairs.right))


@dataclass(frozen=True, slots=True)
class _LookedAt:
    """Duplicates that are listed, and the crowd whose pairs are not yet.

    Attributes:
        pairs: those that reach the threshold.
        checked: how many were compared exactly to find them.
        crowd: empty where no band has too many texts.
    """

    pairs: NearPairs
    checked: int
    crowd: Crowd

    def standing(self, kept: Int64s) -> Anchored:
        """All that was found, with the text that stands for each."""
        return Anchored(
            pairs=self.every(),
            kept=kept,
            checked=self.checked + self.crowd.checked,
            left_out=self.crowd.left_out,
        )

    def every(self) -> NearPairs:
        """The pairs and those that were found in the crowd, in order."""
        if not self.crowd.found:
            return self.pairs
        known = self.pairs
        more = zip(
            (known.left, known.right, known.intersection, known.union),
            self.crowd.pairs(),
            strict=True,
        )
        columns = [np.concatenate(both) for both in more]
        order = np.lexsort((columns[1], columns[0]))
        left, right, shared, union = (column[order] for column in columns)
        return replace(known, left=left, right=right, intersection=shared, union=union)


def _looked_at(texts: Sequence[str], params: DedupParams, made: Sketched) -> _LookedAt:
    """Verify what shares a band, but for pairs of two texts of a crowd."""
    threshold = exact_threshold(params.threshold)
    usable = np.flatnonzero(made.counts)
    rows, cut = made.rows[usable], bands_for(params)
    found = candidates_by(cut.bands, usable.size, lambda band: made.stored.keys(band)[rows])
    crowded, cut_runs = found.crowd, found.cut_runs
    left, right = usable[found.left], usable[found.right]
    del found  # there may be a hundred million of them
    likely = is_likely(made, left, right, params)
    left, right = left[likely], right[likely]
    sets = _set_reader(texts, params.width)
    is_copy = partial(reaches, threshold=threshold)
    checked = verified(left, right, made.counts, sets, is_copy)
    enough = is_copy(checked.intersection, checked.union)
    crowd = Crowd(
        texts=usable[crowded],
        minima=made.stored.minima(rows[crowded]),
        cut=cut,
        check=Check(
            fewest=fewest_agreements(params.threshold, params.permutations),
            expected=expected_agreements(params.threshold, params.permutations),
            sizes=_comparison(usable[crowded], made.counts, sets, is_copy),
            reaches=is_copy,
        ),
    )
    pairs = NearPairs(
        left=checked.left[enough],
        right=checked.right[enough],
        intersection=checked.intersection[enough],
        union=checked.union[enough],
        cut_runs=cut_runs,
    )
    return _LookedAt(pairs, checked.left.size, crowd)


def _comparison(
    texts: Int64s,
    counts: Int64s,
    sets: Callable[[Int64s], ShingleSets],
    enough: Callable[[Int64s, Int64s], Bools],
) -> Compare:
    """How one of some texts is compared with others: with sets made once, if there is room."""
    if not texts.size or counts[texts].sum() > _SHINGLES_HELD:
        return PivotComparison(Comparison(sets), sets, counts, enough)
    numbers = np.zeros(counts.size, np.int64)
    numbers[texts] = np.arange(texts.size)
    held = StoredComparison(sets(texts), numbers)
    return PivotComparison(held, held.some, counts, enough)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares one text exactly with others, a bounded number of shingle sets at a time."""

    sets: Callable[[Int64s], ShingleSets]

    def __call__(self, text: int, others: Int64s) -> tuple[Int64s, Int64s]:
        """Sizes of the intersections and unions."""
        shared: list[Int64s] = []
        union: list[Int64s] = []
        for start in range(0, others.size, _TEXTS_AT_ONCE):
            part = others[start : start + _TEXTS_AT_ONCE]
            read = self.sets(np.concatenate((np.array([text]), part)))
            right = np.arange(1, part.size + 1)
            both = intersections(read, np.zeros(part.size, np.int64), right)
            shared.append(both)
            union.append(read.counts[0] + read.counts[1:] - both)
        return np.concatenate(shared), np.concatenate(union)


def is_likely(made: Sketched, left: Int64s, right: Int64s, params: DedupParams) -> Bools:
    """Tell which candidates agree in enough positions to be worth an exact check."""
    fewest = fewest_agreements(params.threshold, params.permutations)
    result = np.zeros(left.size, np.bool_)
    order = _by_component(made.counts.size, left, right)
    for start in range(0, left.size, _PAIRS_AT_ONCE):
        part = order[start : start + _PAIRS_AT_ONCE]
        texts = np.concatenate((left[part], right[part]))
        wanted, numbers = np.unique(made.rows[texts], return_inverse=True)
        minima = made.stored.minima(wanted)
        half = numbers.size // 2
        result[part] = agreements(minima, numbers[:half], numbers[half:]) >= fewest
    return result


def verified(
    left: Int64s,
    right: Int64s,
    counts: Int64s,
    sets: Callable[[Int64s], ShingleSets],
    enough: Callable[[Int64s, Int64s], Bools],
) -> NearPairs:
    """Compare each candidate pair exactly.

    Shingles are not stored: a million texts would need gigabytes. They are computed again
    for the texts that occur in candidates, in blocks of whole components where possible,
    so that nearly every text is read once. Where a component has more shingles than a block
    and most of its texts are candidates of each other, blocks would read each text again for
    nearly every pair: the sets of such a component are held while it is compared.

    Args:
        left: the smaller number of each pair, ascending.
        right: the larger.
        counts: distinct shingles of each text.
        sets: gives the shingle sets of the texts with these numbers.
        enough: tells from the sizes of intersections and unions which pairs are duplicates.
            Of a pair in a held component that is none the intersection may be told too small.
    """
    order, held = _apart(left, right, counts)
    shared = np.zeros(left.size, np.int64)
    for rows in held:
        shared[rows] = _within(left[rows], right[rows], counts, sets, enough)
    for part in _blocks(left[order], right[order], counts):
        rows = order[part]
        wanted, numbers = np.unique(
            np.concatenate((left[rows], right[rows])), return_inverse=True
        )
        half = rows.size
        shared[rows] = intersections(sets(wanted), numbers[:half], numbers[half:])
    union = counts[left] + counts[right] - shared
    return NearPairs(left=left, right=right, intersection=shared, union=union)


def _by_component(count: int, left: Int64s, right: Int64s) -> Int64s:
    """An order of pairs in which those of one component follow each other, as they came."""
    return grouped(components(count, left, right)[left])


def _apart(left: Int64s, right: Int64s, counts: Int64s) -> tuple[Int64s, list[Int64s]]:
    """Pairs by component, and apart from them those of each component that is to be held."""
    labels = components(counts.size, left, right)
    order = grouped(labels[left])
    label = labels[left[order]]
    is_first = np.ones(label.size, np.bool_)
    np.not_equal(label[1:], label[:-1], out=is_first[1:])
    starts = np.flatnonzero(is_first)
    sizes = np.diff(np.append(starts, label.size))
    shingles = np.bincount(labels, counts)[label[starts]]
    is_held = (shingles > _SHINGLES_AT_ONCE) & (shingles <= _SHINGLES_HELD)
    is_held &= sizes > _PAIRS_EACH * np.bincount(labels)[label[starts]]
    bounds = zip(integers(starts[is_held]), integers(sizes[is_held]), strict=True)
    held = [order[start : start + size] for start, size in bounds]
    return order[~np.repeat(is_held, sizes)] if held else order, held


def _within(
    left: Int64s,
    right: Int64s,
    counts: Int64s,
    sets: Callable[[Int64s], ShingleSets],
    enough: Callable[[Int64s, Int64s], Bools],
) -> Int64s:
    """Sizes of the intersections of the pairs of one component, held while that takes."""
    compare = _comparison(np.union1d(left, right), counts, sets, enough)
    edges = integers(np.flatnonzero(np.diff(left)) + 1)
    shared = [np.zeros(0, np.int64)]
    for start, stop in pairwise([0, *edges, left.size]):
        shared.append(compare(int(left[start]), right[start:stop])[0])
    return np.concatenate(shared)


def _set_reader(texts: Sequence[str], width: int) -> Callable[[Int64s], ShingleSets]:
    room = bytearray()  # fresh memory for each call would cost more than reading into it

    def sets(wanted: Int64s) -> ShingleSets:
        parts = [
            shingle_sets(part, width, ascending=False)
            for part in fetched(texts, wanted, _CHARACTERS_COMPARED, room)
        ]
        return _joined(parts)

    return sets


def _joined(parts: list[ShingleSets]) -> ShingleSets:
    if len(parts) == 1:
        return parts[0]
    return ShingleSets(
        hashes=np.concatenate([part.hashes for part in parts]),
        offsets=offsets(np.concatenate([part.counts for part in parts])),
    )


def _blocks(left: Int64s, right: Int64s, counts: Int64s) -> Iterator[slice]:
    """Cut pairs into runs whose texts have a bounded number of shingles together.

    A text counts where it comes first; one that comes again in a later run counts there.
    """
    start = 0
    while start < left.size:
        stop = start + _fitting(left[start:], right[start:], counts)
        yield slice(start, stop)
        start = stop


def _fitting(left: Int64s, right: Int64s, counts: Int64s) -> int:
    """How many of the first pairs fit in one run; only twice as many are looked at."""
    window = _PAIRS_LOOKED_AT
    while True:
        texts = np.stack((left[:window], right[:window]), axis=1).ravel()
        first = np.zeros(texts.size, np.int64)
        _, places = np.unique(texts, return_index=True)
        first[places] = counts[texts[places]]
        sizes = np.cumsum(first)[1::2]
        fitting = int(np.searchsorted(sizes, _SHINGLES_AT_ONCE, side="right"))
        if fitting < sizes.size or window >= left.size:
            return max(1, fitting)
        window *= 2
