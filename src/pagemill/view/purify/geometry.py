"""Where blocks stand on a page that was rendered: its centre by its boxes.

Source: the Tianwang lecture on preprocessing: the important part of a page stands in its
middle, and what stands at its edges by layout is navigation. Where boxes are known, the centre
is the smallest rectangle of an element in which most of some words (or nearly all of some
images) have their middle. What has its own middle beside that rectangle is edge, whatever it
stands in: a column beside the list is edge although one container holds both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagemill.html.rendered.boxes import Boxes, boxes
from pagemill.html.tree import Tree
from pagemill.model.ledger import Box
from pagemill.view.purify.blocks import Blocks

_MOST_WORDS: Final = 2 / 3
_NEARLY_ALL_IMAGES: Final = 0.8
_NARROWEST: Final = 3
"""A centre is this part of the page wide at least: what is narrower is a column at its side."""

_CANDIDATES: Final = 2_048
"""Rectangles that are tried at most, the largest; few smaller ones hold so much."""

_Rows = NDArray[np.int64]
_Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Geometry:
    """Boxes of a page, and of its blocks.

    Attributes:
        boxes: of its elements.
        rows: of its blocks, one row each: x, y, width, height; of what has none, zeros.
    """

    boxes: Boxes
    rows: _Rows

    def box(self, number: int) -> Box | None:
        """The box of a block."""
        x, y, width, height = self.rows[number].tolist()
        return Box(x, y, width, height) if width else None

    def inside(self, centre: Box) -> _Flags:
        """Whether each block has its middle in a rectangle; one without a box counts as in."""
        found: _Flags = _middles_inside(self.rows, centre) | (self.rows[:, 2] == 0)
        return found

    def in_line(self, centre: Box) -> _Flags:
        """Whether each block has its middle between the sides of a rectangle, or no box."""
        x = self.rows[:, 0] + self.rows[:, 2] // 2
        found: _Flags = (x >= centre.x) & (x < centre.x + centre.width)
        found |= self.rows[:, 2] == 0
        return found


def geometry(tree: Tree, blocks: Blocks) -> Geometry | None:
    """The geometry of a page; None where it was not rendered, or has no block."""
    known = boxes(tree)
    if known is None or not len(blocks):
        return None
    rows = [known.around(tree, element) or Box(0, 0, 0, 0) for element in blocks.element]
    return Geometry(known, np.array(rows, np.int64))


def centre_of_words(known: Geometry, words: Sequence[int]) -> Box:
    """The centre by the words of the blocks, one number a block."""
    return _smallest(known.boxes, known.rows, np.array(words, np.int64), _MOST_WORDS)


def centre_of_images(known: Geometry, images: Sequence[int]) -> Box:
    """The centre by images, one or more nodes that have a box."""
    rows = np.array([known.boxes.of[node] for node in images], np.int64)
    return _smallest(known.boxes, rows, np.ones(len(rows), np.int64), _NEARLY_ALL_IMAGES)


def _smallest(known: Boxes, rows: _Rows, weights: _Rows, share: float) -> Box:
    """Of equal areas the first in the page; the whole page where none holds enough."""
    page = Box(0, 0, known.width, known.height)
    wide = {box for box in known.of.values() if _NARROWEST * box.width >= known.width}
    tried = sorted(wide, key=lambda box: -box.width * box.height)
    order = {box: number for number, box in reversed(list(enumerate(known.of.values())))}
    best = (known.width * known.height, -1, page)
    least = share * int(weights.sum())
    if not least:
        return page
    for box in tried[:_CANDIDATES]:
        held = int(weights[_middles_inside(rows, box)].sum())
        if held >= least:
            best = min(best, (box.width * box.height, order[box], box))
    return best[2]


def _middles_inside(rows: _Rows, box: Box) -> _Flags:
    x = rows[:, 0] + rows[:, 2] // 2
    y = rows[:, 1] + rows[:, 3] // 2
    is_beside = (x >= box.x) & (x < box.x + box.width)
    inside: _Flags = is_beside & (y >= box.y) & (y < box.y + box.height) & (rows[:, 2] > 0)
    return inside
