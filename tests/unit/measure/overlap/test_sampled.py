import numpy as np
import pytest

from pagemill.errors import UsageError
from pagemill.measure.estimate import Estimate
from pagemill.measure.overlap.sampled import overlap, relative, sensitivity, shares
from pagemill.measure.sampler import sample


def estimate(point, samples=100):
    return Estimate(what="x", point=point, se=0.02, low=0, high=1, method="m", samples=samples)


def test_an_engine_is_in_itself_and_not_in_one_that_shares_nothing(asking, lexicon):
    asker = asking(budget=150, held=np.arange(200))
    drawn = sample(asker, lexicon)
    for held, truth in ((np.arange(200), 1.0), (np.arange(200, 400), 0.0)):
        other = asking(budget=2000, held=held)
        found, seen = overlap(asker, drawn, other, lexicon, way="several", power=1.0)
        assert found.by_content.point == found.by_address.point == truth
        assert set(seen.values()) == {bool(truth)}


def test_a_test_that_misses_pages_is_corrected(asking, lexicon):
    asker = asking(budget=250)
    drawn = sample(asker, lexicon)
    held = np.arange(0, 400, 2)
    poor = asking(budget=900, held=held, first_words=60)
    own = sample(asking(budget=250, held=held), lexicon)
    power = sensitivity(poor, own, lexicon, "rarest", most=100)
    assert 0.2 < power < 0.9
    poor = asking(budget=900, held=held, first_words=60)
    found, _ = overlap(asker, drawn, poor, lexicon, way="rarest", power=power)
    assert found.by_content.point == pytest.approx(0.5, abs=0.2)
    assert "corrected" in found.by_content.warnings[-1]


def test_relative_sizes_and_refusals():
    found = relative(estimate(0.5), estimate(0.25))
    assert found.point == 0.5
    assert found.low < 0.5 < found.high
    with pytest.raises(UsageError, match="too few"):
        relative(estimate(0.5, samples=3), estimate(0.5))
    with pytest.raises(UsageError, match="no shared page"):
        relative(estimate(0.0), estimate(0.5))


def test_shares_become_a_matrix():
    values, errors = shares(2, {(0, 1): estimate(0.5), (1, 0): estimate(0.25)})
    assert values == [[1.0, 0.5], [0.25, 1.0]]
    assert errors == [[0.0, 0.02], [0.02, 0.0]]
