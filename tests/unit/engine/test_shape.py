from __future__ import annotations

import pytest

from pagemill.engine.shape import one_group, part_count


@pytest.mark.parametrize(
    ("rows", "per_part", "parts"),
    [(0, 4, 1), (1, 4, 1), (4, 4, 1), (5, 4, 2), (8, 4, 2), (9, 4, 4), (1025, 1, 2048)],
)
def test_parts_are_the_smallest_power_of_two_that_holds_the_rows(rows, per_part, parts):
    assert part_count(rows, per_part) == parts


def test_one_row_group_begins_at_the_first_row():
    assert one_group(object(), 4) == [0]
