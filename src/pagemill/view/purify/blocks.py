"""Content blocks: the pieces of text between block borders, with what can be counted on them.

A block is a run of text nodes that no block element and no ``br`` interrupts; ``pre`` is one
block. Every text node that a reader can see is in exactly one block.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import accumulate

from pagemill import native
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

# What a tag means to the compiled loop: the numbers are those of its source.
_KINDS: dict[str, int] = {
    **dict.fromkeys(NEVER_SHOWN, 16),
    **dict.fromkeys(BLOCK_TAGS, 1),
    **dict.fromkeys(PREFORMATTED, 1 + 2),
    "a": 4,
    "img": 8,
    TEXT: 32,
}

_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_SENTENCE_MARK = re.compile(r"[.!?;:,…。，、！？；：．]")


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
        is_sentence: whether there is any full stop, comma or the like.
        images: numbers of ``img`` nodes.
        shown: for each node of the tree, 1 where it is a text node of some block.
    """

    first: list[int] = field(default_factory=list[int])
    last: list[int] = field(default_factory=list[int])
    element: list[int] = field(default_factory=list[int])
    text: list[str] = field(default_factory=list[str])
    words: list[int] = field(default_factory=list[int])
    link_words: list[int] = field(default_factory=list[int])
    is_sentence: list[bool] = field(default_factory=list[bool])
    images: list[int] = field(default_factory=list[int])
    shown: bytearray = field(default_factory=bytearray)

    def __len__(self) -> int:
        return len(self.first)

    def numbered(self, tree: Tree) -> list[int]:
        """For each node, and the end of the page, how many blocks begin before it."""
        begins = bytearray(len(tree))
        for node in self.first:
            begins[node] = 1
        return list(accumulate(begins, initial=0))

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
    if text.isascii() or not _CJK.search(text):
        return len(text.split())
    characters = sum(map(len, _CJK.findall(text)))
    return characters + len(_CJK.sub(" ", text).split())


def cut(tree: Tree) -> Blocks:
    """Cut a page into its blocks."""
    if native.cut is None or tree.page is None:
        return cut_in_python(tree)
    return Blocks(*native.cut(tree.page, _KINDS))


def cut_in_python(tree: Tree) -> Blocks:
    """Cut a page as :func:`cut` does, into the same blocks, by no compiled loop."""
    blocks = Blocks(shown=bytearray(len(tree)))
    texts, shown = tree.texts, blocks.shown
    found = _pieces(tree, blocks.images) if len(tree) else []
    for _, nodes, linked in found:
        is_all_linked = len(linked) == len(nodes)
        while texts[nodes[-1]].isspace():
            nodes.pop()
        first = nodes[0]
        text = texts[first] if len(nodes) == 1 else "".join([texts[node] for node in nodes])
        words = len(text.split()) if text.isascii() else count_words(text)
        link_words = words if is_all_linked else 0
        if linked and not is_all_linked:
            link_words = min(words, count_words(" ".join([texts[node] for node in linked])))
        for node in nodes:
            shown[node] = 1
        blocks.text.append(text)
        blocks.words.append(words)
        blocks.link_words.append(link_words)
    blocks.element = [element for element, _, _ in found]
    blocks.first = [nodes[0] for _, nodes, _ in found]
    blocks.last = [nodes[-1] for _, nodes, _ in found]
    blocks.is_sentence = [_SENTENCE_MARK.search(text) is not None for text in blocks.text]
    return blocks


def _pieces(  # noqa: C901, PLR0912 - the one loop over all nodes
    tree: Tree, images: list[int]
) -> list[tuple[int, list[int], list[int]]]:
    """Block element, text nodes and those of them inside a link, for each block."""
    texts, ends = tree.texts, tree.ends
    found: list[tuple[int, list[int], list[int]]] = []
    nodes: list[int] = []
    linked: list[int] = []
    element = 0
    outer: list[int] = []
    border = ends[0]
    skip_end = link_end = pre_end = -1
    for node, tag in enumerate(tree.tags):
        if node < skip_end:
            continue
        if node >= border or (tag in BLOCK_TAGS and node >= pre_end):
            if nodes:
                found.append((element, nodes, linked))
                nodes, linked = [], []
            while ends[element] <= node:
                element = outer.pop()
            border = ends[element]
        if tag == TEXT:
            if nodes or not texts[node].isspace():
                nodes.append(node)
                if node < link_end:
                    linked.append(node)
        elif tag in BLOCK_TAGS:
            if node >= pre_end and ends[node] > node + 1:
                outer.append(element)
                element, border = node, ends[node]
                if tag in PREFORMATTED:
                    pre_end = border
        elif tag == "a":
            link_end = ends[node]
        elif tag == "img":
            images.append(node)
        elif tag in NEVER_SHOWN:
            skip_end = ends[node]
    if nodes:
        found.append((element, nodes, linked))
    return found
