"""Which blocks are the content: a score a block, then the choice that promises the best F1.

The score adds up evidence with weights set by hand. They are round numbers, chosen on pages
of several sources and languages; no single one is enough to drop a block that stands among
the page's prose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

import numpy as np
from numpy.typing import NDArray

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.evidence import Evidence, Floats, measured
from pagemill.view.purify.grids import data_tables

BIAS = -1.8
WEIGHTS: Mapping[str, float] = {
    "link share": -1.35,
    "all link": 0.85,
    "links within 1": -0.4,
    "links within 6": -0.3,
    "prose of parent": 1.1,
    "prose of kind": 1.3,
    "where half of prose is": 0.85,
    "where two thirds of prose is": 0.6,
    "on plateau": 0.5,
    "after prose": -0.8,
    "place": -1.0,
    "little prose": 0.75,
    "main": 0.9,
    "outside main": -0.7,
    "content name": 0.35,
    "heading": 0.55,
    "title": 0.75,
    "lead": 1.5,
    "sentence end": 0.6,
    "quote": 1.1,
    "code": 0.6,
    "navigation": -0.3,
    "header": -0.35,
    "footer": -0.45,
    "aside": -0.9,
    "form": -1.2,
    "dialog": -2.0,
    "control": -1.3,
    "caption": -2.0,
    "noise name": -0.75,
    "remark name": -2.5,
    "legal": -1.3,
    "consent words": -0.85,
}


_LISTS = ("ul", "ol", "dl")


@dataclass(frozen=True, slots=True)
class Choice:
    """What is kept of a page.

    Attributes:
        kept: numbers of the blocks chosen as content, ascending.
        marks: marks of noise and content, one set a block.
    """

    kept: list[int]
    marks: list[int]


def chances(evidence: Evidence) -> Floats:
    """How likely each block is content, 0 to 1."""
    score = np.full(len(evidence.marks), BIAS)
    for name, weight in WEIGHTS.items():
        score += weight * evidence.columns[name]
    chance: Floats = 1 / (1 + np.exp(-score))
    chance[evidence.dropped] = 0.0
    return chance


def best_choice(chance: Floats, words: Floats) -> NDArray[np.bool_]:
    """Blocks whose choice has the highest expected F1.

    Sorted by chance, each prefix has the expected F1 of 2 hits / (chosen + true), in words.

    Args:
        chance: how likely each block is content.
        words: size of each block.

    Returns:
        Whether each block is chosen; a block without any chance never is.
    """
    order = np.argsort(-chance, kind="stable")
    hits = np.cumsum((chance * words)[order])
    chosen = np.cumsum(words[order])
    keep = np.zeros(len(chance), bool)
    if len(hits) and hits[-1] > 0:
        best = int(np.argmax(2 * hits / (chosen + hits[-1])))
        keep[order[: best + 1]] = True
    return keep & (chance > 0)


def with_whole_structures(
    tree: Tree, blocks: Blocks, keep: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Keep all of a table of data or list that stands in the content or is mostly kept.

    Its single cells and items say too little to be judged one by one.
    """
    count = len(blocks)
    structures = [*tree.find(*_LISTS), *sorted(data_tables(tree, blocks))]
    if not structures:
        return keep
    is_kept = keep.tolist()
    all_words = list(accumulate(blocks.words, initial=0))
    links = list(accumulate(blocks.link_words, initial=0))
    kept_words = list(accumulate(map(mul, blocks.words, is_kept), initial=0))
    fills = np.zeros(count + 1, int)
    for node in structures:
        start, stop = blocks.within(tree, node)
        size = all_words[stop] - all_words[start]
        if 2 * (links[stop] - links[start]) > size:
            continue
        is_inside = start > 0 and stop < count and is_kept[start - 1] and is_kept[stop]
        if is_inside or 2 * (kept_words[stop] - kept_words[start]) > size:
            fills[start] += 1
            fills[stop] -= 1
    return keep | (np.cumsum(fills[:count]) > 0)


def choose(tree: Tree, blocks: Blocks, title: str) -> Choice:
    """Choose the content of a page.

    Args:
        tree: the page.
        blocks: its blocks.
        title: characters of its title element; a block it contains is a heading.
    """
    if not len(blocks):
        return Choice(kept=[], marks=[])
    evidence = measured(tree, blocks, title)
    words = np.maximum(np.array(blocks.words, float), 1.0)
    keep = best_choice(chances(evidence), words)
    keep = with_whole_structures(tree, blocks, keep) & ~evidence.dropped
    return Choice(kept=np.flatnonzero(keep).tolist(), marks=evidence.marks.tolist())
