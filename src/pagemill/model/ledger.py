"""The ledger of a page: what became of each of its text nodes, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """Where an element stood on a page that was rendered: a rectangle in CSS pixels.

    Attributes:
        x, y: left and top edge, from the top left corner of the page; negative for what stands
            outside of it.
        width, height: size.
    """

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One text node of a page, in document order; white space alone only inside a block.

    Attributes:
        node: number of the text node in the tag tree.
        text: its characters, as in the source.
        kept: whether it is part of the page's text.
        block: number of its content block; -1 where no reader sees it (as of ``title``).
        block_type: ``topic``, ``hub`` or ``image``, by the lecture's rules; ``""`` for none.
        score: how likely its block is content, 0 to 1.
        reason: why it was kept or dropped.
        marks: what the elements around it suggest, such as ``navigation``.
        box: where its block stood when the page was rendered; None where it was not.
    """

    node: int
    text: str
    kept: bool
    block: int
    block_type: str
    score: float
    reason: str
    marks: tuple[str, ...] = ()
    box: Box | None = None
