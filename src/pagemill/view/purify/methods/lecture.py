"""Blocks by the lecture's rules: topic, hub and image blocks; the method named ``lecture``.

Source: the Tianwang lecture on preprocessing. The page is cut at its layout elements. A block
with few words for its images is an image block; one whose words are mostly anchor words is a
hub block (the lecture prints the comparison the wrong way round); else it is a topic block.
The type with the most words in the page's middle is the page's type. Of a topic page the topic
blocks are kept, of others the blocks that are not at its edges.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.view.purify.counts import Counts, running

TYPES: Sequence[str] = ("topic", "hub", "image")
HUB_LINK_SHARE = 0.5
WORDS_PER_IMAGE = 15
EDGE_SHARE = 0.15
"""Words before and after the middle of a page, as a share of all."""

_LAYOUT = frozenset(
    re.findall(
        r"\w+",
        "body table td th div section article main aside nav header footer form ul ol dl",
    )
)


@dataclass(frozen=True, slots=True)
class Section:
    """A content block of the lecture: the blocks inside one layout element, and its type."""

    blocks: NDArray[np.int64]
    words: int
    type: str


def type_of(words: int, link_words: int, images: int) -> str:
    """Type of a content block by its words, anchor words and images."""
    if images and words < WORDS_PER_IMAGE * images:
        return "image"
    return "hub" if link_words > HUB_LINK_SHARE * words else "topic"


def sections(counts: Counts) -> list[Section]:
    """The content blocks of a page, in order of their first block."""
    holders = [_layout_element(counts, element) for element in counts.blocks.element]
    members: dict[int, list[int]] = {}
    for number, holder in enumerate(holders):
        members.setdefault(holder, []).append(number)
    images = dict.fromkeys(members, 0)
    for node in counts.blocks.images:
        holder = _layout_element(counts, node)
        if holder in images:
            images[holder] += 1
    found: list[Section] = []
    for holder, numbers in members.items():
        blocks = np.array(numbers)
        words, links = int(counts.words[blocks].sum()), int(counts.links[blocks].sum())
        found.append(Section(blocks, words, type_of(words, links, images[holder])))
    return found


def _layout_element(counts: Counts, node: int) -> int:
    tags, parents = counts.tree.tags, counts.tree.parents
    while node > 0 and tags[node] not in _LAYOUT:
        node = parents[node]
    return node


def middle(counts: Counts) -> NDArray[np.bool_]:
    """Whether each block lies in the central area, at least in part."""
    totals = running(counts.words)
    low, high = EDGE_SHARE * totals[-1], (1 - EDGE_SHARE) * totals[-1]
    inside: NDArray[np.bool_] = (totals[1:] > low) & (totals[:-1] < high)
    return inside


def page_type(counts: Counts, found: list[Section]) -> str:
    """The type with the most words in the central area; the first of equals."""
    inside = middle(counts)
    votes = dict.fromkeys(TYPES, 0)
    for section in found:
        votes[section.type] += int(counts.words[section.blocks[inside[section.blocks]]].sum())
    return max(TYPES, key=votes.__getitem__)


def keep(counts: Counts) -> NDArray[np.bool_]:
    """Whether each block is kept by the lecture's rules."""
    found = sections(counts)
    kept = np.zeros(len(counts), bool)
    if page_type(counts, found) != "topic":
        return middle(counts)
    for section in found:
        kept[section.blocks] = section.type == "topic"
    return kept


def block_types(counts: Counts) -> list[str]:
    """Type of the content block that each block belongs to."""
    types = [""] * len(counts)
    for section in sections(counts):
        for number in section.blocks.tolist():
            types[number] = section.type
    return types
