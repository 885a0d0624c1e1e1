"""How often words stand in the fields of some pages, which the engine does not tell.

It tells scores, from which frequencies follow: each clause is asked for among these pages
alone. An explanation of each page would take ten times as long; it is asked for where single
precision cannot tell frequencies apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagemill.index.query import Words
from pagemill.index.rank import K1, SURE, engine_idf, frequency, on_scale
from pagemill.index.tantivy import Address, Engine, Wanted, place

_FEW = 10
"""Pages with a word for each page asked for, up to which telling them all is the faster way:
to find these among the others, the engine has to look each of them up."""


class Asked(NamedTuple):
    """What is counted.

    Attributes:
        field: where.
        words: what; several words stand side by side.
        matching: the same as the engine's query.
        average: the average length of the field with which the engine computes.
    """

    field: str
    words: Words
    matching: Wanted
    average: float


class Counts(NamedTuple):
    """How often one clause stands in those of some pages that have it.

    Attributes:
        rows: numbers of these pages.
        frequency: times the clause stands in each.
        length: words of the field, on the engine's scale.
    """

    rows: NDArray[np.int64]
    frequency: NDArray[np.float64]
    length: NDArray[np.float64]


def counted(
    engine: Engine, addresses: Sequence[Address], urls: Iterable[str], clauses: Sequence[Asked]
) -> list[Counts]:
    """What each clause finds in some pages, in the order of the clauses.

    Args:
        engine: the index.
        addresses: the pages.
        urls: their keys.
        clauses: what is counted.
    """
    if not addresses:
        nothing = np.zeros(0)
        return [Counts(np.zeros(0, np.int64), nothing, nothing) for _ in clauses]
    row_of = {place(one): row for row, one in enumerate(addresses)}
    these = engine.these(urls)
    lengths = {
        field: on_scale(np.array(engine.numbers(f"{field}_length", list(addresses))))
        for field in {clause.field for clause in clauses}
    }
    found: list[Counts] = []
    for clause in clauses:
        scores = _scores(engine, clause, these, len(addresses))
        own = [(row_of[at], one) for at, one in scores.items() if at in row_of]
        rows = np.array([row for row, _ in own], np.int64)
        shares = np.array([one for _, one in own], np.float64) / _full(engine, clause)
        length = lengths[clause.field][rows]
        times = frequency(shares, length, clause.average)
        unsure: list[int] = np.flatnonzero(times > SURE).tolist()
        for at in unsure:
            address = addresses[own[at][0]]
            times[at] = _explained(engine, clause, address, float(times[at]))
        found.append(Counts(rows, times, length))
    return found


def _scores(
    engine: Engine, clause: Asked, these: Wanted, count: int
) -> dict[tuple[int, int], float]:
    """The engine's scores of a clause in some pages, and perhaps in others."""
    pages = min(engine.frequency(clause.field, word) for word in clause.words)
    if pages <= count * _FEW:
        return engine.scores(clause.matching, pages)
    return engine.scores(engine.every([clause.matching, these]), count)


def _full(engine: Engine, clause: Asked) -> float:
    """What the engine scores for a clause at full saturation."""
    counts = (engine.frequency(clause.field, word) for word in clause.words)
    worth = sum(engine_idf(engine.written, count) for count in counts)
    # A word on every one of many millions of pages is worth nothing in single precision.
    return (K1 + 1.0) * worth or 1.0


def _explained(engine: Engine, clause: Asked, address: Address, estimated: float) -> float:
    told = engine.occurrences(engine.boosted(clause.matching, 1.0), address)
    return next((one.frequency for one in told), estimated)
