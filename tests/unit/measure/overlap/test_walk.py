import numpy as np
import pytest

from pagemill.measure.lexicon import Lexicon
from pagemill.measure.overlap.walk import geweke, walk


def test_a_walk_comes_to_rest_on_all_pages_alike(asking, world, lexicon):
    asker = asking(budget=900)
    drawn = walk(asker, lexicon)
    lengths = [world.lengths[int(page.rsplit("/", 1)[1])] for page in drawn.pages]
    assert np.mean(lengths) == pytest.approx(world.lengths[:400].mean(), rel=0.12)
    assert asker.cost.queries <= 900


def test_nothing_to_walk_on(asking, lexicon):
    assert walk(asking(held=np.arange(0), budget=30), lexicon).pages == ()
    assert walk(asking(), Lexicon(())).pages == ()


def test_a_walk_that_drifts_has_not_settled():
    chance = np.random.default_rng(1)
    assert geweke(chance.random(1000).tolist()) < 3
    assert geweke(np.linspace(0, 1, 1000).tolist()) > 5
    assert geweke([1.0] * 10) == 0.0
