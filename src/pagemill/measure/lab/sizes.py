"""How many pages there are: whole answers, answers cut off, and made-up pages."""

from __future__ import annotations

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.lab import lesson
from pagemill.measure.lab.lesson import Row
from pagemill.measure.lab.world import Doubted, ToyEngine, Vices, World
from pagemill.measure.size.choose import size


def _sizes(seed: int, vices: Vices, methods: tuple[str, ...]) -> list[Row]:
    made, lexicon = lesson.world(seed)
    rows: list[Row] = []
    for method in methods:
        engine = ToyEngine(made, np.arange(lesson.PAGES), vices, seed=seed)
        try:
            found = size(Asker(engine, Terms(budget=240)), lexicon, method, seed)
        except UsageError as error:
            rows.append(Row(method, None, lesson.PAGES, f"refused: {error}"))
            continue
        rows.append(Row(method, found.point, lesson.PAGES, lesson.noted(found)))
    return rows


def whole_answers(seed: int) -> list[Row]:
    """Size where every answer is listed whole."""
    methods = ("chapman", "chao", "word-frequency", "even-split", "pool", "importance")
    return _sizes(seed, Vices(), methods)


def cut_answers(seed: int) -> list[Row]:
    """Size where only ten results are listed."""
    vices = Vices(limit=10)
    return _sizes(seed, vices, ("chapman", "chao", "pool", "even-split", "importance"))


def invented_pages(seed: int) -> list[Row]:
    """Size of an engine that lists two made-up pages first in every answer."""
    made, lexicon = lesson.world(seed)
    rows: list[Row] = []
    for name, engine in (
        ("by the engine's own copies", _boasting(made, seed)),
        ("by the live pages", Doubted(_boasting(made, seed))),
    ):
        found = size(Asker(engine, Terms(budget=240)), lexicon, "importance", seed)
        rows.append(Row(name, found.point, lesson.PAGES, lesson.noted(found)))
    return rows


def _boasting(made: World, seed: int) -> ToyEngine:
    return ToyEngine(made, np.arange(lesson.PAGES), Vices(invented=2), seed=seed)
