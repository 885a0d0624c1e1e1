"""The ledger: for each text node of a page whether it was kept, by which block, and why.

It is made from what purification decided, only when somebody asks; the page function itself
never comes here. Every text node that a reader can see is in one block, so the lines with a
block add up to the visible text of the page.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

from pagemill.html.tree import TEXT, Tree
from pagemill.model.ledger import LedgerLine
from pagemill.view.purify import noise
from pagemill.view.purify.blocks import NEVER_SHOWN, Blocks
from pagemill.view.purify.choice import HEADINGS, best_choice
from pagemill.view.purify.content import Choice
from pagemill.view.purify.counts import counted
from pagemill.view.purify.features import MARKED
from pagemill.view.purify.geometry import geometry
from pagemill.view.purify.learned import CERTAIN
from pagemill.view.purify.methods.lecture import block_types

_DOCUMENT = "a document: all of it is kept"


def ledger(
    tree: Tree, blocks: Blocks, choice: Choice, title: str, *, whole: bool = False
) -> list[LedgerLine]:
    """The lines of a page, in document order.

    Args:
        tree: the page.
        blocks: its blocks.
        choice: what was kept of it.
        title: characters of its title element.
        whole: this is a document, of which all was kept without a judgement.
    """
    types = block_types(counted(tree, blocks, title)) if len(blocks) else []
    reasons = [_DOCUMENT] * len(blocks) if whole else _reasons(tree, blocks, choice)
    kept = set(choice.kept)
    known = geometry(tree, blocks)
    lines: list[LedgerLine] = []
    for node in tree.find(TEXT):
        if not blocks.shown[node]:
            lines.extend(_unseen(tree, node))
            continue
        number = bisect_right(blocks.first, node) - 1
        lines.append(
            LedgerLine(
                node=node,
                text=tree.texts[node],
                kept=number in kept,
                block=number,
                block_type=types[number],
                score=choice.chances[number],
                reason=reasons[number],
                marks=tuple(
                    name for name, mark in MARKED.items() if choice.marks[number] & mark
                ),
                box=known.box(number) if known else None,
            )
        )
    return lines


def _unseen(tree: Tree, node: int) -> Iterator[LedgerLine]:
    """The line of a text node in no block, unless it is a gap between blocks."""
    holder = tree.parents[node]
    while holder >= 0 and tree.tags[holder] not in NEVER_SHOWN:
        holder = tree.parents[holder]
    text = tree.texts[node]
    if holder >= 0 and not text.isspace():
        reason = f"inside {tree.tags[holder]}: no reader sees it"
        yield LedgerLine(
            node=node, text=text, kept=False, block=-1, block_type="", score=0.0, reason=reason
        )


def _reasons(tree: Tree, blocks: Blocks, choice: Choice) -> list[str]:
    """Why each block was kept or dropped."""
    kept = set(choice.kept)
    chance = np.round(np.array(choice.chances) * CERTAIN).astype(np.int64)
    best = best_choice(chance, np.maximum(np.array(blocks.words, np.int64), 1), CERTAIN)
    least = min((choice.chances[number] for number in np.flatnonzero(best)), default=1.0)
    reasons: list[str] = []
    for number, score in enumerate(choice.chances):
        if choice.dropped[number]:
            reasons.append(_certain(choice.marks[number]))
        elif number == choice.lead:
            reasons.append(f"chance {score:.3f}, repeated in the page's description")
        elif number in kept and not best[number]:
            reasons.append("in a list, table, code or figure that is kept whole")
        elif number in kept:
            reasons.append(f"chance {score:.3f}, at least {least:.3f}")
        elif score >= least:
            reasons.append(f"chance {score:.3f}, {_otherwise(tree, blocks, number)}")
        else:
            reasons.append(f"chance {score:.3f}, less than {least:.3f}")
    return reasons


def _otherwise(tree: Tree, blocks: Blocks, number: int) -> str:
    """Why a block is out that its chance would have kept."""
    if tree.tags[blocks.element[number]] in HEADINGS:
        return "but a heading of nothing that is kept"
    return "but at the edge of an image page, or of a page that was rendered"


def _certain(marks: int) -> str:
    """Why a block is out whatever its chance."""
    if marks & noise.HIDDEN:
        return "hidden from readers"
    return "noscript beside real text" if marks & noise.NOSCRIPT else "a notice of consent"
