import numpy as np

from pagemill.measure.lab.restrictions import Rules, Standing

STANDING = Standing(
    host=np.array([0, 1, 0, 0, 1]),
    depth=np.array([0, 1, 2, 3, 0]),
    is_spam=np.array([False, True, False, False, False]),
)


def test_each_rule_leaves_out_what_it_names():
    assert Rules().let_through(STANDING).all()
    assert Rules(deepest=1).let_through(STANDING).tolist() == [True, True, False, False, True]
    assert Rules(per_host=2).let_through(STANDING).tolist() == [True, True, True, False, True]
    assert Rules(no_spam=True).let_through(STANDING).tolist() == [True, False, True, True, True]
    both = Rules(deepest=2, per_host=1).let_through(STANDING)
    assert both.tolist() == [True, True, False, False, False]


def test_a_place_for_each_page_is_that_of_the_seed():
    one, two = Standing.make(600, 3), Standing.make(600, 3)
    assert (one.host == two.host).all()
    sizes = np.bincount(one.host)
    assert sizes.max() > 5 * np.median(sizes)
    assert 0.1 < one.is_spam.mean() < 0.3
