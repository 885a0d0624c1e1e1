import numpy as np
import pytest

from pagemill.errors import UsageError
from pagemill.measure.overlap.least_squares import sizes


def test_consistent_shares_give_the_sizes_exactly():
    true = np.array([0.375, 0.75, 0.1875, 0.4])
    shares = np.minimum(1, np.tile(true, (4, 1)))
    np.fill_diagonal(shares, 1)
    assert sizes(shares.tolist()) == pytest.approx((true / true[0]).tolist())


def test_weights_trust_what_is_known_best():
    shares = [[1, 0.5, 0.5], [0.25, 1, 0.25], [0.9, 0.5, 1]]
    errors = [[0, 0.01, 0.01], [0.01, 0, 0.01], [5.0, 0.01, 0]]
    plain, weighted = sizes(shares), sizes(shares, errors)
    assert weighted[1] == pytest.approx(2.0, abs=0.01)
    assert abs(plain[1] - 2) > 0.02


def test_an_engine_apart_is_refused():
    with pytest.raises(UsageError, match="shares no page"):
        sizes([[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]])
    assert sizes([[1]]) == [1.0]
