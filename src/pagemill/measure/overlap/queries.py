"""Relative size from the answers to a log of queries: what each engine lists of each.

Only answers that are seen whole count, and only results that have the words. Then the ratio of
two engines can be taken in four ways; they differ, and all are given.

Source: Lawrence, Giles 1998, "Searching the World Wide Web"; 1999, "Accessibility of
information on the web".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.html.url import normalized
from pagemill.measure import words
from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.engine import Query

MOST_RESULTS = 600
_ROUNDS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """Size of A next to B, in four ways, each with a 95 % interval by the bootstrap.

    Attributes:
        queries: queries whose answers were seen whole by both.
        of_sums: ratio of the sums over all queries.
        arithmetic: mean of the ratios, over queries with results in both.
        geometric: geometric mean of the ratios.
        harmonic: harmonic mean of the ratios.
        a_in_b: share of A's results that B has too.
        b_in_a: share of B's results that A has too.
    """

    queries: int
    of_sums: tuple[float, float, float]
    arithmetic: tuple[float, float, float]
    geometric: tuple[float, float, float]
    harmonic: tuple[float, float, float]
    a_in_b: tuple[float, float, float]
    b_in_a: tuple[float, float, float]


def counts(
    one: Asker, other: Asker, log: Iterable[str], most: int = MOST_RESULTS
) -> list[tuple[int, int, int]]:
    """Results of A, of B and of both, for each query that both answer whole.

    Args:
        one: the way to A.
        other: the way to B.
        log: queries as typed.
        most: answers with more results are left out.
    """
    found: list[tuple[int, int, int]] = []
    try:
        for line in log:
            query = Query(words.in_order(line))
            answers = [_whole(asker, query, most) for asker in (one, other)]
            if query.words and answers[0] is not None and answers[1] is not None:
                both = answers[0] & answers[1]
                found.append((len(answers[0]), len(answers[1]), len(both)))
    except BudgetSpentError:
        pass
    return found


def _whole(asker: Asker, query: Query, most: int) -> set[str] | None:
    answer = asker.search(query)
    if answer is None or answer.overflow or len(answer.ids) > most:
        return None
    return {normalized(page) or page for page in asker.valid(query) or ()}


def ratio(found: Sequence[tuple[int, int, int]], seed: int = 0) -> Ratio:
    """The four ratios and both overlaps, with intervals."""
    table = np.array(found, np.float64).reshape(-1, 3)
    chance = np.random.default_rng(seed)
    rounds = [
        _ratios(table[chance.integers(len(table), size=len(table))])
        for _ in range(_ROUNDS if len(table) else 0)
    ]
    low, high = (
        np.nanquantile(np.array(rounds), [0.025, 0.975], axis=0)
        if rounds
        else np.full((2, 6), np.nan)
    )
    triples = [
        (float(a), float(b), float(c))
        for a, b, c in zip(_ratios(table), low, high, strict=True)
    ]
    return Ratio(
        queries=len(table),
        of_sums=triples[0],
        arithmetic=triples[1],
        geometric=triples[2],
        harmonic=triples[3],
        a_in_b=triples[4],
        b_in_a=triples[5],
    )


def _ratios(table: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b, both = table.sum(axis=0)
    filled = table[(table[:, 0] > 0) & (table[:, 1] > 0)]
    with np.errstate(divide="ignore", invalid="ignore"):
        each = filled[:, 0] / filled[:, 1]
        if not len(each):
            each = np.array([np.nan])
        means = (each.mean(), np.exp(np.log(each).mean()), 1 / (1 / each).mean())
        return np.array([a / b, *means, both / a, both / b], np.float64)
