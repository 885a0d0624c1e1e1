"""Content blocks: the pieces of text between block borders, with what can be counted on them.

A block is a run of text nodes that no block element and no ``br`` interrupts; ``pre`` is one
block. Every text node that a reader can see is in exactly one block.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from pagemill.html.tree import TEXT, Tree

NEVER_SHOWN = frozenset(
    re.findall(
        r"\w+",
        "script style head title template svg iframe object embed canvas select option "
        "datalist textarea audio video noframes applet map progress meter rp",
    )
)
BLOCK_TAGS = frozenset(
    re.findall(
        r"\w+",
        "html body address article aside blockquote center details dialog dd dir div dl dt "
        "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr "
        "legend li listing main menu nav noscript ol p pre search section summary table "
        "caption tbody thead tfoot tr td th ul xmp optgroup plaintext br",
    )
)
PREFORMATTED = frozenset(("pre", "listing", "xmp", "plaintext"))

_SPECIAL = NEVER_SHOWN | BLOCK_TAGS | {"a", "img"}
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_SENTENCE_MARKS = re.compile(r"[.!?;:,…。，、！？；：．]")


@dataclass(slots=True)
class Blocks:
    """Blocks of one page in document order, as columns of equal length.

    Attributes:
        first: number of the first text node.
        last: number of the last text node; between both only the block's own nodes are shown.
        element: number of the nearest block element.
        text: characters, white space as in the source.
        words: words; a Han, kana or Hangul character counts as one.
        link_words: words inside links.
        marks_of_sentences: full stops, commas and the like.
        images: numbers of ``img`` nodes.
        shown: for each node of the tree, 1 where it is a text node of some block.
    """

    first: list[int] = field(default_factory=list[int])
    last: list[int] = field(default_factory=list[int])
    element: list[int] = field(default_factory=list[int])
    text: list[str] = field(default_factory=list[str])
    words: list[int] = field(default_factory=list[int])
    link_words: list[int] = field(default_factory=list[int])
    marks_of_sentences: list[int] = field(default_factory=list[int])
    images: list[int] = field(default_factory=list[int])
    shown: bytearray = field(default_factory=bytearray)

    def __len__(self) -> int:
        return len(self.first)

    def before(self, node: int) -> int:
        """How many blocks begin before a node: the number of the next block there."""
        return bisect_left(self.first, node)

    def within(self, tree: Tree, node: int) -> tuple[int, int]:
        """First block below a node and one past the last."""
        return bisect_left(self.first, node), bisect_left(self.first, tree.ends[node])


def count_words(text: str) -> int:
    """Words by white space; in scripts written without blanks, characters.

    Example:
        >>> count_words("two words"), count_words("水位 a")
        (2, 3)
    """
    if text.isascii():
        return len(text.split())
    characters = len(_CJK.findall(text))
    if not characters:
        return len(text.split())
    return characters + len(_CJK.sub(" ", text).split())


def cut(tree: Tree) -> Blocks:
    """Cut a page into its blocks."""
    blocks = Blocks(shown=bytearray(len(tree)))
    if len(tree):
        _Cutter(tree, blocks).run()
    return blocks


class _Cutter:
    """One pass over the nodes; holds the block that is being filled."""

    def __init__(self, tree: Tree, blocks: Blocks) -> None:
        self.tree = tree
        self.blocks = blocks
        self.nodes: list[int] = []
        self.link_text: list[str] = []
        self.open = [0]
        self.border = tree.ends[0]
        self.skip_end = self.link_end = self.pre_end = -1

    def run(self) -> None:
        tags, texts = self.tree.tags, self.tree.texts
        for node, tag in enumerate(tags):
            if node >= self.border:
                self.leave(node)
            if node < self.skip_end:
                continue
            if tag == TEXT:
                if self.nodes or not texts[node].isspace():
                    self.add(node)
            elif tag in _SPECIAL:
                self.enter(node, tag)
        self.leave(len(tags))

    def add(self, node: int) -> None:
        self.nodes.append(node)
        if node < self.link_end:
            self.link_text.append(self.tree.texts[node])

    def enter(self, node: int, tag: str) -> None:
        end = self.tree.ends[node]
        if tag in NEVER_SHOWN:
            self.skip_end = end
        elif tag == "a":
            self.link_end = end
        elif tag == "img":
            self.blocks.images.append(node)
        elif node >= self.pre_end:
            if self.nodes:
                self.close()
            if end > node + 1:
                self.open.append(node)
                self.border = end
            if tag in PREFORMATTED:
                self.pre_end = end

    def leave(self, node: int) -> None:
        """Close the blocks of all elements that end before a node."""
        if self.nodes:
            self.close()
        ends, opened = self.tree.ends, self.open
        while len(opened) > 1 and ends[opened[-1]] <= node:
            opened.pop()
        self.border = ends[opened[-1]]

    def close(self) -> None:
        nodes, blocks, texts = self.nodes, self.blocks, self.tree.texts
        while texts[nodes[-1]].isspace():
            nodes.pop()
        for node in nodes:
            blocks.shown[node] = 1
        first, last = nodes[0], nodes[-1]
        text = texts[first] if first == last else "".join([texts[node] for node in nodes])
        blocks.first.append(first)
        blocks.last.append(last)
        blocks.element.append(self.open[-1])
        blocks.text.append(text)
        words = count_words(text)
        blocks.words.append(words)
        link_words = 0
        if self.link_text:
            link_words = min(words, count_words(" ".join(self.link_text)))
            self.link_text.clear()
        blocks.link_words.append(link_words)
        blocks.marks_of_sentences.append(len(_SENTENCE_MARKS.findall(text)))
        nodes.clear()
