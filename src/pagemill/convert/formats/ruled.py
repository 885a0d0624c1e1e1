"""Tables that are drawn with lines: which words stand in which cell.

Rules that meet make a grid. Between two neighbouring horizontal ones lies a row, and in it a
cell begins at each vertical one that goes through its middle. A frame around a column of text
is no table, so a grid with a very full cell is left alone, as one with a single column is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

MOST_RULES = 600
"""Rules of a page beyond which it is a drawing."""

_THIN, _SHORTEST, _TOUCH, _SAME = 3.0, 8.0, 1.5, 3.0
_FULLEST = 200  # words


class Box(NamedTuple):
    """A place on a page in points from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.

    Attributes:
        box: all of it.
        rows: from the top down, the numbers of the words in each of its cells, in their order.
    """

    box: Box
    rows: list[list[list[int]]]


def rules_of(boxes: Sequence[Box]) -> list[Box]:
    """The straight lines among what is drawn; of a rectangle its four sides."""
    found: list[Box] = []
    for box in boxes:
        left, bottom, right, top = box
        if min(right - left, top - bottom) <= _THIN:
            found.append(box)
            continue
        found += [Box(left, y, right, y) for y in (bottom, top)]
        found += [Box(x, bottom, x, top) for x in (left, right)]
    return [one for one in found if max(one.right - one.left, one.top - one.bottom) > _SHORTEST]


def grids(rules: Sequence[Box], words: Sequence[Box]) -> list[Grid]:
    """The tables that rules make.

    Args:
        rules: straight lines of a page, as :func:`rules_of` gives them.
        words: where each word of the page stands.
    """
    if not rules or len(rules) > MOST_RULES:
        return []
    found = (_grid(group, words) for group in _groups(rules))
    return [one for one in found if one is not None]


def _is_level(rule: Box) -> bool:
    return rule.right - rule.left > rule.top - rule.bottom


def _groups(rules: Sequence[Box]) -> list[list[Box]]:
    """Rules that touch each other, or touch one that does."""
    level = [rule for rule in rules if _is_level(rule)]
    groups: list[list[Box]] = []
    for upright in (rule for rule in rules if not _is_level(rule)):
        met, others = [[upright]], list[list[Box]]()
        for group in groups:
            (met if any(_touch(upright, one) for one in group) else others).append(group)
        groups = [*others, [one for group in met for one in group]]
        new = [one for one in level if _touch(upright, one)]
        level = [one for one in level if not _touch(upright, one)]
        groups[-1] += new
    return groups


def _touch(one: Box, other: Box) -> bool:
    return (
        one.left <= other.right + _TOUCH
        and other.left <= one.right + _TOUCH
        and one.bottom <= other.top + _TOUCH
        and other.bottom <= one.top + _TOUCH
    )


def _grid(rules: list[Box], words: Sequence[Box]) -> Grid | None:
    upright = [rule for rule in rules if not _is_level(rule)]
    level = [rule for rule in rules if _is_level(rule)]
    # A line below words of a cell begins or ends at no wall.
    level = [rule for rule in level if all(_stands_at(x, upright) for x in rule[::2])]
    heights = _apart([(rule.bottom + rule.top) / 2 for rule in level])
    if len(_apart([rule.left for rule in upright])) < 3 or len(heights) < 2:
        return None
    box = Box(
        min(rule.left for rule in rules), heights[0], max(r.right for r in rules), heights[-1]
    )
    inside = [number for number, word in enumerate(words) if _holds(box, word)]
    bands: list[list[int]] = [[] for _ in heights[1:]]
    for number in inside:
        middle = (words[number].bottom + words[number].top) / 2
        bands[min(bisect_right(heights, middle), len(bands)) - 1].append(number)
    rows: list[list[list[int]]] = []
    for (low, high), band in zip(pairwise(heights), bands, strict=True):
        middle = (low + high) / 2
        walls = [one.left for one in upright if one.bottom <= middle <= one.top]
        rows.append(_cells(_apart(walls), band, words))
    if any(len(cell) > _FULLEST for row in rows for cell in row):
        return None
    return Grid(box, [row for row in reversed(rows) if any(row)])


def _stands_at(x: float, upright: Sequence[Box]) -> bool:
    return any(rule.left - _TOUCH <= x <= rule.right + _TOUCH for rule in upright)


def _apart(values: Sequence[float]) -> list[float]:
    """Values in order, of those close together the first."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _SAME:
            found.append(value)
    return found


def _holds(box: Box, word: Box) -> bool:
    x, y = (word.left + word.right) / 2, (word.bottom + word.top) / 2
    return box.left <= x <= box.right and box.bottom <= y <= box.top


def _cells(walls: list[float], band: list[int], words: Sequence[Box]) -> list[list[int]]:
    cells: list[list[int]] = [[] for _ in range(max(len(walls) - 1, 1))]
    for number in band:
        middle = (words[number].left + words[number].right) / 2
        cells[min(max(bisect_right(walls, middle) - 1, 0), len(cells) - 1)].append(number)
    return cells
