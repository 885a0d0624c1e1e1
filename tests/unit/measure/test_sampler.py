import numpy as np
import pytest

from pagemill.measure.sampler import Sample, mean, sample


def test_long_pages_are_not_favoured(asking, world, lexicon):
    asker = asking(budget=600, limit=10)
    drawn = sample(asker, lexicon)
    length = mean(drawn, "words", lambda page: float(len(asker.words(page))), is_share=False)
    truth = np.mean([len(found) for found in world.words[:400]])
    assert length.point == pytest.approx(truth, rel=0.15)
    assert length.low < truth < length.high
    assert 0.9 < drawn.visible <= 1


def test_weights_count_and_unknown_pages_leave_the_mean():
    drawn = Sample(pages=("a", "b", "c"), weights=(1.0, 3.0, 9.0), visible=1.0)
    found = mean(drawn, "x", {"a": 1.0, "b": 0.0, "c": None}.get)
    assert found.point == 0.25
    assert found.warnings == ("1 of 3 pages could not be judged",)


def test_no_page_is_told():
    found = mean(Sample(pages=(), weights=(), visible=1.0), "x", lambda _: 1.0)
    assert "nothing can be said" in found.warnings[0]
