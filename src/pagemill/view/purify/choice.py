"""From chances to a choice: the blocks that promise the best F1, and whole structures."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from operator import mul

import numpy as np
from numpy.typing import NDArray

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.grids import data_tables

_WHOLE = ("ul", "ol", "dl", "pre", "listing", "xmp")
"""Beside tables of data: lists, and preformatted text."""

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LONGEST_HEADING = 12
_FEW = 3

LEAST_CHANCE_OF_CAPTION = 0.15
"""Of the caption of a picture between kept blocks: below it figures of real pages fall."""

SHARED_DOUBT = 20
"""How much the odds of all blocks of a page may be off together, either way."""

_STATES = ((float(SHARED_DOUBT), 0.3), (1.0, 0.4), (1 / SHARED_DOUBT, 0.3))
"""A page judged too kindly, rightly, too harshly: how much harsher to be, and its weight."""

_HARSHER, _WEIGHTS = np.array(_STATES).T[:, :, np.newaxis]


def kept_blocks(
    tree: Tree,
    blocks: Blocks,
    chance: NDArray[np.int64],
    dropped: NDArray[np.bool_],
    certain: int,
    *,
    without_announcing: bool,
) -> list[int]:
    """Numbers of the blocks that are kept, ascending.

    The best choice, with structures whole and without headings that announce what is not there.

    Args:
        tree: the page.
        blocks: its blocks.
        chance: how likely each block is content.
        dropped: whether a block is out for certain.
        certain: a chance of 1.
        without_announcing: whether headings behind all else are left out.
    """
    if tree.page is None:
        return kept_blocks_in_python(
            tree, blocks, chance, dropped, certain, without_announcing=without_announcing
        )
    return tree.page.chosen(
        chance.tobytes(), dropped.tobytes(), certain, _STATES, without_announcing
    )


def kept_blocks_in_python(
    tree: Tree,
    blocks: Blocks,
    chance: NDArray[np.int64],
    dropped: NDArray[np.bool_],
    certain: int,
    *,
    without_announcing: bool,
) -> list[int]:
    """The same blocks as :func:`kept_blocks` gives, by no compiled loop."""
    chance = np.where(dropped, 0, chance)
    keep = best_choice(chance, np.maximum(np.array(blocks.words), 1), certain)
    keep = (keep | whole_structures(tree, blocks, keep)) & ~dropped
    if without_announcing:
        keep &= ~announcing(tree, blocks, keep)
    kept: list[int] = np.flatnonzero(keep).tolist()
    return kept


def with_captions(
    tree: Tree, blocks: Blocks, kept: list[int], dropped: NDArray[np.bool_]
) -> list[int]:
    """Kept blocks, and the captions of the figures that hold one of them: code, tables, quotes.

    A caption of an image alone is judged by its own chance: most annotators leave it out.
    """
    added: set[int] = set()
    for caption in tree.nodes("figcaption"):
        figure = tree.parents[caption]
        if tree.tags[figure] == "figure" and _within(blocks, kept, tree, figure):
            start = bisect_left(blocks.first, caption)
            stop = bisect_left(blocks.first, tree.ends[caption])
            added.update(number for number in range(start, stop) if not dropped[number])
    return sorted(added.union(kept)) if added else kept


def with_likely_captions(
    tree: Tree,
    blocks: Blocks,
    kept: list[int],
    chance: NDArray[np.int64],
    dropped: NDArray[np.bool_],
    certain: int,
) -> list[int]:
    """Kept blocks, and the captions between them that have some chance to be content.

    Args:
        tree: the page.
        blocks: its blocks.
        kept: numbers of the blocks that are content, ascending.
        chance: how likely each block is content.
        dropped: whether a block is out for certain.
        certain: a chance of 1.
    """
    added: set[int] = set()
    for caption in tree.nodes("figcaption") if kept else ():
        start, stop = blocks.within(tree, caption)
        if kept[0] < start and stop <= kept[-1]:
            own = [number for number in range(start, stop) if not dropped[number]]
            if any(chance[number] >= LEAST_CHANCE_OF_CAPTION * certain for number in own):
                added.update(own)
    return sorted(added.union(kept)) if added else kept


def _within(blocks: Blocks, kept: list[int], tree: Tree, element: int) -> bool:
    """Whether a kept block begins inside an element."""
    at = bisect_left(kept, bisect_left(blocks.first, element))
    return at < len(kept) and blocks.first[kept[at]] < tree.ends[element]


def best_choice(
    chance: NDArray[np.int64], words: NDArray[np.int64], certain: int
) -> NDArray[np.bool_]:
    """Blocks whose choice has the highest expected F1.

    Sorted by chance, each prefix has the expected F1 of 2 hits / (chosen + true), in words.
    What a classifier gets wrong it gets wrong on a whole page: the items of a list are content
    all or none. So the mean is taken over three states of the page, in which the odds of all
    its blocks are smaller, as they are, and greater. Where blocks are nearly certain this
    changes nothing; where a page is in doubt, more of it is kept.

    Source: for the choice by prefixes, Ye, Chai, Lee, Chieu 2012, "Optimizing F-measure: a
    tale of two approaches".

    Args:
        chance: how likely each block is content.
        words: size of each block.
        certain: a chance of 1.

    Returns:
        Whether each block is chosen; a block without any chance never is.
    """
    keep = np.zeros(len(chance), bool)
    order = np.argsort(-chance, kind="stable")
    likely, size = chance[order], words[order]
    if len(order) and likely[0] > 0:
        best = int(np.argmax(_expected(likely, size, certain)))
        keep[order[: best + 1]] = True
    return keep & (chance > 0)


def _expected(
    likely: NDArray[np.int64], size: NDArray[np.int64], certain: int
) -> NDArray[np.float64]:
    """Expected F1 of each prefix of blocks, the likeliest first."""
    true = size * (likely / (likely + _HARSHER * (certain - likely)))
    hits = np.cumsum(true, axis=1)
    by_state = _WEIGHTS * (hits / (np.cumsum(size) + hits[:, -1:]))
    expected: NDArray[np.float64] = by_state.sum(axis=0)
    return expected


def announcing(tree: Tree, blocks: Blocks, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Headings behind all else that is kept: what they announce is not there.

    Most are those of related pages, of remarks, of forms. A page of which only a few blocks are
    kept has too little to tell; and where one heading follows another of its kind, as names
    below pictures do, they are the content.
    """
    found = np.zeros(len(keep), bool)
    kept = np.flatnonzero(keep).tolist()
    while len(kept) > _FEW and _is_heading(tree, blocks, kept[-1]):
        last = kept.pop()
        if tree.tags[blocks.element[kept[-1]]] == tree.tags[blocks.element[last]]:
            break
        found[last] = True
    return found


def _is_heading(tree: Tree, blocks: Blocks, number: int) -> bool:
    tag = tree.tags[blocks.element[number]]
    return tag in HEADINGS and blocks.words[number] <= _LONGEST_HEADING


def whole_structures(tree: Tree, blocks: Blocks, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Blocks of tables of data, lists and code that stand in the content or are mostly kept.

    Single cells and items say too little to be judged one by one, and code says it otherwise.
    """
    structures = [*tree.find(*_WHOLE), *data_tables(tree, blocks)]
    count, first, ends = len(blocks), blocks.first, tree.ends
    is_kept = keep.tolist()
    words = list(accumulate(blocks.words, initial=0))
    links = list(accumulate(blocks.link_words, initial=0))
    kept_words = list(accumulate(map(mul, blocks.words, is_kept), initial=0))
    fills = np.zeros(count + 1, int)
    for node in structures:
        start, stop = bisect_left(first, node), bisect_left(first, ends[node])
        size = words[stop] - words[start]
        if 2 * (links[stop] - links[start]) > size:
            continue
        is_inside = start > 0 and stop < count and is_kept[start - 1] and is_kept[stop]
        if is_inside or 2 * (kept_words[stop] - kept_words[start]) > size:
            fills[start] += 1
            fills[stop] -= 1
    return np.cumsum(fills[:count]) > 0
