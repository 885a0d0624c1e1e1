import numpy as np
import pytest

from pagemill.dedup.compare.curve import curve, expected
from pagemill.dedup.methods.method import Found, Method, Shares

RISING = Method(name="m", says="", pairs=lambda *_: None, p_found=lambda j, _: j * j)
SILENT = Method(name="n", says="", pairs=lambda *_: None)


def test_shares_are_counted_in_twentieths_and_a_step_holds_its_own_edge():
    shares = Shares(
        left=np.array([0, 0, 0, 0]),
        right=np.array([1, 2, 3, 4]),
        part=np.array([4, 16, 79, 5]),
        whole=np.array([5, 20, 100, 5]),
    )
    found = Found(
        left=np.array([0, 0]), right=np.array([1, 4]), similarity=np.ones(2), kept_bytes=0
    )
    points = curve(shares, [RISING, SILENT], [found, found], 0.8)
    assert [(point.low, point.pairs) for point in points] == [(0.75, 1), (0.8, 2), (0.95, 1)]
    assert [point.found["m"] for point in points] == [0.0, 0.5, 1.0]
    assert points[1].expected == {"m": pytest.approx(0.64)}


def test_a_formula_is_taken_at_each_pair_and_not_at_the_middle():
    assert expected([RISING, SILENT], np.array([0.5, 0.5, 1.0]), 0.8) == {"m": 0.5}


def test_no_pairs_have_no_curve():
    none = np.zeros(0, np.int64)
    empty = Shares(left=none, right=none, part=none, whole=none)
    assert curve(empty, [], [], 0.8) == ()
