"""What a lesson of the laboratory is, and the invented web that most of them share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pagemill.measure.estimate import Estimate
from pagemill.measure.lab.world import Shape, World
from pagemill.measure.lexicon import Lexicon

OUTSIDE = 800
"""Pages of the outside sample."""

PAGES = 2000
"""Pages of the web."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of a lesson.

    Attributes:
        how: the way of measuring.
        value: what it gave; None where it refused.
        truth: what is true.
        note: what there is to see.
    """

    how: str
    value: float | None
    truth: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson.

    Attributes:
        name: by which it is asked for.
        says: what it shows.
        rows: gives its figures for a seed.
    """

    name: str
    says: str
    rows: Callable[[int], list[Row]]


def world(seed: int) -> tuple[World, Lexicon]:
    """A world of :data:`PAGES` pages, and a lexicon of other pages like them."""
    made = World.make(Shape(pages=PAGES + OUTSIDE), seed)
    return made, Lexicon.of(made.texts[PAGES:], seed=seed)


def two_engines(made: World, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Pages of an engine with half the web, and of one with a quarter that likes long pages."""
    chance = np.random.default_rng(seed)
    first = np.sort(chance.choice(PAGES, PAGES // 2, replace=False))
    weights = made.lengths[:PAGES].astype(np.float64) ** 1.5
    second = chance.choice(PAGES, PAGES // 4, replace=False, p=weights / weights.sum())
    return first, np.sort(second)


def noted(found: Estimate) -> str:
    """Interval and cost of an estimate, in words."""
    return f"{found.low:,.0f} to {found.high:,.0f}, {found.cost.queries} searches"
