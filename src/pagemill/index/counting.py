"""How often words stand in the fields of some pages, which the engine does not tell.

It tells scores, from which frequencies follow: each clause is asked for among these pages
alone. An explanation of each page would take ten times as long; it is asked for where single
precision cannot tell frequencies apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pagemill.index.query import Words
from pagemill.index.rank import K1, SURE, Occurrence, frequency, idf, on_scale
from pagemill.index.tantivy import Address, Engine, Wanted, place

Place = tuple[int, int]


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


def counted(
    engine: Engine, addresses: Sequence[Address], urls: Iterable[str], clauses: Sequence[Asked]
) -> dict[Place, list[Occurrence]]:
    """Where each page stands -> what each clause found in it, in the order of the clauses.

    Args:
        engine: the index.
        addresses: the pages.
        urls: their keys.
        clauses: what is counted; occurrences number them from 1 on.
    """
    of_place = {place(one): one for one in addresses}
    found: dict[Place, list[Occurrence]] = {at: [] for at in of_place}
    if not found:
        return found
    these = engine.these(urls)
    lengths: dict[str, dict[Place, float]] = {}
    for number, clause in enumerate(clauses, start=1):
        if clause.field not in lengths:
            words = engine.numbers(f"{clause.field}_length", list(addresses))
            lengths[clause.field] = dict(zip(found, map(on_scale, words), strict=True))
        full = _full(engine, clause)
        for at, score in engine.scores(clause.matching, these, len(found)).items():
            length = lengths[clause.field][at]
            times = frequency(score / full, length, clause.average)
            if times > SURE:
                times = _explained(engine, clause, of_place[at], times)
            found[at].append(
                Occurrence(
                    clause=number, frequency=times, length=length, average=clause.average
                )
            )
    return found


def _full(engine: Engine, clause: Asked) -> float:
    """What the engine scores for a clause at full saturation."""
    counts = (engine.frequency(clause.field, word) for word in clause.words)
    return (K1 + 1.0) * sum(idf(engine.written, count) for count in counts)


def _explained(engine: Engine, clause: Asked, address: Address, estimated: float) -> float:
    told = engine.occurrences(engine.boosted(clause.matching, 1.0), address)
    return next((one.frequency for one in told), estimated)
