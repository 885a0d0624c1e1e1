"""Topic page, hub page or image page: the type that most of the page's middle speaks for.

Source: the Tianwang lecture on preprocessing. A block with few words for its images is an
image block, one whose words are mostly anchor words is a hub block (the lecture prints the
comparison the wrong way round), else it is a topic block; the type with the most words wins.

Deviates: a teaser, a short text under a heading that is a link, counts as hub as well: the
index of a news site holds more teaser words than anchor words.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.noise import ASIDE, FOOTER, HEADER, HIDDEN, NAVIGATION, NOSCRIPT

HUB_LINK_SHARE = 0.5
WORDS_PER_IMAGE = 15
TEASER_WORDS = 80
FEWEST_TEASERS = 4
_EDGE = NAVIGATION | HEADER | FOOTER | ASIDE | HIDDEN | NOSCRIPT
_EDGE_SHARE = 0.15


def is_hub_block(words: int, link_words: int) -> bool:
    """Whether a block is a list of links: more than half of its words are anchor words."""
    return words > 0 and link_words / words > HUB_LINK_SHARE


def page_type(tree: Tree, blocks: Blocks, marks: Sequence[int], kept: Sequence[int]) -> str:
    """Type of a page.

    Args:
        tree: the page.
        blocks: its blocks.
        marks: marks of noise, one set a block.
        kept: numbers of the blocks chosen as content.

    Returns:
        ``topic``, ``hub`` or ``image``.
    """
    votes = {"topic": 0, "hub": 0}
    teasers = 0
    for is_linked, words, links in _sections(blocks, _middle(blocks, marks)):
        if is_linked and words <= TEASER_WORDS:
            votes["hub"] += words
            teasers += 1
        elif is_hub_block(words, links):
            votes["hub"] += words
        else:
            votes["topic"] += words
    content = sum([blocks.words[number] for number in kept])
    images = _content_images(tree, blocks, kept)
    if images >= 3 and content < WORDS_PER_IMAGE * images:
        return "hub" if teasers >= FEWEST_TEASERS else "image"
    if votes["hub"] > votes["topic"] and teasers >= FEWEST_TEASERS:
        return "hub"
    linked = sum([blocks.link_words[number] for number in kept])
    return "hub" if is_hub_block(content, linked) else "topic"


def _middle(blocks: Blocks, marks: Sequence[int]) -> list[int]:
    """Blocks of the central area: neither marked as an edge nor in the outer word shares."""
    inner = [number for number, mark in enumerate(marks) if not mark & _EDGE]
    total = sum([blocks.words[number] for number in inner])
    low, high = _EDGE_SHARE * total, (1 - _EDGE_SHARE) * total
    middle: list[int] = []
    seen = 0
    for number in inner:
        words = blocks.words[number]
        if seen + words > low and seen < high:
            middle.append(number)
        seen += words
    return middle


def _sections(blocks: Blocks, middle: Sequence[int]) -> list[tuple[bool, int, int]]:
    """Runs of blocks from one title-like link to the next: (begins so, words, link words)."""
    sections: list[list[int]] = []
    for number in middle:
        words, links = blocks.words[number], blocks.link_words[number]
        if words >= 3 and links == words:
            sections.append([1, words, links])
        elif sections:
            sections[-1][1] += words
            sections[-1][2] += links
        else:
            sections.append([0, words, links])
    return [(linked == 1 and words > links, words, links) for linked, words, links in sections]


def _content_images(tree: Tree, blocks: Blocks, kept: Sequence[int]) -> int:
    """Images between the first and the last kept block that are not declared tiny."""
    if not kept:
        return len(blocks.images)
    first, last = blocks.first[kept[0]], blocks.last[kept[-1]]
    return sum(
        1 for node in blocks.images if first <= node <= last and not _is_tiny(tree, node)
    )


def _is_tiny(tree: Tree, node: int) -> bool:
    for name in ("width", "height"):
        value = tree.attribute(node, name)
        if value.isascii() and value.isdigit() and len(value) < 3 and int(value) < 64:
            return True
    return False
