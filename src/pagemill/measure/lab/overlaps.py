"""What two engines have in common: by random hits, walks, weights, and a query log."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.lab import exercises, lesson
from pagemill.measure.lab.lesson import Row
from pagemill.measure.lab.world import ToyEngine, Vices
from pagemill.measure.overlap.queries import counts, ratio
from pagemill.measure.overlap.sampled import overlap
from pagemill.measure.overlap.strong import random_hits
from pagemill.measure.overlap.walk import walk
from pagemill.measure.sampler import Sample, sample


def long_pages(seed: int) -> list[Row]:
    """Overlap with an engine that prefers long pages."""
    made, lexicon = lesson.world(seed)
    first, second = lesson.two_engines(made, seed)
    truth = float(np.isin(first, second).mean())
    ways: dict[str, Callable[[Asker], Sample]] = {
        "random hits of two words (1998)": lambda a: random_hits(a, lexicon, 200, seed=seed),
        "random walk over pages": lambda a: walk(a, lexicon, seed=seed),
        "importance sampling": lambda a: sample(a, lexicon, seed=seed),
    }
    rows: list[Row] = []
    for name, draw in ways.items():
        asker = Asker(ToyEngine(made, first, seed=seed, name="A"), Terms(budget=400))
        other = Asker(ToyEngine(made, second, seed=seed, name="B"), Terms(budget=5000))
        found, _ = overlap(asker, draw(asker), other, lexicon, way="several", power=1.0)
        low, high = found.by_content.low, found.by_content.high
        rows.append(Row(name, found.by_content.point, truth, f"{low:.3f} to {high:.3f}"))
    return rows


def query_log(seed: int) -> list[Row]:
    """Relative size by a log of rare queries, in four ways."""
    made, lexicon = lesson.world(seed)
    chance = np.random.default_rng(seed)
    first = np.sort(chance.choice(lesson.PAGES, lesson.PAGES // 2, replace=False))
    second = np.sort(chance.choice(lesson.PAGES, lesson.PAGES // 4, replace=False))
    words = lexicon.between(3, 40)
    log = [" ".join(chance.choice(words, 2, replace=False)) for _ in range(400)]
    askers = [Asker(ToyEngine(made, one, seed=seed)) for one in (first, second)]
    found = ratio(counts(askers[0], askers[1], log), seed)
    ways = {
        "ratio of sums": found.of_sums,
        "mean of ratios": found.arithmetic,
        "geometric mean": found.geometric,
        "harmonic mean": found.harmonic,
    }
    truth = len(first) / len(second)
    return [Row(name, a, truth, f"{b:.2f} to {c:.2f}") for name, (a, b, c) in ways.items()]


def failing(seed: int) -> list[Row]:
    """An engine of which three tenths of the requests time out: unknown is not no."""
    made, lexicon = lesson.world(seed)
    engine = ToyEngine(made, np.arange(lesson.PAGES), seed=seed)
    drawn = sample(Asker(engine, Terms(budget=200)), lexicon, seed=seed)
    rows: list[Row] = []
    for tries in (1, 3):
        asker = Asker(ToyEngine(made, np.arange(lesson.PAGES), seed=seed), Terms(budget=200))
        bad = ToyEngine(made, np.arange(lesson.PAGES), Vices(failing=0.3), seed=seed, name="B")
        other = Asker(bad, Terms(budget=10_000, tries=tries))
        found, _ = overlap(asker, drawn, other, lexicon, way="rarest", power=1.0)
        unknown = len(drawn.pages) - found.by_content.samples
        rows.append(
            Row(f"{tries} tries", found.by_content.point, 1.0, f"{unknown} pages undecided")
        )
    return rows


def worked_exercises(seed: int) -> list[Row]:
    """The exercises of the textbook, worked, and simulated."""
    rows = [
        Row(found.name, found.value, truth, found.working)
        for found, truth in zip(
            (one() for one in exercises.ALL), (5 / 3, 1 / 3, 4 / 5, 3 / 5), strict=True
        )
    ]
    for unique, together in ((0.8, True), (0.6, False)):
        a_in_b, b_in_a = exercises.simulated_19_8(unique, together=together, seed=seed)
        how = "together" if together else "apart"
        rows.append(Row(f"19.8 simulated, u = {unique}, {how}: A in B", a_in_b, 0.45))
        rows.append(Row(f"19.8 simulated, u = {unique}, {how}: B in A", b_in_a, 0.50))
    return rows
