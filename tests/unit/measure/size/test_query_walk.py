import numpy as np
import pytest

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.lab.world import Shape, ToyEngine, Vices, World
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.query_walk import by_query_walk, query_walk

PAGES = 600


def walked(seed, budget, limit):
    world = World.make(Shape(pages=PAGES), seed)
    asker = Asker(
        ToyEngine(world, np.arange(PAGES), Vices(limit=limit), seed=seed), Terms(budget=budget)
    )
    # One word that finds something is all that comes from outside.
    found = by_query_walk(asker, Lexicon((("w3",),)), seed=seed)
    assert asker.cost.queries <= budget
    return found


@pytest.mark.parametrize(("limit", "off"), [(1_000_000, 0.1), (10, 0.25)])
def test_the_size_is_found_with_and_without_answers_cut_off(limit, off):
    found = [walked(seed, 800, limit) for seed in range(8)]
    assert np.mean([one.point for one in found]) == pytest.approx(PAGES, rel=off)
    assert sum(one.low < PAGES < one.high for one in found) >= 6


def test_pages_are_visited_by_how_many_words_list_them():
    world = World.make(Shape(pages=200, words=500), 2)
    asker = Asker(ToyEngine(world, np.arange(200)), Terms(budget=500))
    visits = query_walk(asker, Lexicon((("w3",),)), seed=1)
    degrees = np.array([len(world.words[int(one.page.rsplit("/", 1)[1])]) for one in visits])
    lengths = np.array([len(words) for words in world.words])
    # Drawn in proportion to degree, the mean degree is that of squares over that of degrees.
    assert degrees.mean() == pytest.approx((lengths**2).sum() / lengths.sum(), rel=0.1)


def test_what_was_not_met_twice_is_refused(asking, lexicon):
    with pytest.raises(UsageError, match="met no page twice"):
        by_query_walk(asking(budget=3), lexicon)
    with pytest.raises(UsageError, match="met no page twice"):
        by_query_walk(asking(), Lexicon(()))
