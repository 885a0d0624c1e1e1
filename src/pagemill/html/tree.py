"""The tag tree of a page as flat columns in document order.

This is the one module that knows the HTML parser (lexbor, which reads as a browser does). A
page becomes equally long lists, one entry a node: everything built on it is a loop over
numbers, needs no recursion, and holds no parser object.

A node's subtree is the run ``node .. ends[node]``, so "all nodes below" is a range and "is
inside" a comparison. Comments, the document type and the content of ``template`` are no part
of the tree. So is what ``style``, ``svg`` and ``script`` hold, except for scripts of data (a
``type`` with ``json`` in it), which metadata readers need.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from pagemill.errors import DocumentError

TEXT = "#text"
"""Tag under which a text node is listed."""

MAX_CHARACTERS = 64_000_000
MAX_DEPTH = 4_000
MAX_NODES = 2_000_000

# Below this many tags even the worst nesting parses in well under a second, and a scan of
# the source would cost more than it saves.
_UNSUSPICIOUS_TAGS = 20_000

_NO_ATTRIBUTES: Mapping[str, str | None] = MappingProxyType({})
_TEXT_ID, _DOCUMENT_ID, _COMMENT_ID, _DOCTYPE_ID = 2, 3, 4, 5
_NOT_IN_TREE = frozenset((0, _DOCUMENT_ID, _COMMENT_ID, _DOCTYPE_ID))
_SOURCE_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]{0,30})[^>]*?(/?)>")
_CLOSED_BY_ITSELF = frozenset(
    re.findall(
        r"\w+",
        "area base br col embed hr img input link meta param source track wbr p li dt dd tr td "
        "th thead tbody tfoot option optgroup html head body rt rp",
    )
)
# Elements that are looked for by name in nearly every page: one scan lists them all.
_LISTED = frozenset(
    re.findall(
        r"\w+", "html base title meta link script body h1 h2 h3 a area img pre time table"
    )
)
_END_TAGS_STOP_HERE = frozenset(
    re.findall(r"\w+", "table caption template marquee object applet svg math")
)


@dataclass(frozen=True, slots=True)
class Tree:
    """A page's nodes in document order, as columns of equal length.

    Attributes:
        tags: tag name in lower case, or :data:`TEXT`.
        parents: number of the parent node; -1 for the root.
        depths: distance from the root, which has 0.
        ends: number of the first node after the subtree.
        texts: characters of a text node; ``""`` for an element.
        attributes: attributes of an element by name in lower case (None: no value given).
        listed: numbers of the elements that are often looked for, by tag; filled at first use.
    """

    tags: list[str]
    parents: list[int]
    depths: list[int]
    ends: list[int]
    texts: list[str]
    attributes: list[Mapping[str, str | None]]
    listed: dict[str, list[int]] = field(
        default_factory=dict[str, list[int]], repr=False, compare=False
    )

    def __len__(self) -> int:
        return len(self.tags)

    def attribute(self, node: int, name: str) -> str:
        """Value of an attribute, ``""`` where it is absent or has none."""
        return self.attributes[node].get(name) or ""

    def find(self, *tags: str, within: int = 0) -> Iterator[int]:
        """Nodes with one of these tags in the subtree of ``within``, in document order."""
        if not self.tags:
            return iter(())
        end = self.ends[within]
        if not _LISTED.issuperset(tags):
            return iter([node for node in range(within, end) if self.tags[node] in tags])
        listed = self.listed or self._list()
        if len(tags) == 1:
            found = listed[tags[0]]
        else:
            found = sorted([node for tag in tags for node in listed[tag]])
        if within:
            found = found[bisect_left(found, within) : bisect_left(found, end)]
        return iter(found)

    def _list(self) -> dict[str, list[int]]:
        self.listed.update((tag, []) for tag in _LISTED)
        tags = self.tags
        for node in [node for node, tag in enumerate(tags) if tag in _LISTED]:
            self.listed[tags[node]].append(node)
        return self.listed

    def text(self, node: int) -> str:
        """All characters of a subtree, runs of white space as one blank."""
        return " ".join("".join(self.texts[node : self.ends[node]]).split())


def parsed(html: str) -> Tree:
    """Read a page.

    Args:
        html: characters of the page; anything is accepted, as in a browser.

    Returns:
        The tag tree; with at least html, head and body for any input but the empty one.

    Raises:
        DocumentError: the page is too large or nested too deeply to be read in bounded time.
    """
    if len(html) > MAX_CHARACTERS:
        raise DocumentError("page too large", f"{len(html)} characters, limit {MAX_CHARACTERS}")
    if html.count("<") > _UNSUSPICIOUS_TAGS:
        _check_nesting(html)
    try:
        root = LexborHTMLParser(html).root
    except (SelectolaxError, UnicodeEncodeError, ValueError) as error:
        raise DocumentError("unreadable HTML", str(error)) from error
    tree = Tree([], [], [], [], [], [])
    if root is not None:
        _walk(root, tree)
    return tree


def _check_nesting(html: str) -> None:
    # The parser asks "is a p open?" at every block and walks up the open elements for it, so
    # its time grows with tags times depth. The estimate follows end tags as the standard does.
    stack: list[str] = []
    opened: dict[str, int] = {}
    for found in _SOURCE_TAG.finditer(html):
        closing, name, empty = found.groups()
        name = name.lower()
        if name in _CLOSED_BY_ITSELF or empty:
            continue
        if not closing:
            stack.append(name)
            opened[name] = opened.get(name, 0) + 1
            if len(stack) > MAX_DEPTH:
                raise DocumentError("nested too deeply", f"more than {MAX_DEPTH} open elements")
        elif opened.get(name):
            _close(name, stack, opened)


def _close(name: str, stack: list[str], opened: dict[str, int]) -> None:
    at = len(stack) - 1
    while stack[at] != name:
        if stack[at] in _END_TAGS_STOP_HERE and name not in _END_TAGS_STOP_HERE:
            return
        at -= 1
    for closed in stack[at:]:
        opened[closed] -= 1
    del stack[at:]


def _walk(root: LexborNode, tree: Tree) -> None:
    # The hottest loop of all: one turn a node, lists and lookups held in local names.
    tags, parents, depths, ends = tree.tags, tree.parents, tree.depths, tree.ends
    texts, attributes = tree.texts, tree.attributes
    names: dict[int, str] = {_TEXT_ID: TEXT}
    open_nodes: list[LexborNode] = []
    open_numbers: list[int] = [-1]
    node: LexborNode | None = root
    number = 0
    while node is not None:
        kind = node.tag_id
        if kind not in _NOT_IN_TREE:
            tag = names.get(kind) or names.setdefault(kind, (node.tag or "").lower())
            parents.append(open_numbers[-1])
            depths.append(len(open_nodes))
            number += 1
            ends.append(number)
            if kind == _TEXT_ID:
                tags.append(TEXT)
                texts.append(node.text_content or "")
                attributes.append(_NO_ATTRIBUTES)
            else:
                tags.append(tag)
                texts.append("")
                attributes.append(node.attributes or _NO_ATTRIBUTES)
                child = node.first_child
                if child is not None and _has_content(tag, attributes[-1]):
                    open_nodes.append(node)
                    open_numbers.append(number - 1)
                    node = child
                    continue
        following = node.next if open_nodes else None
        while following is None and open_nodes:
            ends[open_numbers.pop()] = number
            node = open_nodes.pop()
            following = node.next if open_nodes else None
        node = following
    if number > MAX_NODES:
        raise DocumentError("page too large", f"more than {MAX_NODES} nodes")


def _has_content(tag: str, attributes: Mapping[str, str | None]) -> bool:
    """Whether what is inside an element is page: not so for program, style and drawing."""
    if tag == "script":
        return "json" in (attributes.get("type") or "").lower()
    return tag not in ("style", "svg")
