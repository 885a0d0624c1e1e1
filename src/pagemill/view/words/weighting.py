"""Keywords by weights learned from a collection: TF-IDF, chosen absolutely or relatively.

Source: the Tianwang lecture on preprocessing: a) absolute: the alpha heaviest features; b)
relative: the average of all weights is regulated by a threshold beta. The range of beta is
lost; here a feature is kept that weighs more than the average times (1 + beta), and alpha caps
how many. The same lecture learns stop words: of words that are frequent (tf >= 2) in many pages
(200 of 10,000; here as a share) little can be learned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from typing import Final

from pagemill.text.stopwords import HIGH_FREQUENCY, SHARE

ALPHA: Final = 10
BETA: Final = 3.0
DULL: Final = 0.1
"""Share of the pages from which a word that is frequent there is no keyword."""

FEWEST_PAGES: Final = 20
"""Of a language; of fewer nothing can be learned."""

_IN_TITLE: Final = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """How keywords and stop words are chosen.

    Attributes:
        alpha: keywords at most.
        beta: by how much a keyword of the relative strategy exceeds the average weight.
        share: part of the pages above which a word that is frequent there tells nothing.

    Raises:
        ValueError: a number is out of its range.
    """

    alpha: int = ALPHA
    beta: float = BETA
    share: float = SHARE

    def __post_init__(self) -> None:
        if self.alpha < 1:
            raise ValueError(f"alpha is {self.alpha}; it must be 1 or more")
        if not 0 <= self.beta <= 100:
            raise ValueError(f"beta is {self.beta}; it must be between 0 and 100")
        if not 0 < self.share < 1:
            raise ValueError(f"share is {self.share}; it must be above 0 and below 1")


@dataclass(slots=True)
class Frequencies:
    """In how many pages of one language each term stands.

    Attributes:
        documents: pages that were counted.
        pages: term -> pages in which it stands.
        repeated: term -> pages in which it stands twice or more.
    """

    documents: int = 0
    pages: Counter[str] = field(default_factory=Counter[str])
    repeated: Counter[str] = field(default_factory=Counter[str])

    def add(self, terms: Mapping[str, int]) -> None:
        """Count one page, given as terms with their frequency in it."""
        self.documents += 1
        self.pages.update(terms.keys())
        self.repeated.update([term for term, tf in terms.items() if tf >= HIGH_FREQUENCY])

    def stop_words(self, share: float = SHARE) -> list[tuple[str, float]]:
        """Terms that are frequent in more than this share of the pages, with their share.

        The commonest first, ties in alphabetical order.
        """
        least = share * self.documents
        found = [(term, pages) for term, pages in self.repeated.items() if pages > least]
        found.sort(key=lambda pair: (-pair[1], pair[0]))
        return [(term, pages / self.documents) for term, pages in found]

    def telling(
        self, terms: Mapping[str, int], title: Mapping[str, int], share: float = DULL
    ) -> dict[str, float]:
        """Weights of a page without its stop words, which count in the title only."""
        least = share * self.documents
        return {
            term: weight
            for term, weight in self.weights(terms, title).items()
            if term in title or self.repeated[term] <= least
        }

    def weights(self, terms: Mapping[str, int], title: Mapping[str, int]) -> dict[str, float]:
        """Weights of a page: tf times ln((1 + N) / (1 + df)), four times that in the title."""
        whole = 1 + self.documents
        return {
            term: tf * log(whole / (1 + self.pages[term])) * (_IN_TITLE if term in title else 1)
            for term, tf in terms.items()
        }


def absolute(weights: Mapping[str, float], alpha: int = ALPHA) -> tuple[str, ...]:
    """The ``alpha`` heaviest terms, the heaviest first, ties in alphabetical order."""
    return tuple(sorted(weights, key=lambda term: (-weights[term], term))[:alpha])


def average(weights: Mapping[str, float]) -> float:
    """The average weight; 0 of no terms."""
    return sum(weights.values()) / max(1, len(weights))


def relative(
    weights: Mapping[str, float],
    beta: float = BETA,
    alpha: int = ALPHA,
    mean: float | None = None,
) -> tuple[str, ...]:
    """Terms heavier than the average weight times ``1 + beta``; ``alpha`` of them at most.

    Args:
        weights: weight of each term.
        beta: by how much a term has to exceed the average.
        alpha: terms at most.
        mean: the average to exceed; None: that of the weights.
    """
    if not weights:
        return ()
    least = (average(weights) if mean is None else mean) * (1 + beta)
    return tuple([term for term in absolute(weights, alpha) if weights[term] > least])
