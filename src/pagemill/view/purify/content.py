"""Which blocks are the content: by one of several methods, the learned one unless asked.

``learned`` asks trained trees, ``weights`` adds up evidence by hand-set weights; of both the
choice with the highest expected F1 is taken. ``lecture`` keeps topic blocks by the lecture's
rules, ``plateau`` the stretch with the most text and the fewest tags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.html.tree import Tree
from pagemill.view.purify import learned, lecture, weights
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.choice import best_choice, whole_structures
from pagemill.view.purify.counts import Counts, counted
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.learned import CERTAIN
from pagemill.view.purify.plateau import text_plateau

DEFAULT = "learned"


@dataclass(frozen=True, slots=True)
class Choice:
    """What is kept of a page.

    Attributes:
        kept: numbers of the blocks chosen as content, ascending.
        marks: marks of noise and content, one set a block.
        chances: how likely each block is content by the method, 0 to 1.
        dropped: whether each block is out for certain: hidden, noscript, consent.
    """

    kept: list[int]
    marks: list[int]
    chances: list[float]
    dropped: list[bool]


def _by_lecture(counts: Counts) -> NDArray[np.int64]:
    return lecture.keep(counts) * CERTAIN


def _by_plateau(counts: Counts) -> NDArray[np.int64]:
    start, stop = text_plateau(counts.tree, counts.blocks)
    place = np.arange(len(counts))
    return ((place >= start) & (place < stop)) * CERTAIN


METHODS: Mapping[str, Callable[[Counts], NDArray[np.int64]]] = {
    "learned": learned.chances,
    "weights": weights.chances,
    "lecture": _by_lecture,
    "plateau": _by_plateau,
}


def choose(
    tree: Tree,
    blocks: Blocks,
    title: str,
    body: str = "",
    method: str = DEFAULT,
    forest: Forest | None = None,
) -> Choice:
    """Choose the content of a page.

    Args:
        tree: the page.
        blocks: its blocks.
        title: characters of its title element; a block it contains is a heading.
        body: text of its article that the page states in its data, or ``""``.
        method: name of one of ``METHODS``.
        forest: trees that the learned method asks; None: those shipped.
    """
    if not len(blocks):
        return Choice(kept=[], marks=[], chances=[], dropped=[])
    counts = counted(tree, blocks, title)
    if method == DEFAULT:
        chance = learned.chances(counts, body, forest)
    else:
        chance = METHODS[method](counts)
    dropped = counts.dropped != 0
    chance[dropped] = 0
    keep = best_choice(chance, np.maximum(counts.words, 1), CERTAIN)
    keep = (keep | whole_structures(tree, blocks, keep)) & ~dropped
    return Choice(
        kept=np.flatnonzero(keep).tolist(),
        marks=counts.marks.tolist(),
        chances=(chance / CERTAIN).tolist(),
        dropped=dropped.tolist(),
    )
