from __future__ import annotations

import numpy as np

from pagemill.view.purify.forest import Forest


def forest_of_two() -> Forest:
    """Two trees: one with a node above another, one with a single node."""

    def small(*values: int) -> np.ndarray:
        return np.array(values, np.int16)

    return Forest(
        names=("height", "width"),
        roots=small(0, 2),
        column=small(0, 1, 1),
        threshold=small(10, 3, 5),
        low=small(-1, -2, -4),
        high=small(1, -3, -5),
        leaves=small(-100, 20, 30, -1, 1),
        table=np.array([0, 30_000, 65_535], np.uint16),
        reach=np.array([100], np.int32),
    )


def test_a_score_is_the_sum_of_one_leaf_of_each_tree() -> None:
    rows = np.array([[10, 9], [11, 3], [11, 4], [11, 6]], np.int16)
    assert forest_of_two().scores(rows).tolist() == [-99, 19, 29, 31]


def test_a_score_beyond_reach_is_as_good_as_certain() -> None:
    rows = np.array([[10, 5], [11, 6]], np.int16)
    assert forest_of_two().chances(rows).tolist() == [0, 30_000]
