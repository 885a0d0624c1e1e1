"""The tag plateau: the stretch of a page with the most text and the fewest tags.

Drawn as a curve, the number of tags read so far climbs steeply through navigation and lies
flat across the main text. The main text is that plateau.

Source: Finn, Kushmerick, Smyth 2001, "Fact or fiction: content classification for digital
libraries". With b[n] = 1 where token n is a tag, the text is the interval i..j that maximises

    sum of b before i  +  sum of (1 - b) from i to j  +  sum of b after j.

As the sum of all b does not depend on i and j, this is that sum plus the largest sum of any
interval of (1 - 2b), which Kadane's scan finds in one pass instead of trying every pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks


def best_stretch(gains: Iterable[float]) -> tuple[int, int]:
    """Interval with the largest sum; of equal ones the first, and of these the longest.

    Args:
        gains: what each item adds when it is inside.

    Returns:
        First item and one past the last; ``(0, 0)`` for nothing at all.

    Example:
        >>> best_stretch([-1, 2, 0, 3, -9, 4])
        (1, 4)
    """
    best: float | None = None
    best_start = best_stop = start = 0
    running = 0.0
    for item, gain in enumerate(gains):
        if item and running >= 0:
            running += gain
        else:
            start, running = item, gain
        if best is None or running > best or (running == best and start == best_start):
            best, best_start, best_stop = running, start, item + 1
    return best_start, best_stop


def tag_plateau(is_tag: Sequence[bool]) -> tuple[int, int]:
    """Interval of tokens that is the main text by the tag curve alone.

    Args:
        is_tag: for each token of the page, tags and words alike, whether it is a tag.

    Returns:
        First token and one past the last.
    """
    return best_stretch([-1 if tag else 1 for tag in is_tag])


def objective(is_tag: Sequence[bool], start: int, stop: int) -> int:
    """Value that :func:`tag_plateau` maximises: tags outside plus words inside."""
    inside = is_tag[start:stop]
    return sum(is_tag) - sum(inside) + len(inside) - sum(inside)


def text_plateau(tree: Tree, blocks: Blocks) -> tuple[int, int]:
    """Blocks on the plateau of a page: first block and one past the last.

    The best interval begins and ends with a block's text, so each block's words and the tags
    between two blocks are one item each.

    Args:
        tree: the page.
        blocks: its blocks.
    """
    gains: list[int] = []
    before = -1
    for first, last, words in zip(blocks.first, blocks.last, blocks.words, strict=True):
        gains += (-_tags(tree, before, first), words - _tags(tree, first, last))
        before = last
    start, stop = best_stretch(gains)
    return start // 2, stop // 2


def _tags(tree: Tree, after: int, before: int) -> int:
    """Start and end tags between two nodes, but for those that have no end tag of their own."""
    return 2 * sum(1 for node in range(after + 1, before) if not tree.texts[node])
