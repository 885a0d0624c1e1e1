"""Links that belong to the topic of a page, told apart from navigation.

Source: the Tianwang lecture on preprocessing, whose algorithm keeps the links of topic
blocks, and those of a hub block if its anchor texts are similar enough to the main content.
Its first half is lost; here the blocks kept as content are the topic blocks, and the links
below one element outside of them are one hub block. What a page itself marks as navigation or
footer is no such block: it stands on every page of the site. Each link gets a score beyond the
lecture: how much its own words are those of the content.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from pagemill.html.tree import Tree
from pagemill.model.docview import TopicLink
from pagemill.view.forms.inline import Resolve
from pagemill.view.keywords import terms_of
from pagemill.view.purify import noise
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.content import Choice

MOST = 200
EDGE = noise.NAVIGATION | noise.FOOTER | noise.HIDDEN
SIMILARITY = 0.3
"""Cosine of anchor texts and main content from which a hub block's links are kept."""

_FEWEST_TERMS = 4


def topic_links(
    tree: Tree,
    blocks: Blocks,
    choice: Choice,
    content: Mapping[str, int],
    resolve: Resolve,
) -> tuple[TopicLink, ...]:
    """Topic links in document order, each address once.

    Args:
        tree: the page.
        blocks: its blocks.
        choice: which of them are content, and the marks of all.
        content: terms of the main content with their frequency.
        resolve: makes link addresses absolute.
    """
    whole = length(content)
    inside = bytearray(len(blocks))
    for number in choice.kept:
        inside[number] = 1
    _add_similar(inside, hubs(tree, blocks, choice.marks, inside), content, whole)
    found: dict[str, TopicLink] = {}
    links = _links(tree, blocks, inside) if tree.page is None else tree.page.links(inside)
    for node in links:
        url, text = resolve(tree.attribute(node, "href")), tree.text(node)
        if url and text and url not in found:
            score = link_score(text, content, whole)
            found[url] = TopicLink(url=url, text=text, score=score)
            if len(found) == MOST:
                break
    return tuple(found.values())


def link_score(text: str, content: Mapping[str, int], whole: float) -> float:
    """Cosine of an anchor text's words and the content, 0 to 1 with two digits.

    Each word counts once; words of scripts without blanks count as pairs of characters.

    Args:
        text: the anchor text.
        content: terms of the main content with their frequency.
        whole: length of that vector.
    """
    own = set(text.lower().split()) if text.isascii() else terms_of(text).keys()
    shared = [content[word] for word in own if word in content]
    return round(sum(shared) / (whole * sqrt(len(own))), 2) if shared else 0.0


def _links(tree: Tree, blocks: Blocks, inside: bytearray) -> Iterator[int]:
    """Links that touch a block marked with 1, but those to a place on the page itself."""
    starts, last, ends = blocks.first, blocks.last, tree.ends
    block = 0
    for node in tree.find("a"):
        href = tree.attribute(node, "href")
        if not href or href[0] == "#":
            continue
        block = bisect_left(starts, node, block)
        stop = bisect_left(starts, ends[node], block)
        first = block
        # A link inside a running block begins after that block does.
        if block and node <= last[block - 1]:
            first, stop = block - 1, max(stop, block)
        if inside.find(1, first, stop) >= 0:
            yield node


def hubs(
    tree: Tree, blocks: Blocks, marks: Sequence[int], inside: bytearray
) -> list[tuple[list[int], str]]:
    """Hub blocks outside of the content: numbers of the blocks of each, and their lines.

    Args:
        tree: the page.
        blocks: its blocks.
        marks: marks of noise of each block.
        inside: 1 for each block of the content.
    """
    if tree.page is not None:
        return tree.page.hubs(list(marks), EDGE, inside)
    return hubs_in_python(tree, blocks, marks, inside)


def hubs_in_python(
    tree: Tree, blocks: Blocks, marks: Sequence[int], inside: bytearray
) -> list[tuple[list[int], str]]:
    """The same as :func:`hubs` gives, by no compiled loop."""
    found: dict[int, list[int]] = {}
    sizes = zip(blocks.words, blocks.link_words, marks, strict=True)
    for number, (size, linked, mark) in enumerate(sizes):
        if 2 * linked > size and not mark & EDGE and not inside[number]:
            found.setdefault(tree.parents[blocks.element[number]], []).append(number)
    return [
        (members, "\n".join([blocks.text[number] for number in members]))
        for _, members in sorted(found.items())
    ]


def _add_similar(
    inside: bytearray,
    found: Sequence[tuple[list[int], str]],
    content: Mapping[str, int],
    whole: float,
) -> None:
    """Mark the blocks of hubs whose anchor texts are similar to the content."""
    known = content.keys()
    for members, text in found:
        # A hub that shares hardly a word with the content need not be looked at closely.
        if text.isascii() and len(known & text.lower().split()) < 3:
            continue
        anchors = terms_of(text)
        if len(anchors) >= _FEWEST_TERMS and cosine(anchors, content, whole) > SIMILARITY:
            for number in members:
                inside[number] = 1


def cosine(left: Mapping[str, int], right: Mapping[str, int], right_length: float) -> float:
    """Cosine of two vectors of term frequencies; 0 where one is empty.

    Args:
        left: one vector.
        right: the other.
        right_length: its length, which the caller needs to work out only once.
    """
    if not left or not right:
        return 0.0
    shared = sum([count * right.get(term, 0) for term, count in left.items()])
    return shared / (length(left) * right_length)


def length(vector: Mapping[str, int]) -> float:
    """Euclidean length of a vector of term frequencies."""
    return sqrt(sum([count * count for count in vector.values()]))
