import numpy as np

from pagemill.measure.lab.lesson import OUTSIDE, PAGES, two_engines, world


def test_the_second_engine_is_half_as_large_and_likes_long_pages():
    made, lexicon = world(3)
    assert len(made) == PAGES + OUTSIDE
    assert len(lexicon.pages) == OUTSIDE
    first, second = two_engines(made, 3)
    assert (len(first), len(second)) == (PAGES // 2, PAGES // 4)
    assert made.lengths[second].mean() > 1.5 * made.lengths[first].mean()
    assert 0.2 < np.isin(first, second).mean() < 0.3
