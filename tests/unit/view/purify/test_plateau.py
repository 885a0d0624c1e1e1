from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.plateau import best_stretch, objective, tag_plateau, text_plateau


def brute_force(gains: list[int]) -> tuple[int, int]:
    """Try every interval: largest sum, of equal ones the first, of these the longest."""
    best = (0, 0)
    value: int | None = None
    for start in range(len(gains)):
        for stop in range(start + 1, len(gains) + 1):
            total = sum(gains[start:stop])
            longer = start == best[0] and stop > best[1]
            if value is None or total > value or (total == value and longer):
                value, best = total, (start, stop)
    return best


@given(st.lists(st.integers(-3, 3), max_size=24))
def test_the_scan_finds_what_trying_every_interval_finds(gains: list[int]) -> None:
    assert best_stretch(gains) == brute_force(gains)


@given(st.lists(st.booleans(), min_size=1, max_size=20))
def test_no_interval_has_a_higher_objective_than_the_plateau(is_tag: list[bool]) -> None:
    best = objective(is_tag, *tag_plateau(is_tag))
    size = len(is_tag)
    assert best == max(
        objective(is_tag, i, j) for i in range(size) for j in range(i + 1, size + 1)
    )


def test_the_plateau_of_a_page_is_its_run_of_words() -> None:
    tokens = [True] * 6 + [False] * 9 + [True] * 4
    assert tag_plateau(tokens) == (6, 15)


@pytest.mark.parametrize(
    ("gains", "stretch"),
    [([], (0, 0)), ([-2], (0, 1)), ([-5, -1, -1], (1, 2)), ([1, -1], (0, 1))],
)
def test_small_cases(gains: list[int], stretch: tuple[int, int]) -> None:
    assert best_stretch(gains) == stretch


def test_the_plateau_in_blocks_is_where_tags_are_few() -> None:
    menu = "<li><a href=/>Home</a>" * 9
    tree = parsed(f"<ul>{menu}</ul><p>{'word ' * 30}<p>{'word ' * 20}<ul>{menu}</ul>")
    assert text_plateau(tree, cut(tree)) == (9, 11)


def test_a_page_of_one_block_is_all_plateau() -> None:
    tree = parsed("<p>one")
    assert text_plateau(tree, cut(tree)) == (0, 1)
