import numpy as np

from pagemill.measure.power_law import power_law


def test_the_exponent_that_counts_were_drawn_with_is_found():
    chance = np.random.default_rng(2)
    counts = np.floor(4.5 * (1 - chance.random(20_000)) ** (-1 / 1.1) + 0.5).astype(int)
    found = power_law(counts.tolist())
    assert found.low < 2.1 < found.high
    assert found.exponent - 2.1 < 0.1


def test_too_few_counts_are_not_fitted():
    assert power_law([3] * 49 + [0] * 100) is None
