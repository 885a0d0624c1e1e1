"""Content blocks: the pieces of text between block borders, with what can be counted on them.

A block is a run of text nodes that no block element and no ``br`` interrupts; ``pre`` is one
block. Every text node that a reader can see is in exactly one block.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pagemill.html.tree import TEXT, Tree
from pagemill.view.noise import TAG_MARKS, attribute_marks, name_marks

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
        "caption tbody thead tfoot tr td th ul xmp optgroup plaintext",
    )
)
PREFORMATTED = frozenset(("pre", "listing", "xmp", "plaintext"))

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
        links: number of links.
        marks_of_sentences: full stops, commas and the like.
        starts: for each node of the tree, how many blocks begin before it.
        marked: (node, marks) of elements whose tag, attributes or names say something.
        images: numbers of ``img`` nodes.
        shown: for each node, 1 where it is a text node of some block.
    """

    first: list[int] = field(default_factory=list[int])
    last: list[int] = field(default_factory=list[int])
    element: list[int] = field(default_factory=list[int])
    text: list[str] = field(default_factory=list[str])
    words: list[int] = field(default_factory=list[int])
    link_words: list[int] = field(default_factory=list[int])
    links: list[int] = field(default_factory=list[int])
    marks_of_sentences: list[int] = field(default_factory=list[int])
    starts: list[int] = field(default_factory=list[int])
    marked: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    images: list[int] = field(default_factory=list[int])
    shown: bytearray = field(default_factory=bytearray)

    def __len__(self) -> int:
        return len(self.first)


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
        self.links = 0
        self.names: dict[str, int] = {}

    def run(self) -> None:
        tree, blocks = self.tree, self.blocks
        tags, ends, texts = tree.tags, tree.ends, tree.texts
        starts, first, shown = blocks.starts, blocks.first, blocks.shown
        open_blocks = [0]
        border = ends[0]
        link_end = pre_end = skip_end = last_link = -1
        nodes, link_text = self.nodes, self.link_text
        for node, tag in enumerate(tags):
            starts.append(len(first) + (1 if nodes else 0))
            if node < skip_end:
                continue
            while node >= border:
                self.close(open_blocks.pop())
                border = ends[open_blocks[-1]]
                starts[node] = len(first)
            if tag == TEXT:
                text = texts[node]
                if nodes or not text.isspace():
                    nodes.append(node)
                    shown[node] = 1
                    if node < link_end:
                        link_text.append(text)
                        if link_end != last_link:
                            self.links += 1
                            last_link = link_end
                continue
            if tag in NEVER_SHOWN:
                skip_end = ends[node]
                continue
            self.mark(node, tag)
            if node < pre_end:
                continue
            if tag == "br":
                self.close(open_blocks[-1])
                starts[node] = len(first)
            elif tag in BLOCK_TAGS:
                self.close(open_blocks[-1])
                starts[node] = len(first)
                open_blocks.append(node)
                border = ends[node]
                if tag in PREFORMATTED:
                    pre_end = border
            elif tag == "a":
                link_end = ends[node]
            elif tag == "img":
                blocks.images.append(node)
        while open_blocks:
            self.close(open_blocks.pop())
        starts.append(len(first))

    def mark(self, node: int, tag: str) -> None:
        attributes: Mapping[str, str | None] = self.tree.attributes[node]
        marks = TAG_MARKS.get(tag, 0)
        if attributes:
            names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
            if len(names) > 1:
                known = self.names.get(names)
                if known is None:
                    known = self.names[names] = name_marks(names)
                marks |= known
            marks |= attribute_marks(attributes)
        if marks:
            self.blocks.marked.append((node, marks))

    def close(self, element: int) -> None:
        nodes = self.nodes
        if not nodes:
            return
        texts, blocks = self.tree.texts, self.blocks
        while texts[nodes[-1]].isspace():
            blocks.shown[nodes.pop()] = 0
        text = "".join([texts[node] for node in nodes])
        blocks.first.append(nodes[0])
        blocks.last.append(nodes[-1])
        blocks.element.append(element)
        blocks.text.append(text)
        blocks.words.append(count_words(text))
        blocks.link_words.append(count_words(" ".join(self.link_text)) if self.links else 0)
        blocks.links.append(self.links)
        blocks.marks_of_sentences.append(len(_SENTENCE_MARKS.findall(text)))
        nodes.clear()
        self.link_text.clear()
        self.links = 0
