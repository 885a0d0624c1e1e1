"""How methods of finding duplicates compare, and in what two texts differ."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodFigures:
    """What one method came to on the texts that were given.

    Attributes:
        method: its name.
        says: what it does.
        pairs: pairs that it found.
        right: those that are duplicates by the exact measure.
        precision: right over found; None where it found nothing.
        recall: right over all duplicates; None where there are none.
        precision_same_site: precision among pairs of one host; None where there is none.
        precision_cross_site: among pairs of two hosts.
        texts_per_second: texts a second of processor time, from plain text to pairs.
        bytes_per_text: what must be kept of a text.
    """

    method: str
    says: str
    pairs: int
    right: int
    precision: float | None
    recall: float | None
    precision_same_site: float | None
    precision_cross_site: float | None
    texts_per_second: float
    bytes_per_text: float

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None where one is unknown."""
        if self.precision is None or self.recall is None:
            return None
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """How many of the pairs of some resemblance each method found.

    Attributes:
        low: smallest exact Jaccard coefficient of these pairs.
        high: they are all under it; the last point holds 1 too.
        pairs: how many there are.
        found: share that each method found.
        expected: share that its formula says; only methods that have one.
    """

    low: float
    high: float
    pairs: int
    found: dict[str, float]
    expected: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Methods held against the exact resemblance of all pairs.

    Attributes:
        texts: texts compared.
        too_short: texts left out because they are shorter than a shingle.
        given: texts that the sample was taken from.
        threshold: exact Jaccard coefficient that makes a pair a duplicate.
        duplicates: pairs that reach it.
        figures: of each method, in the order of the catalogue.
        curve: shares found by resemblance; empty unless asked for.
    """

    texts: int
    too_short: int
    given: int
    threshold: float
    duplicates: int
    figures: tuple[MethodFigures, ...]
    curve: tuple[CurvePoint, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A place at which two texts differ.

    Attributes:
        before: words that stand before it in both.
        kept: what the kept text has there; ``""`` for nothing.
        removed: what the removed text has there.
        after: words that follow in both.
    """

    before: str
    kept: str
    removed: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """Why a page is not kept.

    Attributes:
        kept: the page that is kept for it.
        relation: ``exact`` or ``near``.
        similarity: exact Jaccard coefficient of both shingle sets; 1 for equal texts.
        method: how that was found.
        passages: where both texts differ, in reading order.
        more: differing passages that are not listed.
    """

    kept: str
    relation: str
    similarity: float
    method: str
    passages: tuple[Passage, ...] = field(default=())
    more: int = 0
