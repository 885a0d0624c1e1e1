"""BM25 over the fields of a page: a score from counts.

    score(page) = sum over words and fields of
        weight(field) * idf(word, field) * tf (k1 + 1) / (tf + k1 (1 - b + b dl / avgdl))

The index engine computes this too, but in single precision, with pages counted that are already
deleted, and adding in an order that depends on its segments. Here it is computed from whole
numbers in double precision and in the order of the query, so that equal collections give equal
scores to the last bit.

Source:
    Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond, 2009,
    sections 3.2 and 3.6 (k1 and b). idf as log(1 + (N - n + 0.5) / (n + 0.5)), which is never
    negative.
    Deviates: fields are scored on their own and added, as the engine does, instead of adding
    weighted term frequencies before saturation (BM25F). Lengths are rounded down to the
    engine's one-byte scale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

K1 = 1.2
"""How fast repeated words stop counting; fixed in the engine."""

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
    """

    title: float = 3.0
    keywords: float = 1.0
    abstract: float = 0.5
    text: float = 1.0


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


def saturation(frequency: float, length: float, average: float) -> float:
    """The share of a word's worth that its frequency earns, from 0 to ``K1 + 1``."""
    norm = K1 * (1.0 - B + B * length / average)
    return frequency * (K1 + 1.0) / (frequency + norm)
