import numpy as np
import pytest

from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.pool import Aim, Pool


@pytest.mark.parametrize("alpha", [None, 0.0, 4.0])
def test_each_page_owns_one_unit(world, lexicon, alpha):
    pool = Pool(lexicon, Aim(2.0, 10, alpha=alpha))
    for page in range(0, 400, 40):
        places, shares = pool.shares(pool.numbered(world.words[page]))
        assert shares.sum() == pytest.approx(1)
        for place in places[:5].tolist():
            assert set(pool.query(place).words) <= world.words[page]


def test_queries_are_drawn_as_often_as_their_chance_says(lexicon):
    pool = Pool(Lexicon(lexicon.pages[:20]), Aim(2.0, 10, alpha=0.0))
    chance = np.random.default_rng(1)
    drawn = np.bincount([pool.draw(chance) for _ in range(20_000)], minlength=len(pool))
    expected = np.array([pool.chance_of(place) for place in range(len(pool))])
    assert np.abs(drawn / 20_000 - expected).max() < 0.01
    assert expected.sum() == pytest.approx(1)


def test_common_words_come_in_pairs(lexicon):
    pool = Pool(lexicon, Aim(2.0, 10))
    sizes = {len(pool.query(place).words) for place in range(0, len(pool), 7)}
    assert sizes == {1, 2}
    assert 0 <= pool.unseen < 0.2


def test_no_words_no_pool():
    pool = Pool(Lexicon(()), Aim(1.0, 10))
    assert len(pool) == 0
    assert pool.unseen == 1
