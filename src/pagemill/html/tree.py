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
from collections.abc import Callable, Iterator, Mapping
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
_PROGRAMS = frozenset(("script", "style", "svg"))
_SOURCE_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]{0,30})[^>]*?(/?)>")
_CLOSED_BY_ITSELF = frozenset(
    re.findall(
        r"\w+",
        "area base br col embed hr img input link meta param source track wbr p li dt dd tr td "
        "th thead tbody tfoot option optgroup html head body rt rp",
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
        ends: number of the first node after the subtree.
        texts: characters of a text node; ``""`` for an element.
        attributes: attributes of an element by name in lower case (None: no value given).
        places: numbers of the nodes of each tag that occurs, ascending.
    """

    tags: list[str] = field(default_factory=list[str])
    parents: list[int] = field(default_factory=list[int])
    ends: list[int] = field(default_factory=list[int])
    texts: list[str] = field(default_factory=list[str])
    attributes: list[Mapping[str, str | None]] = field(
        default_factory=list[Mapping[str, "str | None"]]
    )
    places: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def __len__(self) -> int:
        return len(self.tags)

    def attribute(self, node: int, name: str) -> str:
        """Value of an attribute, ``""`` where it is absent or has none."""
        return self.attributes[node].get(name) or ""

    def find(self, *tags: str, within: int = 0) -> Iterator[int]:
        """Nodes with one of these tags in the subtree of ``within``, in document order."""
        if len(tags) == 1:
            found = self.places.get(tags[0], [])
        else:
            found = sorted([node for tag in set(tags) for node in self.places.get(tag, [])])
        if within and found:
            start = bisect_left(found, within)
            found = found[start : bisect_left(found, self.ends[within], start)]
        return iter(found)

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
    tree = Tree()
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
    add_tag, add_parent, add_end = tree.tags.append, tree.parents.append, tree.ends.append
    add_text, add_attributes, ends = tree.texts.append, tree.attributes.append, tree.ends
    known: dict[int, tuple[str, Callable[[int], None]]] = {}
    around: list[tuple[LexborNode, int]] = []
    node: LexborNode | None = root
    parent, number = -1, 0
    while node is not None:
        kind = node.tag_id
        if kind not in _NOT_IN_TREE:
            if kind not in known:
                known[kind] = _kind(node, tree)
            tag, add_place = known[kind]
            add_place(number)
            add_tag(tag)
            add_parent(parent)
            number += 1
            add_end(number)
            if kind == _TEXT_ID:
                add_text(node.text_content or "")
                add_attributes(_NO_ATTRIBUTES)
            else:
                add_text("")
                attributes = node.attributes
                add_attributes(attributes or _NO_ATTRIBUTES)
                child = node.first_child
                if child is not None and (tag not in _PROGRAMS or _is_data(tag, attributes)):
                    around.append((node, parent))
                    node, parent = child, number - 1
                    continue
        node = node.next
        while node is None and around:
            ends[parent] = number
            node, parent = around.pop()
            node = node.next
    if number > MAX_NODES:
        raise DocumentError("page too large", f"more than {MAX_NODES} nodes")


def _kind(node: LexborNode, tree: Tree) -> tuple[str, Callable[[int], None]]:
    """Tag of a node, and what lists the next node with it."""
    tag = TEXT if node.tag_id == _TEXT_ID else (node.tag or "").lower()
    return tag, tree.places.setdefault(tag, []).append


def _is_data(tag: str, attributes: Mapping[str, str | None]) -> bool:
    """Whether an element that is no part of the page as shown holds data about it."""
    return tag == "script" and "json" in (attributes.get("type") or "").lower()
