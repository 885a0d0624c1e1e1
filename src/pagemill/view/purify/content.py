"""Which blocks are the content: by one of several methods, the learned one unless asked.

``learned`` asks trained trees, ``weights`` adds up evidence by hand-set weights, ``template``
takes out what stands on many pages of the site; of these the choice with the highest expected
F1 is taken. ``lecture`` keeps topic blocks by the lecture's rules, ``plateau`` the stretch with
the most text and the fewest tags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.html.tree import Tree
from pagemill.view.purify import learned
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.choice import kept_blocks, with_captions, with_likely_captions
from pagemill.view.purify.counts import Counts, counted
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.learned import CERTAIN
from pagemill.view.purify.measures import measured
from pagemill.view.purify.methods import lecture, weights
from pagemill.view.purify.methods.template import Template
from pagemill.view.purify.plateau import text_plateau

DEFAULT = "learned"
TEMPLATE = "template"


@dataclass(frozen=True, slots=True)
class Choice:
    """What is kept of a page.

    Attributes:
        kept: numbers of the blocks chosen as content, ascending.
        marks: marks of noise and content, one set a block.
        chances: how likely each block is content by the method, 0 to 1.
        dropped: whether each block is out for certain: hidden, noscript, consent.
        rows: what was measured of each block; None where the method did not measure.
        lead: number of the block that is kept as the lead of the content; -1 for none.
    """

    kept: list[int]
    marks: list[int]
    chances: list[float]
    dropped: list[bool]
    rows: NDArray[np.int16] | None = None
    lead: int = -1


def _by_lecture(counts: Counts) -> NDArray[np.int64]:
    return lecture.keep(counts) * CERTAIN


def _by_plateau(counts: Counts) -> NDArray[np.int64]:
    start, stop = text_plateau(counts.tree, counts.blocks)
    place = np.arange(len(counts))
    return ((place >= start) & (place < stop)) * CERTAIN


Judge = Callable[[Counts], NDArray[np.int64]]

METHODS: Mapping[str, Judge] = {
    "weights": weights.chances,
    "lecture": _by_lecture,
    "plateau": _by_plateau,
}
"""The methods that need the page alone, by name; beside them ``learned`` and ``template``."""


def choose(
    tree: Tree,
    blocks: Blocks,
    title: str,
    body: str = "",
    method: str = DEFAULT,
    knows: Forest | Template | None = None,
) -> Choice:
    """Choose the content of a page.

    Args:
        tree: the page.
        blocks: its blocks.
        title: characters of its title element; a block it contains is a heading.
        body: text of its article that the page states in its data, or ``""``.
        method: ``learned``, ``template``, or the name of one of ``METHODS``.
        knows: what the method knows beside the page: the trees that ``learned`` asks, None:
            those shipped; the template of the page's site.

    Raises:
        ValueError: there is no method of this name, or its knowledge is of another kind.
    """
    if not len(blocks):
        return Choice(kept=[], marks=[], chances=[], dropped=[])
    rows = None
    if method == DEFAULT and not isinstance(knows, Template):
        measures = measured(tree, blocks, title, body)
        chance = learned.chances(measures, knows)
        marks, dropped, rows = measures.marks, measures.dropped, measures.rows
    else:
        counts = counted(tree, blocks, title)
        chance = _judge(method, knows)(counts)
        marks, dropped = counts.marks, counts.dropped != 0
    chance[dropped] = 0
    kept = kept_blocks(
        tree, blocks, chance, dropped, CERTAIN, without_announcing=method == DEFAULT
    )
    if method == DEFAULT:
        kept = with_captions(tree, blocks, kept, dropped)
        kept = with_likely_captions(tree, blocks, kept, chance, dropped, CERTAIN)
    return Choice(
        kept=kept,
        marks=marks.tolist(),
        chances=(chance / CERTAIN).tolist(),
        dropped=dropped.tolist(),
        rows=rows,
    )


def _judge(method: str, knows: Forest | Template | None) -> Judge:
    """The function from counts to chances of a method that is not the learned one."""
    if method == TEMPLATE and isinstance(knows, Template):
        return knows.chances
    if method in METHODS and knows is None:
        return METHODS[method]
    raise ValueError(
        f"no method {method!r} that knows {type(knows).__name__}; there are {DEFAULT}, "
        f"{TEMPLATE} (which knows the template of a site), {', '.join(METHODS)}"
    )
