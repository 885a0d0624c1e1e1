"""Classic estimators, run on a toy engine: where they come out, and what they refuse."""

import numpy as np
import pytest

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.lab.world import Shape, ToyEngine, Vices, World
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.choose import size

WORLDS = range(12)
PAGES = 1500


def errors(method, budget, **vices):
    """Relative error of an estimate in a dozen worlds, and whether intervals hold the truth."""
    found = []
    for seed in WORLDS:
        world = World.make(Shape(pages=PAGES + 400), seed)
        lexicon = Lexicon.of(world.texts[PAGES:], seed=seed)
        engine = ToyEngine(world, np.arange(PAGES), Vices(**vices), seed=seed)
        made = size(Asker(engine, Terms(budget=budget)), lexicon, method, seed)
        assert made.low < made.point < made.high
        found.append(made.point / PAGES - 1)
    return np.array(found)


@pytest.mark.parametrize(
    ("method", "low", "high"), [("capture-history", -0.45, -0.15), ("multiple", -0.65, -0.25)]
)
def test_marking_comes_out_too_low(method, low, high):
    assert low < errors(method, 200).mean() < high


def test_overflow_is_too_high_and_more_so_where_answers_are_cut_off_by_rank():
    whole, cut = errors("overflow", 200).mean(), errors("overflow", 200, limit=60).mean()
    assert 0 < whole < 0.35
    assert cut > whole + 0.2


def test_overflow_needs_true_totals_and_marking_needs_pages_drawn_twice(asking, lexicon):
    with pytest.raises(UsageError, match="failed the audit"):
        size(asking(total_factor=3.0), lexicon, "overflow")
    with pytest.raises(UsageError, match="raise --budget"):
        size(asking(budget=12), lexicon, "capture-history")
