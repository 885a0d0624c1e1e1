"""A page that moved, found again in an engine by the few words that mark it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.engine import Query
from pagemill.measure.overlap.check import alike
from pagemill.measure.signature import SIZE, signature
from pagemill.measuring import lexicons
from pagemill.measuring.orders import Order, asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Relocated:
    """Where a text was found.

    Attributes:
        signature: the words that mark it.
        asked: words of the query that found something; fewer where all found nothing.
        candidates: addresses in the engine's order.
        same: those of them whose text is the same, or nearly.
    """

    signature: tuple[str, ...]
    asked: tuple[str, ...]
    candidates: tuple[str, ...]
    same: tuple[str, ...]


def relocate(text: str, place: Path, order: Order, most: int = 10) -> Relocated:
    """Look for a text in an engine by its lexical signature.

    Args:
        text: text of the page as it was.
        place: the engine to look in.
        order: how to ask.
        most: candidates at most.
    """
    with asked(place, order) as asker:
        lexicon = lexicons.of(order.lexicon, asker.engine, order.seed)
        words = signature(text, lexicon)
        used, candidates = _found(asker, words, most)
        same = tuple(page for page in candidates if alike(text, asker.text(page)))
        return Relocated(signature=words, asked=used, candidates=candidates, same=same)


def _found(
    asker: Asker, words: tuple[str, ...], most: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words asked for at last, and what they found.

    A word that a new version has lost must not hide it: fewer are asked for in turn.
    """
    for size in range(min(SIZE, len(words)), 0, -1):
        try:
            answer = asker.search(Query(words[:size]))
        except BudgetSpentError:
            break
        if answer and answer.ids:
            return words[:size], answer.ids[:most]
    return words[:1], ()
