"""What is counted on each block before anything is judged: columns of whole numbers.

All of it is whole numbers (a share is so many thousandths, rounded down), so that any machine
and the compiled loop come to the very same values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike

from pagemill.html.tree import Tree
from pagemill.view.purify import noise
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.containers import Containers, Ints, containers

LAYOUT_SHARE = 2
"""An element with more than one word in so many of the page is layout, whatever its tag."""

_LAYOUT_KEEPS = (
    noise.MAIN
    | noise.ARTICLE
    | noise.CONSENT
    | noise.CONTENT_NAME
    | noise.CAPTION
    | noise.LIST
    | noise.TABLE
    | noise.QUOTE
)
_NAMES = noise.NOISE_NAME | noise.REMARK_NAME | noise.FINER_NAMES
_OUTSIDE = noise.NAVIGATION | noise.FOOTER | noise.ASIDE | noise.DIALOG
_TEXT_ELEMENTS = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "td"))
HEADING_LEVELS: Mapping[str, int] = {f"h{level}": level for level in range(1, 7)}
_KINDS_OF_TAGS = (
    "p",
    "h1",
    "h2",
    "h3",
    "h4 h5 h6",
    "li dt",
    "dd",
    "td th",
    "pre listing xmp",
    "blockquote",
    "figcaption caption",
    "div",
    "section article main",
    "span a",
    "body html",
    "header footer nav aside",
    "form fieldset label button legend",
    "ul ol dl table tr tbody",
)
TAG_KINDS: Mapping[str, int] = {
    tag: kind for kind, tags in enumerate(_KINDS_OF_TAGS, 1) for tag in tags.split()
}
_SENTENCE_ENDS = frozenset('.!?。！？…"”»:：')

_COOKIE = re.compile("cookie", re.ASCII | re.IGNORECASE)

_MARK, _UPPER = 1, 2
_CLASSES = np.zeros(1 << 16, np.uint8)
_CLASSES[[ord(mark) for mark in ".!?…。！？．,;:，、；：،؛"]] = _MARK
for _first, _last in (("A", "Z"), ("À", "Þ"), ("Α", "Ϋ"), ("Ѐ", "Я")):
    _CLASSES[ord(_first) : ord(_last) + 1] = _UPPER


@dataclass(frozen=True, slots=True)
class Counts:
    """Columns of a page, one value a block.

    Attributes:
        tree: the page.
        blocks: its blocks.
        around: the containers of the blocks.
        words: words.
        links: words inside links.
        prose: words of running text; a fifth of them where a block lies outside by its marks.
        characters: characters without the white space at both ends.
        punctuation: full stops, commas and the like.
        capitals: capital letters.
        is_ended: whether the last character ends a sentence.
        in_title: whether the text is a part of the title element.
        cookies: whether the text speaks of cookies, as notices of consent do anywhere.
        copies: blocks with the same text, this one included.
        kind: kind of the block element's tag, of ``TAG_KINDS``.
        heading: level of the heading that the block element is; 0 for none.
        marks: marks of noise and content, one bit set a block.
        dropped: blocks that are out for certain: hidden, noscript beside real text, consent.
    """

    tree: Tree
    blocks: Blocks
    around: Containers
    words: Ints
    links: Ints
    prose: Ints
    characters: Ints
    punctuation: Ints
    capitals: Ints
    is_ended: Ints
    in_title: Ints
    cookies: Ints
    copies: Ints
    kind: Ints
    heading: Ints
    marks: Ints
    dropped: Ints

    def __len__(self) -> int:
        return len(self.words)


def share(part: ArrayLike, whole: ArrayLike, scale: int = 1000) -> Ints:
    """So many thousandths (or the like) of a whole, rounded down; 0 of nothing."""
    return scale * np.asarray(part, np.int64) // np.maximum(np.asarray(whole, np.int64), 1)


def running(values: Ints) -> Ints:
    """Sums of the values before each place, and of all."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(values)))


def counted(tree: Tree, blocks: Blocks, title: str) -> Counts:
    """Count on a page that has at least one block.

    Args:
        tree: the page.
        blocks: its blocks.
        title: characters of its title element.
    """
    starts = blocks.numbered(tree)
    words = np.array(blocks.words)
    links = np.minimum(np.array(blocks.link_words), words)
    marks, consent = _marks(tree, blocks, starts)
    dropped = ((marks & (noise.HIDDEN | noise.NOSCRIPT)) != 0).astype(np.int64)
    dropped[consent] = 1
    own = words - links
    is_prose = (own >= 10) & np.array(blocks.is_sentence) & (5 * links < 2 * words)
    prose = np.where(is_prose & (dropped == 0), own, 0)
    outside = (marks & _OUTSIDE) != 0
    prose[outside] //= 5
    texts = [text.strip() for text in blocks.text]
    characters, punctuation, capitals = _characters(texts)
    times: dict[str, int] = {}
    for text in texts:
        times[text] = times.get(text, 0) + 1
    tags = [tree.tags[element] for element in blocks.element]
    return Counts(
        tree=tree,
        blocks=blocks,
        around=containers(tree, blocks, starts),
        words=words,
        links=links,
        prose=prose,
        characters=characters,
        punctuation=punctuation,
        capitals=capitals,
        is_ended=np.array([int(text[-1:] in _SENTENCE_ENDS) for text in texts]),
        in_title=np.array([int(is_part(text, title)) for text in texts]),
        cookies=np.array([int(_COOKIE.search(text) is not None) for text in texts]),
        copies=np.array([times[text] for text in texts]),
        kind=np.array([TAG_KINDS.get(tag, 0) for tag in tags]),
        heading=np.array([HEADING_LEVELS.get(tag, 0) for tag in tags]),
        marks=marks,
        dropped=dropped,
    )


def is_part(text: str, title: str) -> bool:
    """Whether a text is a telling part of a title: no mere word or letter of it."""
    return 3 < len(text) <= len(title) < 4 * len(text) and text in title


def _characters(texts: Sequence[str]) -> tuple[Ints, Ints, Ints]:
    lengths = np.array([len(text) for text in texts])
    whole = "".join(texts).encode("utf-32-le", "surrogatepass")
    codes = np.minimum(np.frombuffer(whole, np.dtype("<u4")), len(_CLASSES) - 1)
    classes = _CLASSES[codes]
    stops = np.cumsum(lengths)
    found: list[Ints] = []
    for kind in (_MARK, _UPPER):
        totals = running(classes == kind)
        found.append(totals[stops] - totals[stops - lengths])
    return lengths, found[0], found[1]


def _marks(tree: Tree, blocks: Blocks, starts: Sequence[int]) -> tuple[Ints, list[int]]:
    """Marks of each block, gathered from all elements around it; and blocks of consent."""
    ends, parents = tree.ends, tree.parents
    totals = list(accumulate(blocks.words, initial=0))
    around = _around_text(tree, blocks)
    own = noise.marked(tree, around)
    gathered: dict[int, int] = {-1: 0}
    consent: list[int] = []
    for node in around:
        if node not in own:
            gathered[node] = gathered[parents[node]]
            continue
        mark = own[node]
        start, stop = starts[node], starts[ends[node]]
        if LAYOUT_SHARE * (totals[stop] - totals[start]) > totals[-1]:
            mark &= _LAYOUT_KEEPS
        if tree.tags[node] in _TEXT_ELEMENTS:
            mark &= ~_NAMES
        if mark & noise.CONSENT and noise.speaks_of_consent(blocks.text[start:stop]):
            consent.extend(range(start, stop))
        gathered[node] = gathered[parents[node]] | mark
    return np.array([gathered[parents[first]] for first in blocks.first]), consent


def _around_text(tree: Tree, blocks: Blocks) -> list[int]:
    """Elements that have a block's first text node below them, in document order."""
    parents = tree.parents
    found: set[int] = {-1}
    for first in blocks.first:
        node = parents[first]
        while node not in found:
            found.add(node)
            node = parents[node]
    return sorted(found)[1:]
