"""Topic page, hub page or image page: the lecture's vote and the chance of an index together.

Source: the Tianwang lecture on preprocessing. A block with few words for its images is an
image block, one whose words are mostly anchor words is a hub block (the lecture prints the
comparison the wrong way round), else it is a topic block; the type with the most words wins.

Deviates: a teaser, a short text under a heading that is a link, counts as hub as well: the
index of a news site holds more teaser words than anchor words. And a page that trained trees
take for an index (a listing, a shelf of goods) is a hub however its words are spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pagemill.html.tree import Tree
from pagemill.view.kind.traits import EDGE
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.centre import pictures
from pagemill.view.purify.geometry import Geometry, centre_of_words

HUB_LINK_SHARE: Final = 0.5
WORDS_PER_IMAGE: Final = 15
FEWEST_IMAGES: Final = 3
TEASER_WORDS: Final = 80
FEWEST_TEASERS: Final = 4
INDEX: Final = 0.4
"""Chance of an index from which a page is a hub whatever its words say."""

INDEX_WITH_VOTE: Final = 0.15
"""The same where the lecture's vote is for a hub."""

INDEX_WITH_CLEAR_VOTE: Final = 0.04
"""The same where most of the middle are teasers and lists of links."""

SURE_INDEX: Final = 0.9
"""Chance of an index from which not even many images make another page of it."""

CLEAR: Final = 0.8

_EDGE_SHARE: Final = 0.15


@dataclass(frozen=True, slots=True)
class PageType:
    """The type of a page.

    Attributes:
        name: ``topic``, ``hub`` or ``image``.
        confidence: 0 to 1.
        evidence: what decided, for people.
    """

    name: str
    confidence: float
    evidence: str


@dataclass(frozen=True, slots=True)
class Vote:
    """What the words and images of the page's middle speak for.

    Attributes:
        name: ``topic``, ``hub`` or ``image``.
        teasers: links of some words with little text below.
        hub_share: words of teasers and of lists of links among those of the middle.
        link_share: anchor words among the words of the content.
        words_per_image: words of the content for each image in it; -1 without images.
    """

    name: str
    teasers: int
    hub_share: float
    link_share: float
    words_per_image: float


def is_hub_block(words: int, link_words: int) -> bool:
    """Whether a block is a list of links: more than half of its words are anchor words."""
    return words > 0 and link_words / words > HUB_LINK_SHARE


def is_image_page(vote: Vote) -> bool:
    """Whether images outweigh the words of a page, and its words are not those of links."""
    return vote.name == "image" and vote.link_share <= HUB_LINK_SHARE


def page_type(vote: Vote, index_chance: float) -> PageType:
    """Type of a page.

    Args:
        vote: what its words and images speak for.
        index_chance: how likely it is an index of other pages, 0 to 1.
    """
    votes_hub = vote.name == "hub"
    evidence = (
        f"index {index_chance:.2f}; by words {vote.name}; teasers {vote.teasers}; hub share "
        f"{vote.hub_share:.2f}; link share {vote.link_share:.2f}; words an image "
        f"{vote.words_per_image:.0f}"
    )
    if is_image_page(vote) and index_chance < SURE_INDEX:
        share = 1 - vote.words_per_image / (2 * WORDS_PER_IMAGE)
        return PageType("image", round(share * (1 - index_chance / 2), 3), evidence)
    least = INDEX
    if votes_hub:
        is_clear = vote.hub_share >= CLEAR and vote.teasers >= FEWEST_TEASERS
        least = INDEX_WITH_CLEAR_VOTE if is_clear else INDEX_WITH_VOTE
    if index_chance >= least:
        return PageType("hub", round(max(index_chance, 0.5), 3), evidence)
    chance = 1 - index_chance
    return PageType("topic", round(chance if not votes_hub else chance * 0.8, 3), evidence)


def vote(
    tree: Tree,
    blocks: Blocks,
    marks: Sequence[int],
    kept: Sequence[int],
    known: Geometry | None = None,
) -> Vote:
    """Count a page by the lecture's rules.

    Args:
        tree: the page.
        blocks: its blocks.
        marks: marks of noise, one set a block.
        kept: numbers of the blocks chosen as content.
        known: boxes of the blocks, of a page that was rendered.
    """
    if known is not None:
        hub, topic, teasers = _tally(blocks, _centre(blocks, marks, known))
    elif tree.page is None:
        hub, topic, teasers = tallied_in_python(blocks, marks)
    else:
        hub, topic, teasers = tree.page.tallied(list(marks), EDGE)
    content = sum([blocks.words[number] for number in kept])
    linked = sum([blocks.link_words[number] for number in kept])
    images = len(pictures(tree, blocks, kept))
    is_image = images >= FEWEST_IMAGES and content < WORDS_PER_IMAGE * images
    if is_image:
        name = "hub" if teasers >= FEWEST_TEASERS else "image"
    elif hub > topic and teasers >= FEWEST_TEASERS:
        name = "hub"
    else:
        name = "hub" if is_hub_block(content, linked) else "topic"
    return Vote(
        name,
        teasers,
        hub_share=hub / max(1, hub + topic),
        link_share=linked / max(1, content),
        words_per_image=content / images if images else -1,
    )


def tallied_in_python(blocks: Blocks, marks: Sequence[int]) -> tuple[int, int, int]:
    """Words of hubs and of topics in the middle of a page, and its teasers."""
    return _tally(blocks, _middle(blocks, marks))


def _tally(blocks: Blocks, middle: Sequence[int]) -> tuple[int, int, int]:
    hub = topic = teasers = 0
    for is_linked, words, links in _sections(blocks, middle):
        is_teaser = is_linked and words <= TEASER_WORDS
        teasers += is_teaser
        if is_teaser or is_hub_block(words, links):
            hub += words
        else:
            topic += words
    return hub, topic, teasers


def _middle(blocks: Blocks, marks: Sequence[int]) -> list[int]:
    """Blocks of the central area: neither marked as an edge nor in the outer word shares."""
    sizes = blocks.words
    inner = [number for number, mark in enumerate(marks) if not mark & EDGE]
    total = sum([sizes[number] for number in inner])
    low, high = _EDGE_SHARE * total, (1 - _EDGE_SHARE) * total
    middle: list[int] = []
    seen = 0
    for number in inner:
        if seen >= high:
            break
        seen += sizes[number]
        if seen > low:
            middle.append(number)
    return middle


def _centre(blocks: Blocks, marks: Sequence[int], known: Geometry) -> list[int]:
    """Blocks of the central area by their boxes."""
    words = [0 if mark & EDGE else size for size, mark in zip(blocks.words, marks, strict=True)]
    inside = known.inside(centre_of_words(known, words)).tolist()
    return [number for number, is_in in enumerate(inside) if is_in and words[number]]


def _sections(blocks: Blocks, middle: Sequence[int]) -> list[tuple[bool, int, int]]:
    """Runs of blocks from one title-like link to the next: (begins so, words, link words)."""
    sections: list[tuple[bool, int, int]] = []
    sizes, linked = blocks.words, blocks.link_words
    begins, words, links = False, 0, 0
    for number in middle:
        size = sizes[number]
        if size >= 3 and linked[number] == size:
            sections.append((begins, words, links))
            begins, words, links = True, size, size
        else:
            words += size
            links += linked[number]
    sections.append((begins, words, links))
    return [(begun and size > link, size, link) for begun, size, link in sections if size]
