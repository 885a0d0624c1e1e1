"""Pages as vectors of terms: frequencies damped, weighed by rarity, in whole numbers.

Source: Salton, Buckley 1988, "Term-weighting approaches in automatic text retrieval":
(1 + ln tf) times ln(N / df), length normalised. Whole numbers, so that the order of terms is of
no account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

UNITS: Final = 64
"""A rarity, or a damped frequency, of 1 is written as."""

TITLE: Final = 2
"""How often a term of the title counts besides its place in the text."""

MOST_TERMS: Final = 12_000
_FEWEST_PAGES: Final = 2
_MOST_SHARE: Final = 0.5
_DAMPED: Final = [0, *(round(UNITS * (1 + log(tf))) for tf in range(1, 256))]


def bag(terms: Mapping[str, int], title: Mapping[str, int]) -> dict[str, int]:
    """Terms of a page with their frequency, those of its title counted further times."""
    found = dict(terms)
    for term, count in title.items():
        found[term] = found.get(term, 0) + TITLE * count
    return found


@dataclass(frozen=True)
class Vocabulary:
    """The terms of a taxonomy.

    Attributes:
        terms: in order.
        rarity: of each, ln(N / df) in units of 1 / ``UNITS``.
    """

    terms: tuple[str, ...]
    rarity: Ints

    @cached_property
    def _places(self) -> dict[str, int]:
        return {term: place for place, term in enumerate(self.terms)}

    def vector(self, counts: Mapping[str, int]) -> tuple[Ints, Ints]:
        """Places of the terms that are known, and the weight of each."""
        places = self._places
        # In any order, since sums of whole numbers do not depend on it.
        known = counts.keys() & places.keys()
        damped = [_DAMPED[min(counts[term], 255)] for term in known]
        where = np.array([places[term] for term in known], np.int64)
        return where, np.array(damped, np.int64) * self.rarity[where]

    def matrix(self, pages: Sequence[Mapping[str, int]]) -> NDArray[np.float32]:
        """A row of length 1 for each page; of zeros where no term is known."""
        found = np.zeros((len(pages), len(self.terms)), np.float32)
        for row, counts in enumerate(pages):
            where, weights = self.vector(counts)
            found[row, where] = weights / max(1.0, float(np.sqrt(weights @ weights)))
        return found

    def only(self, places: Ints) -> Vocabulary:
        """The terms at some places."""
        numbers: list[int] = places.tolist()
        return Vocabulary(tuple(self.terms[place] for place in numbers), self.rarity[places])


def vocabulary(pages: Iterable[Mapping[str, int]]) -> Vocabulary:
    """Terms of two pages or more, but of no more than half of them; the commonest if many."""
    frequencies: Counter[str] = Counter()
    count = 0
    for counts in pages:
        frequencies.update(counts.keys())
        count += 1
    found = [
        (-pages_with, term)
        for term, pages_with in frequencies.items()
        if _FEWEST_PAGES <= pages_with <= max(_FEWEST_PAGES, _MOST_SHARE * count)
    ]
    found.sort()
    terms = tuple(sorted(term for _, term in found[:MOST_TERMS]))
    rarity = [max(1, round(UNITS * log(count / frequencies[term]))) for term in terms]
    return Vocabulary(terms, np.array(rarity, np.int64))
