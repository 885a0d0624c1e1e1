"""BM25 over the fields of a page, and BM25F: scores from counts.

    bm25(page)  = sum over words and fields of
        weight(field) * idf(word, field) * tf (k1 + 1) / (tf + k1 (1 - b + b dl / avgdl))

    bm25f(page) = sum over words of
        idf(word) * x (k1 + 1) / (x + k1)
        with x = sum over fields of weight(field) * tf / (1 - b + b dl / avgdl)

The first adds what each field earns on its own. The engine computes it too, but in single
precision, with pages counted that are already deleted, and adding in an order that depends on
its segments; here it is computed from whole numbers in double precision and in the order of the
query, so that equal collections give equal scores to the last bit. It proposes an order.

The second adds the fields of a word before it saturates: a word that stands in the title, in
an abstract and ten times in the text is still one word. It decides the order of the best.

Source:
    Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009,
    sections 3.2 and 3.6 (k1, b, BM25F). idf as log(1 + (N - n + 0.5) / (n + 0.5)), which is
    never negative.
    Deviates: lengths are rounded down to the engine's one-byte scale; the n of BM25F is that of
    the field in which the word is most frequent, not of all fields together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Many = TypeVar("Many", float, NDArray[np.float64])
"""One number, or one for each of many pages."""

K1 = 1.2
"""How fast repeated words stop counting; fixed in the engine."""

FRESH_DAYS = 365.0
"""Days after which a page is worth 1 / e of what the newest gains."""

SURE = 200
"""Frequencies up to this follow from scores in single precision without doubt."""

B = 0.75
"""How much a long field is held against its words; fixed in the engine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldWeights:
    """What a word is worth, by the field it stands in.

    Attributes:
        title: few words, chosen to say what the page is about.
        keywords: the most telling words of the page.
        abstract: sentences that stand for the page; they are part of its text already, so a
            small weight.
        text: main content, the unit of the scale.
        anchor: what other pages call this one.
        emphasis: headings and set-off words, which are part of the text already.
        dropped: what purification took away.
    """

    title: float = 3.0
    keywords: float = 1.0
    abstract: float = 0.5
    text: float = 1.0
    anchor: float = 2.0
    emphasis: float = 0.5
    dropped: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """How often one clause of a query stands in one field of one page.

    Attributes:
        clause: number of the clause in the query.
        frequency: times it occurs.
        length: words of the field, on the engine's scale.
        average: the engine's average length, which may count deleted pages.
    """

    clause: int
    frequency: float
    length: float
    average: float


def idf(pages: int, pages_with_word: int) -> float:
    """How telling a word is, from the number of pages that contain it.

    Example:
        >>> idf(100, 1) > idf(100, 50) > 0
        True
    """
    return math.log1p((pages - pages_with_word + 0.5) / (pages_with_word + 0.5))


def engine_idf(pages: int, pages_with_word: int) -> float:
    """The same as the engine computes it, in single precision.

    For a word on nearly all of 100,000 pages that is off by a percent, from which frequencies
    would follow that no page has.

    Example:
        >>> engine_idf(100, 50) == idf(100, 50), round(engine_idf(100, 50), 4)
        (False, 0.6931)
    """
    single = np.float32
    odds = (single(pages - pages_with_word) + single(0.5)) / (
        single(pages_with_word) + single(0.5)
    )
    return float(np.log(single(1.0) + odds))


def evened(frequency: Many, length: Many, average: float) -> Many:
    """A frequency as it would be in a field of average length."""
    return frequency / (1.0 - B + B * length / average)


def saturation(frequency: Many, length: Many, average: float) -> Many:
    """The share of a word's worth that its frequency earns, from 0 to ``K1 + 1``."""
    norm = K1 * (1.0 - B + B * length / average)
    return frequency * (K1 + 1.0) / (frequency + norm)


def frequency(
    share: NDArray[np.float64], length: NDArray[np.float64], average: float
) -> NDArray[np.float64]:
    """The frequencies that earn shares of a word's worth: :func:`saturation` turned round.

    Args:
        share: of ``K1 + 1``, in single precision; the result is rounded to whole numbers.
        length: words of the field, on the engine's scale.
        average: the average that the engine computed with.

    Example:
        >>> length = np.array([90.0])
        >>> frequency(saturation(np.array([7.0]), length, 120.0) / (K1 + 1.0), length, 120.0)
        array([7.])
    """
    norm = K1 * (1.0 - B + B * length / average)
    return np.maximum(1.0, np.rint(share * norm / np.maximum(1.0 - share, 1e-7)))


def on_scale(lengths: NDArray[np.int64]) -> NDArray[np.float64]:
    """Lengths on the engine's one-byte scale: exact up to 40, then in steps of an eighth.

    Example:
        >>> on_scale(np.array([39, 41, 1000]))
        array([ 39.,  40., 984.])
    """
    found: NDArray[np.float64] = _SCALE[np.searchsorted(_SCALE, lengths, side="right") - 1]
    return found


def _step(number: int) -> float:
    mantissa, exponent = number & 7, (number >> 3) - 1
    return float(mantissa if exponent < 0 else (mantissa | 8) << exponent)


_EXACT = 24
_SCALE = np.array([float(n) if n < _EXACT else _EXACT + _step(n - _EXACT) for n in range(256)])


def saturated(weight: Many) -> Many:
    """What a word earns whose evened and weighted frequencies add up to ``weight``.

    Example:
        >>> saturated(0.0), saturated(1.0)
        (0.0, 1.0)
    """
    return weight * (K1 + 1.0) / (weight + K1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """What is known of a page whatever is asked for; each part from 0 to 1.

    Attributes:
        link: place by PageRank.
        freshness: how new it is among the pages of the collection.
        spam: how repetitive it is.
        hub: 1 for a page of links.
    """

    link: float = 0.0
    freshness: float = 0.0
    spam: float = 0.0
    hub: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorWeights:
    """What each part of a :class:`Prior` adds to the score; spam takes away."""

    link: float = 0.0
    freshness: float = 0.0
    spam: float = 0.0
    hub: float = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is added at all."""
        return not (self.link or self.freshness or self.spam or self.hub)

    def parts(self, prior: Prior) -> Mapping[str, float]:
        """What each part adds.

        Example:
            >>> PriorWeights(link=2.0).parts(Prior(link=0.5, spam=1.0))["link"]
            1.0
        """
        return {
            "link": self.link * prior.link,
            "freshness": self.freshness * prior.freshness,
            "spam": -self.spam * prior.spam,
            "hub": self.hub * prior.hub,
        }


class LinkPlaces(Protocol):
    """Where pages stand by their links."""

    def places(self, keys: Sequence[int]) -> list[float]:
        """0 for the least, 1 for the most linked page."""
        ...


class SpamScores(Protocol):
    """How likely pages are spam."""

    def scores(self, keys: Sequence[int]) -> list[float]:
        """0 for an honest page, 1 for one that is certainly none."""
        ...


class Known(NamedTuple):
    """What an index holds of a page beside its words.

    Attributes:
        key: hash of its address.
        day: days since 1970, 0 for unknown.
        repetition: share of its text that repeats, from 0 to 1.
        is_hub: whether it is a page of links.
    """

    key: int
    day: int
    repetition: float
    is_hub: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """How pages are put in order."""

    fields: FieldWeights = field(default_factory=FieldWeights)
    priors: PriorWeights = field(default_factory=PriorWeights)
    links: LinkPlaces | None = None
    spam: SpamScores | None = None

    def known(self, pages: Sequence[Known], newest: int) -> list[Prior]:
        """What is known of some pages whatever is asked for.

        Args:
            pages: what an index holds of them.
            newest: day of the newest page of the collection.
        """
        weights, keys = self.priors, [page.key for page in pages]
        places = scores = [0.0] * len(pages)
        if self.links is not None and weights.link:
            places = self.links.places(keys)
        if self.spam is not None and weights.spam:
            scores = self.spam.scores(keys)
        return [
            Prior(
                link=place,
                freshness=freshness(page.day, newest) if weights.freshness else 0.0,
                spam=max(page.repetition, score),
                hub=float(page.is_hub),
            )
            for page, place, score in zip(pages, places, scores, strict=True)
        ]


def freshness(day: int, newest: int) -> float:
    """1 for a page of the newest day, 0 for one without a date.

    Example:
        >>> freshness(100, 100), freshness(0, 100)
        (1.0, 0.0)
    """
    return math.exp((day - newest) / FRESH_DAYS) if day else 0.0
