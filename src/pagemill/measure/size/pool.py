"""The queries that a measurement draws from, and how each page is shared out among them.

A query of the pool is a word, or two words together, that occurs in the outside sample. Every
page owns one unit, which it splits over those of its queries that are in the pool. Where the
unit goes is free, and decides the error: a query that is cut off shows only some of its pages,
and one that hardly any page has is hard to foresee. So most goes to queries that should have
somewhat fewer pages than the engine lists. Common words overflow alone but not in pairs, which
is what makes pages without rare words visible.

Source: Broder and others 2006 and Bar-Yossef, Gurevich 2007 for pools and degrees; splitting by
expected answer size and adding pairs is ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.measure.engine import Query
from pagemill.measure.lexicon import Lexicon

Int64s = NDArray[np.int64]
Floats = NDArray[np.float64]

PAIRS_A_PAGE = 15
"""Pairs of words a page is to have on average; a hash decides which pairs are in at all."""

_FILLED = 0.8
_LARGEST_TARGET = 60.0
_RISE = 2.0
_STEEP = 4.0
_PRIOR = 1.0
_SMOOTH = 0.1
_MOST_WORDS = 600
_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Aim:
    """How large an answer is wanted.

    Attributes:
        scale: pages of the engine for each page of the sample.
        limit: most results of one query.
        alpha: None to split by expected answer size, with pairs of words; else words alone,
            by frequency to the power of minus this: 0 is the even split of the classics.
    """

    scale: float
    limit: int
    alpha: float | None = None


class Pool:
    """Queries with chances, and the shares of a page.

    Args:
        lexicon: the outside sample.
        aim: how large an answer is wanted.
        pairs_a_page: pairs that a page has on average.
    """

    def __init__(self, lexicon: Lexicon, aim: Aim, pairs_a_page: int = PAIRS_A_PAGE) -> None:
        self._words = sorted(lexicon.frequencies)
        self._number = {word: at for at, word in enumerate(self._words)}
        self._sample = len(lexicon.pages)
        counts = [lexicon.frequencies[word] for word in self._words]
        self._counts = np.array(counts, np.float64)
        self._aim = aim
        self._target = min(_FILLED * aim.limit, _LARGEST_TARGET)
        pages = [self.numbered(page) for page in lexicon.pages]
        self._cut = self._thinned(pages, pairs_a_page) if aim.alpha is None else np.uint64(0)
        self._collect([self._candidates(page) for page in pages])

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def unseen(self) -> float:
        """Share of the sample's pages that have no query here that should be seen whole."""
        return self._unseen

    def numbered(self, found: Iterable[str]) -> Int64s:
        """The numbers of the words that the lexicon knows, sorted."""
        known = [at for word in found if (at := self._number.get(word)) is not None]
        return np.array(sorted(known), np.int64)

    def draw(self, chance: np.random.Generator) -> int:
        """The place of a query, drawn by its chance."""
        at = float(chance.random() * self._ladder[-1])
        return min(int(np.searchsorted(self._ladder, at, "right")), len(self._keys) - 1)

    def chance_of(self, place: int) -> float:
        """How likely a query is drawn."""
        return float(self._chances[place])

    def query(self, place: int) -> Query:
        """The query at a place."""
        left, right = divmod(int(self._keys[place]), len(self._words))
        both = (
            (self._words[left],) if left == right else (self._words[left], self._words[right])
        )
        return Query(both)

    def shares(self, page: Int64s) -> tuple[Int64s, Floats]:
        """The places of a page's queries, and what share of the page each owns.

        Args:
            page: the page's words, numbered.
        """
        keys = self._candidates(page)
        places = np.searchsorted(self._keys, keys)
        places = np.minimum(places, len(self._keys) - 1)
        places = np.sort(places[self._keys[places] == keys])
        worth = self._worth[places]
        total = float(worth.sum())
        return places, worth / total if total else worth

    # -- which queries there are

    def _candidates(self, page: Int64s) -> Int64s:
        size = len(self._words)
        singles = page * (size + 1)
        if self._aim.alpha is not None:
            return singles
        expected = self._counts[page] * self._aim.scale
        # A word that is cut off by itself, or nearly so, becomes useful in company.
        common = page[expected > self._target / 2]
        if len(common) > _MOST_WORDS:
            common = common[np.argsort(_hashed(common), kind="stable")[:_MOST_WORDS]]
            common.sort()
        left, right = np.triu_indices(len(common), 1)
        first, second = common[left], common[right]
        near = self._is_near(first, second)
        pairs = first[near] * size + second[near]
        return np.concatenate((singles, pairs[_hashed(pairs) < self._cut]))

    def _is_near(self, first: Int64s, second: Int64s) -> NDArray[np.bool_]:
        """Pairs that should have about the pages aimed at, if words were unrelated."""
        outside = self._counts[first] * self._counts[second] / self._sample
        expected = outside * self._aim.scale
        return (expected > self._target / 8) & (expected < self._target * 4)

    def _thinned(self, pages: list[Int64s], wanted: int) -> np.uint64:
        """The hash below which a pair is in, so that pages have about as many as wanted."""
        self._cut = np.uint64(2**64 - 1)
        some = pages[:: max(1, len(pages) // 50)]
        mean = float(np.mean([len(self._candidates(p)) - len(p) for p in some] or [0]))
        return np.uint64(min(1.0, wanted / mean) * (2**64 - 1025)) if mean else np.uint64(0)

    def _collect(self, candidates: list[Int64s]) -> None:
        joined = np.concatenate(candidates) if candidates else np.zeros(0, np.int64)
        self._keys, counts = np.unique(joined, return_counts=True)
        self._worth = self._worths(counts.astype(np.float64))
        mass = np.zeros(len(self._keys))
        seen = 0
        for keys in candidates:
            places = np.searchsorted(self._keys, keys)
            worth = self._worth[places]
            mass[places] += worth / worth.sum()
            seen += bool((self._expected[places] <= self._aim.limit).any())
        self._unseen = 1 - seen / len(candidates) if candidates else 1.0
        # A query that the sample happens to lack must still be drawn now and then.
        mass += _SMOOTH * mass.mean() if len(mass) else 0.0
        # What is foreseen from few pages is foreseen badly: best drawn more often.
        mass *= np.sqrt(1 + 2 / counts)
        self._chances = mass / mass.sum() if len(mass) else mass
        self._ladder = np.cumsum(self._chances)

    def _worths(self, counts: Floats) -> Floats:
        """What each query is worth to a page: most where the answer should just fit."""
        size = len(self._words)
        left, right = np.divmod(self._keys, size)
        alone = left == right
        prior = np.where(alone, counts, self._counts[left] * self._counts[right] / self._sample)
        # What was seen, drawn towards what unrelated words would show.
        outside = (counts + _PRIOR) / (1 + _PRIOR / np.maximum(prior, 1e-9))
        outside = np.where(alone, counts, outside)
        self._expected = outside * self._aim.scale
        if self._aim.alpha is not None:
            return np.asarray(counts**-self._aim.alpha)
        fits = self._expected / self._target
        return np.minimum(fits**_RISE, fits**-_STEEP)


def _hashed(keys: Int64s) -> NDArray[np.uint64]:
    """A hash of each query, equal in every run."""
    mixed = (keys.astype(np.uint64) + np.uint64(1)) * _MIX
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))
