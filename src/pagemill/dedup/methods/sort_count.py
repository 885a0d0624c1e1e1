"""The textbook's way from sketches to pairs: sort the minima, count what pairs share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pagemill.dedup.columns import Int64s, UInt64s
from pagemill.dedup.methods.inverted import postings, shared
from pagemill.dedup.methods.method import Found, Shares
from pagemill.dedup.minhash import Minima, Scheme
from pagemill.dedup.near import sketches
from pagemill.dedup.params import DedupParams
from pagemill.dedup.verify import exact_threshold

Reading = Literal["positions", "sets"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketches:
    """The sketches of those texts that have one.

    Attributes:
        minima: shape (texts that have a shingle, permutations).
        texts: their numbers.
    """

    minima: Minima
    texts: Int64s


def sketched(texts: Sequence[str], permutations: int) -> Sketches:
    """Sketch the texts that have at least one shingle."""
    made = sketches(texts, DedupParams(permutations=permutations))
    usable = np.flatnonzero(made.counts)
    return Sketches(minima=made.minima[usable], texts=usable)


def sort_and_count(minima: Minima, reading: Reading = "positions") -> Shares:
    """Count the minima that each pair of sketches has in common.

    Args:
        minima: shape (texts, permutations).
        reading: ``positions`` counts the permutations at which both have the same minimum,
            which is unbiased. ``sets`` takes both sketches as sets of numbers, as IIR
            writes it: a minimum counts wherever it stands.

    Cost:
        Quadratic for a shingle that is the minimum of many texts; that is what super-shingles
        and bands are for.

    Source:
        IIR section 19.6: the list of pairs (x, d), sorted; all pairs i, j that share an x;
        a count of what they share; 160 of 200 for .8.
    """
    count, permutations = len(minima), int(minima.shape[1])
    places = np.arange(permutations, dtype=np.uint64) << np.uint64(32)
    values: UInt64s = minima.astype(np.uint64)
    if reading == "positions":
        values |= places
        found = shared(values.ravel(), postings(np.full(count, permutations)))
    else:
        values.sort(axis=1)
        is_first = np.ones(values.shape, np.bool_)
        np.not_equal(values[:, 1:], values[:, :-1], out=is_first[:, 1:])
        found = shared(values[is_first], postings(is_first.sum(axis=1)))
    whole = np.full(found.left.size, permutations, np.int64)
    return Shares(left=found.left, right=found.right, part=found.count, whole=whole)


def sketch_pairs(
    texts: Sequence[str],
    threshold: float,
    *,
    permutations: int = Scheme().permutations,
    reading: Reading = "positions",
) -> Found:
    """Find pairs whose sketches agree often enough; nothing is verified."""
    made = sketched(texts, permutations)
    counted = sort_and_count(made.minima, reading)
    return Shares(
        left=made.texts[counted.left],
        right=made.texts[counted.right],
        part=counted.part,
        whole=counted.whole,
    ).reaching(exact_threshold(threshold), made.minima.nbytes)
