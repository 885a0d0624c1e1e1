"""The classic ways of marking and drawing again, run on an engine: to be compared with.

Each draws results of random words. Pages that answer many queries, and those that are ranked
first, come back too often; so all but the last are lower bounds. The last is too high, the
more so where answers are cut off by rank.

Source: Shokouhi and others 2006 for capture-recapture on search engines; Lu, Li 2010 for the
overflow rate; Efron, Tibshirani 1993, chapter 11, for the jackknife.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.asking.audit import Audit
from pagemill.measure.engine import Query
from pagemill.measure.estimate import Estimate, log_normal
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size import capture_recapture
from pagemill.measure.size.overflow import lu

BOUND = "a lower bound: pages that answer many queries are drawn more often"

_GROUPS = 10
_FEWEST = 3
_MOST_DRAWS = 4

T = TypeVar("T")
Group = TypeVar("Group", bound=Sequence[object])
Answered = tuple[tuple[str, ...], int]
"""Results of one query, and the total that the engine reports."""


def by_chapman(asker: Asker, lexicon: Lexicon, audited: Audit, seed: int) -> Estimate:
    """Two samples of random hits, and what both have."""
    del audited
    drawn = _hits(asker, lexicon, seed)
    one, two = set(drawn[::2]), set(drawn[1::2])
    return _bound(capture_recapture.chapman(len(one), len(two), len(one & two)))


def by_chao(asker: Asker, lexicon: Lexicon, audited: Audit, seed: int) -> Estimate:
    """Random hits that came once, and those that came twice."""
    del audited
    return _bound(capture_recapture.chao(_hits(asker, lexicon, seed)))


def by_capture_history(asker: Asker, lexicon: Lexicon, audited: Audit, seed: int) -> Estimate:
    """A row of samples, each held against all that were drawn before it."""
    del audited
    return _bound(
        _grouped(
            _samples(_hits(asker, lexicon, seed)),
            capture_recapture.capture_history,
            "capture history (Schumacher, Eschmeyer)",
        )
    )


def by_multiple(asker: Asker, lexicon: Lexicon, audited: Audit, seed: int) -> Estimate:
    """A row of samples, each held against each other."""
    del audited
    return _bound(
        _grouped(
            _samples(_hits(asker, lexicon, seed)),
            capture_recapture.multiple,
            "multiple capture-recapture",
        )
    )


def by_overflow(asker: Asker, lexicon: Lexicon, audited: Audit, seed: int) -> Estimate:
    """How often results come back, times how much is cut off.

    Raises:
        UsageError: the totals that the engine reports are not true, or too few.
    """
    if not audited.trusts_totals:
        raise UsageError(
            f"{asker.engine.name}: its totals failed the audit, and the overflow estimator "
            "multiplies by them; use --method importance"
        )
    answers = [(ids, total) for ids, total in _answers(asker, lexicon, seed) if ids]
    found = _grouped(
        [answers[at::_GROUPS] for at in range(_GROUPS)], _overflowing, "overflow rate (Lu)"
    )
    note = "too high where the ranking prefers some pages: for comparison only"
    return replace(found, warnings=(*found.warnings, note))


def _overflowing(groups: Sequence[Sequence[Answered]]) -> float:
    answers = [answer for group in groups for answer in group]
    return lu([ids for ids, _ in answers], sum(total for _, total in answers))


def _bound(found: Estimate) -> Estimate:
    return replace(found, warnings=(*found.warnings, BOUND))


def _grouped(
    groups: Sequence[Group], estimator: Callable[[Sequence[Group]], float], method: str
) -> Estimate:
    """An estimate from a row of groups of draws, its error from leaving each out in turn."""
    groups = [group for group in groups if group]
    draws = sum(map(len, groups))
    point = estimator(groups) if len(groups) >= _FEWEST else math.inf
    if not math.isfinite(point):
        raise UsageError(
            f"{draws} draws and hardly any page twice: {method} can say nothing; raise --budget"
        )
    count = len(groups)
    without = [estimator([*groups[:at], *groups[at + 1 :]]) for at in range(count)]
    spread = np.log(np.array(without) / point)
    relative = math.sqrt(float(((spread - spread.mean()) ** 2).sum()) * (count - 1) / count)
    se = point * relative if math.isfinite(relative) else math.inf
    low, high = log_normal(point, se)
    return Estimate(
        what="pages", point=point, se=se, low=low, high=high, method=method, samples=draws
    )


def _samples(drawn: list[str]) -> list[list[str]]:
    return [drawn[at::_GROUPS] for at in range(_GROUPS)]


def _hits(asker: Asker, lexicon: Lexicon, seed: int) -> list[str]:
    """A random page of the answer to each of many random words."""
    chance = np.random.default_rng((seed, 1))
    answers = (asker.valid(query) for query in _asked(asker, lexicon, seed))
    return _until_spent(
        listed[int(chance.integers(len(listed)))] for listed in answers if listed
    )


def _answers(asker: Asker, lexicon: Lexicon, seed: int) -> list[Answered]:
    """Results and total of the answer to each of many random words."""
    found = (asker.search(query) for query in _asked(asker, lexicon, seed))
    return _until_spent((one.ids, one.total) for one in found if one and one.total is not None)


def _asked(asker: Asker, lexicon: Lexicon, seed: int) -> Iterator[Query]:
    words = sorted(lexicon.frequencies)
    chance = np.random.default_rng(seed)
    for _ in range(_MOST_DRAWS * asker.terms.budget):
        if asker.left <= 0:
            return
        yield Query((words[int(chance.integers(len(words)))],))


def _until_spent(found: Iterable[T]) -> list[T]:
    kept: list[T] = []
    with suppress(BudgetSpentError):
        for one in found:
            kept.append(one)  # noqa: PERF402 - what came before the end must stay
    return kept
