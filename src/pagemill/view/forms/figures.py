"""Figures of the content: its pictures, and what becomes of their captions.

A picture belongs to the content where it stands between two kept blocks, the captions of
pictures aside. Whether its caption belongs to the text is another question, on which annotators
of real pages mostly say no; one that does not goes with its picture, as the title that HTML and
Markdown both know.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from pagemill.html.tree import Tree
from pagemill.view.forms.picture import addresses
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.centre import is_tiny
from pagemill.view.purify.noise import HIDDEN, attribute_marks

_OUTWARD: Final = 4
_MOST_CAPTIONS: Final = 4
"""Blocks that one picture has at most; what holds more is no figure but a part of the page."""

_HOLDERS: Final = ("caption", "figure")
"""Parts of class names of elements that hold a picture and its caption."""


def figures(
    tree: Tree, blocks: Blocks, kept: Sequence[int], dropped: Sequence[bool]
) -> dict[int, str]:
    """Pictures of the content in their order, each with its caption if no kept block has it.

    A picture stands in the content where the blocks before and after it are kept, captions of
    pictures aside; so does a figure right before the first kept block, if the element around
    the figure holds that block, too. What declares to be tiny is no picture, nor is what
    stands inside a sentence, is hidden, has no address or repeats another (:func:`shown`).

    Args:
        tree: the page.
        blocks: its blocks.
        kept: numbers of the blocks that are content, ascending.
        dropped: whether a block is out for certain, so that it is no caption.
    """
    seen = _candidates(tree, blocks, kept)
    real = frozenset(shown(tree, [node for node, _, _, _ in seen]))
    seen = [one for one in seen if one[0] in real]
    if not seen:
        return {}
    is_kept = bytearray(len(blocks) + 2)  # one more at each end: no block is there
    for number in kept:
        is_kept[number + 1] = 1
    aside = _captions(seen, is_kept)
    found: dict[int, str] = {}
    told: set[int] = set()
    for node, holder, start, stop in seen:
        before, after = aside.before.get(start - 1, start - 1), aside.after.get(stop, stop)
        is_lead = after == kept[0] and holder != node and _holds(tree, blocks, holder, kept[0])
        if is_kept[after + 1] and (is_kept[before + 1] or is_lead):
            own = () if holder in told else range(start, stop)
            says = [n for n in own if not is_kept[n + 1] and not dropped[n]]
            found[node] = " ".join(" ".join(blocks.text[n] for n in says).split())
            told.add(holder)
    return found


def shown(tree: Tree, images: Sequence[int]) -> list[int]:
    """Those of some images that a reader sees, each once.

    Out are hidden ones, those that state no address, and what a ``noscript`` shows in place of
    the image right before it, which a script loads late.

    Args:
        tree: the page.
        images: numbers of ``img`` nodes, ascending.
    """
    hidden: dict[int, bool] = {}
    found: list[int] = []
    for node in images:
        if _is_hidden(tree, node, hidden) or next(addresses(tree, node), None) is None:
            continue
        instead_of = _without_scripts(tree, node)
        if not (instead_of >= 0 and found and found[-1] > tree.parents[instead_of]):
            found.append(node)
    return found


def _is_hidden(tree: Tree, node: int, known: dict[int, bool]) -> bool:
    """Whether an element or one around it is hidden; what was found out is remembered."""
    path: list[int] = []
    while node >= 0 and node not in known:
        path.append(node)
        if tree.attributes[node] and attribute_marks(tree.attributes[node]) & HIDDEN:
            known[node] = True
            break
        node = tree.parents[node]
    is_hidden = node >= 0 and known[node]
    known.update(dict.fromkeys(path, is_hidden))
    return is_hidden


def _without_scripts(tree: Tree, node: int) -> int:
    """The ``noscript`` around an image, -1 where there is none near."""
    for _ in range(_OUTWARD):
        node = tree.parents[node]
        if node < 0 or tree.tags[node] == "noscript":
            return node
    return -1


def _candidates(
    tree: Tree, blocks: Blocks, kept: Sequence[int]
) -> list[tuple[int, int, int, int]]:
    """Pictures that may stand in the content: node, what holds it, its blocks from and to."""
    if not kept or not blocks.images:
        return []
    first = kept[0] - _MOST_CAPTIONS - 1
    begin = bisect_left(blocks.images, blocks.last[first] if first >= 0 else -1)
    end = bisect_left(blocks.images, blocks.first[kept[-1]])
    found: list[tuple[int, int, int, int]] = []
    for node in blocks.images[begin:end]:
        holder = _holder(tree, blocks, node)
        start, stop = blocks.within(tree, holder)
        is_inside = holder == node and start > 0 and blocks.last[start - 1] > node
        if not is_inside and not is_tiny(tree, node):
            found.append((node, holder, start, stop))
    return found


def _holder(tree: Tree, blocks: Blocks, node: int) -> int:
    """The element that holds a picture and its caption; the picture where there is none."""
    around = node
    for _ in range(_OUTWARD):
        around = tree.parents[around]
        if around < 0:
            break
        start, stop = blocks.within(tree, around)
        if stop - start > _MOST_CAPTIONS:
            break
        name = tree.attribute(around, "class").lower()
        if tree.tags[around] == "figure" or any(part in name for part in _HOLDERS):
            return around
    return node


class _Aside(NamedTuple):
    """Blocks of figures that are not kept, and the next block on either side that is none."""

    before: dict[int, int]
    after: dict[int, int]


def _captions(seen: Sequence[tuple[int, int, int, int]], is_kept: bytearray) -> _Aside:
    """The captions of figures that are not kept."""
    around = {
        number: (start - 1, stop)
        for _, _, start, stop in seen
        for number in range(start, stop)
        if not is_kept[number + 1]
    }
    found = _Aside({}, {})
    for number in sorted(around):
        before = around[number][0]
        found.before[number] = found.before.get(before, before)
    for number in sorted(around, reverse=True):
        after = around[number][1]
        found.after[number] = found.after.get(after, after)
    return found


def _holds(tree: Tree, blocks: Blocks, holder: int, number: int) -> bool:
    """Whether the element around a figure holds a block, too."""
    around = tree.parents[holder]
    return around >= 0 and blocks.first[number] < tree.ends[around]
