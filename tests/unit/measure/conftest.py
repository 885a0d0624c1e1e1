"""A small invented web and words of other pages like it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.lab.world import Shape, ToyEngine, Vices, World
from pagemill.measure.lexicon import Lexicon

PAGES = 400


@pytest.fixture(scope="session")
def world() -> World:
    return World.make(Shape(pages=PAGES + 200, words=3000, mean_length=60), seed=5)


@pytest.fixture(scope="session")
def lexicon(world: World) -> Lexicon:
    return Lexicon.of(world.texts[PAGES:])


@pytest.fixture
def asking(world: World) -> Callable[..., Asker]:
    """Return what makes the way to an engine over the first 400 pages, or some of them."""

    def make(
        budget: int = 200, held: np.ndarray | None = None, tries: int = 3, **vices: float
    ) -> Asker:
        pages = np.arange(PAGES) if held is None else held
        engine = ToyEngine(world, pages, Vices(**vices), seed=1)
        return Asker(engine, Terms(budget=budget, tries=tries))

    return make
