"""The centre of an image page: the element that holds its images; what lies outside is edge.

Source: the Tianwang lecture on preprocessing: of hub and image pages the important part stands
in the middle, so blocks around it are dropped by the layout of the page. Without a renderer the
middle of an image page is the innermost element with nearly all of its images; of a page that
was rendered the boxes tell it, of hub pages, too.

Deviates: of a hub page that was not rendered the classifier's choice is kept as it is. On pages
with labels it drops edges better than any rule of place in the text does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.geometry import Geometry, centre_of_images, centre_of_words

_NEARLY_ALL: Final = 0.8
_SMALLEST: Final = 64
"""Pixels; what declares to be smaller is a sign, not a picture."""

_SENTENCE_WORDS: Final = 5


def pictures(tree: Tree, blocks: Blocks, kept: Sequence[int]) -> list[int]:
    """Images of the content that do not declare to be tiny.

    They stand between kept blocks; or, where these hold no sentence, as of a gallery that has a
    heading only, between one of them and the block that stands next to it.

    Args:
        tree: the page.
        blocks: its blocks.
        kept: numbers of the blocks that are content, ascending.
    """
    begin, end = -1, len(tree)
    if any(_is_sentence(blocks, number) for number in kept):
        begin, end = blocks.first[kept[0]], blocks.last[kept[-1]]
    elif kept:
        first, last = kept[0], kept[-1]
        begin = blocks.last[first - 1] if first else begin
        end = blocks.first[last + 1] if last + 1 < len(blocks) else end
    return [node for node in blocks.images if begin < node < end and not is_tiny(tree, node)]


def centre(tree: Tree, images: Sequence[int]) -> int:
    """The innermost element that holds nearly all of some images, one or more."""
    within: Counter[int] = Counter()
    for node in images:
        holder = tree.parents[node]
        while holder >= 0:
            within[holder] += 1
            holder = tree.parents[holder]
    least = _NEARLY_ALL * len(images)
    return max((node for node, held in within.items() if held >= least), default=0)


def central(
    tree: Tree, blocks: Blocks, kept: Sequence[int], images: Sequence[int]
) -> list[int]:
    """The kept blocks of an image page without its edges; headings and sentences stay."""
    start, stop = blocks.within(tree, centre(tree, images))
    return [
        number
        for number in kept
        if start <= number < stop
        or _is_heading(tree, blocks.element[number])
        or _is_sentence(blocks, number)
    ]


def central_by_boxes(
    tree: Tree, blocks: Blocks, kept: Sequence[int], images: Sequence[int], known: Geometry
) -> list[int]:
    """The kept blocks of a rendered hub or image page without its edges.

    Headings and sentences above and below the centre stay, those beside it do not.

    Args:
        tree: the page.
        blocks: its blocks.
        kept: numbers of the blocks that are content, ascending.
        images: images of an image page; none of a hub page, whose centre is that of its words.
        known: the boxes.
    """
    if images:
        box = centre_of_images(known, images)
    else:
        words = [0] * len(blocks)
        for number in kept:
            words[number] = blocks.words[number]
        box = centre_of_words(known, words)
    inside, in_line = known.inside(box).tolist(), known.in_line(box).tolist()
    return [
        number
        for number in kept
        if inside[number]
        or (
            in_line[number]
            and (_is_heading(tree, blocks.element[number]) or _is_sentence(blocks, number))
        )
    ]


def _is_sentence(blocks: Blocks, number: int) -> bool:
    return blocks.is_sentence[number] and blocks.words[number] >= _SENTENCE_WORDS


def _is_heading(tree: Tree, element: int) -> bool:
    tag = tree.tags[element]
    return len(tag) == 2 and tag[0] == "h" and tag[1].isdigit()


def is_tiny(tree: Tree, node: int) -> bool:
    """Whether an image declares a size that no picture has."""
    for name in ("width", "height"):
        value = tree.attribute(node, name)
        if value.isascii() and value.isdigit() and len(value) < 3 and int(value) < _SMALLEST:
            return True
    return False
