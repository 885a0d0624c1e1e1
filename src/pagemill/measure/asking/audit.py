"""Whether the totals that an engine reports are true, and whether it cuts answers off.

Words of spread frequency are asked for. Where an answer is short enough to be seen whole, the
total is held against what was listed. A total that fails is never used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import median

from pagemill.measure.asking.asker import Asker
from pagemill.measure.engine import Answer, Query

TOLERANCE = 0.05
"""How far reported totals of small answers may lie off, as a share."""

_FEWEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What a round of test queries showed.

    Attributes:
        asked: queries with an answer.
        empty: answers without a result.
        overflowing: answers that were cut off.
        checked: answers seen whole that also reported a total.
        off: those of them whose total was not the number listed.
        typical: the median factor by which reported totals exceed what is listed; 1 is true.
        largest: the largest total reported.
        capped: whether several different words report the very same largest total.
    """

    asked: int
    empty: int
    overflowing: int
    checked: int
    off: int
    typical: float
    largest: int
    capped: bool

    @property
    def overflow_share(self) -> float:
        """Share of the answers with results that were cut off."""
        filled = self.asked - self.empty
        return self.overflowing / filled if filled else 0.0

    @property
    def trusts_totals(self) -> bool:
        """Whether totals may be used: enough were checked and nearly all were right."""
        return self.checked >= _FEWEST and self.off <= TOLERANCE * self.checked

    def warnings(self) -> tuple[str, ...]:
        """What is wrong with the totals, in words."""
        found: list[str] = []
        if self.checked and self.off > TOLERANCE * self.checked:
            found.append(
                f"reported totals are wrong: {self.off} of {self.checked} answers seen whole "
                f"list another number (median factor {self.typical:.2f}); totals are not used"
            )
        if self.capped:
            found.append(f"reported totals are capped at {self.largest:,}; not used above it")
        if self.asked and self.empty == self.asked:
            found.append("no query found anything: is it empty, or in another language?")
        return tuple(found)


def audit(asker: Asker, chosen: Sequence[str]) -> Audit:
    """Ask for single words and judge the totals.

    Args:
        asker: the way to the engine.
        chosen: words of spread frequency.
    """
    answers = [found for word in chosen if (found := asker.search(Query((word,)))) is not None]
    whole = [
        (found.total, len(found.ids))
        for found in answers
        if found.total is not None and found.relation == "eq" and _is_whole(found, asker)
    ]
    ratios = [abs(log((total + 0.5) / (listed + 0.5))) for total, listed in whole]
    factors = [(total + 0.5) / (listed + 0.5) for total, listed in whole]
    totals = [found.total for found in answers if found.total is not None]
    largest = max(totals, default=0)
    return Audit(
        asked=len(answers),
        empty=sum(not found.ids for found in answers),
        overflowing=sum(found.overflow for found in answers),
        checked=len(whole),
        off=sum(ratio > 1e-9 for ratio in ratios),
        typical=median(factors) if factors else 1.0,
        largest=largest,
        capped=largest > asker.engine.limit and totals.count(largest) > 2,
    )


def _is_whole(found: Answer, asker: Asker) -> bool:
    """Everything that could be listed was: there was room for more."""
    return len(found.ids) < asker.engine.limit
