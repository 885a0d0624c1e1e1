import pytest

from pagemill.errors import UsageError
from pagemill.measure.asking.audit import audit
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.pool_estimator import by_pool, whole_pool


def test_the_whole_pool_counts_exactly_the_pages_with_a_word_of_it(asking, world, lexicon):
    words = Lexicon(tuple((word,) for word in lexicon.between(5, 9)))
    pages = sum(bool(found & set(words.frequencies)) for found in world.words[:400])
    assert whole_pool(asking(budget=5000), words) == pytest.approx(pages)


def test_a_sample_of_the_pool_comes_near(asking, lexicon):
    asker = asking(budget=150)
    found = by_pool(asker, lexicon, audit(asker, lexicon.spread(20)))
    assert found.point == pytest.approx(400, rel=0.15)
    assert asker.cost.queries <= 150


def test_order_of_weights_does_not_matter(asking, lexicon):
    shuffled = Lexicon(lexicon.pages[::-1])
    one, two = (
        by_pool(asker, words, audit(asker, words.spread(8)))
        for words in (lexicon, shuffled)
        for asker in [asking(budget=60)]
    )
    assert one.point == two.point


def test_answers_that_are_cut_off_are_refused(asking, lexicon):
    asker = asking(limit=5)
    with pytest.raises(UsageError, match="cut off"):
        by_pool(asker, lexicon, audit(asker, lexicon.spread(24)))
