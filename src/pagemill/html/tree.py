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

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.entities import html5
from types import MappingProxyType
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from pagemill import native
from pagemill.errors import DocumentError
from pagemill.html.bounds import check_cost, is_cheap

TEXT = "#text"
"""Tag under which a text node is listed."""

MAX_NODES = 2_000_000

_COLUMNS = ("tags", "parents", "ends", "texts", "attributes")
_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})
_TEXT_ID, _DOCUMENT_ID, _COMMENT_ID, _DOCTYPE_ID = 2, 3, 4, 5
_NOT_IN_TREE = frozenset((0, _DOCUMENT_ID, _COMMENT_ID, _DOCTYPE_ID))
_PROGRAMS = frozenset(("script", "style", "svg"))


# Tag, and whether it holds program, style or drawing.
_Kind = tuple[str, bool]


class Tree:
    """A page's nodes in document order, as columns of equal length.

    Attributes:
        tags: tag name in lower case, or :data:`TEXT`.
        parents: number of the parent node; -1 for the root.
        ends: number of the first node after the subtree.
        texts: characters of a text node; ``""`` for an element.
        attributes: attributes of an element by name in lower case; ``""`` where no value is
            given.
        page: the same for compiled loops, which then also gives the columns; None without.
    """

    __slots__ = (
        "_columns",
        "_places",
        "attributes",
        "ends",
        "page",
        "parents",
        "tags",
        "texts",
    )

    tags: list[str]
    parents: list[int]
    ends: list[int]
    texts: Sequence[str]
    attributes: Sequence[Mapping[str, str]]
    page: native.Page | None

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._places: dict[str, list[int]] | None = None
        self.page = None if isinstance(columns, Walked) else columns

    def __getattr__(self, name: str) -> object:
        # A column is asked for the first time: a page makes its lists only then.
        if name not in _COLUMNS:
            raise AttributeError(name)
        column = getattr(self._columns, name)
        setattr(self, name, column)
        return column

    def __len__(self) -> int:
        return len(self._columns)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (
            self.tags == other.tags
            and self.parents == other.parents
            and self.ends == other.ends
            and list(self.texts) == list(other.texts)
            and list(self.attributes) == list(other.attributes)
        )

    __hash__ = None  # type: ignore[assignment]

    def attribute(self, node: int, name: str) -> str:
        """Value of an attribute, ``""`` where it is absent or has none."""
        if self.page is not None:
            return self.page.attribute(node, name)
        return self.attributes[node].get(name, "")

    def nodes(self, tag: str) -> Sequence[int]:
        """Numbers of the nodes with a tag, ascending."""
        if self.page is not None:
            return self.page.nodes(tag)
        if self._places is None:
            self._places = {}
            for node, name in enumerate(self.tags):
                self._places.setdefault(name, []).append(node)
        return self._places.get(tag, ())

    def having(self, name: str) -> list[int]:
        """Elements with an attribute of this name."""
        if self.page is not None:
            return self.page.having(name)
        return [node for node, own in enumerate(self.attributes) if own and name in own]

    def named(self, attributes: tuple[str, ...], words: tuple[str, ...]) -> list[int]:
        """Elements with one of the words (in lower case) inside one of these attributes."""
        if self.page is not None:
            return self.page.named(attributes, words)
        return [
            node
            for node, own in enumerate(self.attributes)
            if own and any(_holds(own.get(name, "").lower(), words) for name in attributes)
        ]

    def saying(self, low: int, high: int, words: tuple[str, ...]) -> list[int]:
        """Text nodes of the range ``low .. high`` that hold one of the words."""
        if self.page is not None:
            return self.page.saying(low, high, words)
        return [
            node
            for node, text in enumerate(self.texts[low:high], low)
            if text and _holds(text, words)
        ]

    def find(self, *tags: str, within: int = 0) -> Iterator[int]:
        """Nodes with one of these tags in the subtree of ``within``, in document order."""
        if len(tags) == 1:
            found = self.nodes(tags[0])
        else:
            found = sorted([node for tag in set(tags) for node in self.nodes(tag)])
        if within and found:
            start = bisect_left(found, within)
            found = found[start : bisect_left(found, self.ends[within], start)]
        return iter(found)

    def text(self, node: int) -> str:
        """All characters of a subtree, runs of white space as one blank."""
        if self.page is not None:
            return self.page.text(node)
        return " ".join("".join(self.texts[node : self.ends[node]]).split())


@dataclass(frozen=True, slots=True)
class Walked:
    """Columns of a tree whose nodes were walked one by one."""

    tags: list[str] = field(default_factory=list[str])
    parents: list[int] = field(default_factory=list[int])
    ends: list[int] = field(default_factory=list[int])
    texts: list[str] = field(default_factory=list[str])
    attributes: list[Mapping[str, str]] = field(default_factory=list[Mapping[str, str]])

    def __len__(self) -> int:
        return len(self.tags)


def _holds(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)


Columns: TypeAlias = "Walked | native.Page"


def parsed(html: str) -> Tree:
    """Read a page.

    Args:
        html: characters of the page; anything is accepted, as in a browser.

    Returns:
        The tag tree; with at least html, head and body for any input but the empty one.

    Raises:
        DocumentError: the page is too large or nested too deeply to be read in bounded time.
    """
    page = _page(html)
    if page is not None:
        return Tree(page)
    check_cost(html)
    columns = _walked(html)
    if native.page is None:
        return Tree(columns)
    return Tree(
        native.page(
            columns.tags, columns.parents, columns.ends, columns.texts, columns.attributes
        )
    )


def parsed_utf8(payload: bytes) -> Tree | None:
    """The tree of a page in UTF-8 whose characters need not be made for it.

    Returns:
        What :func:`parsed` gives for the characters; None where it is to be asked: nothing is
        compiled, the bytes are no UTF-8, or the page is odd or costly.
    """
    page = _page(payload)
    return None if page is None else Tree(page)


def parsed_in_python(html: str) -> Tree:
    """Read a page as :func:`parsed` does, to the same tree, by no compiled loop of our own."""
    check_cost(html)
    return Tree(_walked(html))


def _page(html: str | bytes) -> native.Page | None:
    """The page by the compiled parser; None where there is none, or it is not sure."""
    if native.parse is None or not is_cheap(html):
        return None
    try:
        return native.parse(html, html5)
    except OverflowError as error:
        raise DocumentError("page too large", f"more than {MAX_NODES} nodes") from error


def _walked(html: str) -> Walked:
    """Columns by the parser of the library, whose node objects are walked one by one."""
    tree = Walked()
    try:
        root = LexborHTMLParser(html).root
    except (SelectolaxError, UnicodeEncodeError, ValueError) as error:
        raise DocumentError("unreadable HTML", str(error)) from error
    if root is not None:
        _walk(root, tree)
    return tree


def _walk(root: LexborNode, tree: Walked) -> None:
    # The hottest loop of all: one turn a node, lists and lookups held in local names.
    add_tag, add_parent, add_end = tree.tags.append, tree.parents.append, tree.ends.append
    add_text, add_attributes, ends = tree.texts.append, tree.attributes.append, tree.ends
    known: dict[int, _Kind | None] = {}
    around: list[tuple[LexborNode, int]] = []
    node: LexborNode | None = root
    parent, number = -1, 0
    while node is not None:
        tag_id = node.tag_id
        if tag_id == _TEXT_ID:
            number += 1
            add_tag(TEXT)
            add_parent(parent)
            add_end(number)
            add_text(node.text_content or "")
            add_attributes(_NO_ATTRIBUTES)
        elif kind := known[tag_id] if tag_id in known else _learn(node, known):
            tag, is_program = kind
            number += 1
            add_tag(tag)
            add_parent(parent)
            add_end(number)
            add_text("")
            attributes = _valued(node.attributes)
            add_attributes(attributes)
            child = node.first_child
            if child is not None and not (is_program and _is_hidden(tag, attributes)):
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


def _learn(node: LexborNode, known: dict[int, _Kind | None]) -> _Kind | None:
    """What is done with elements of a kind not met before on the page; None: left out."""
    kind = None
    if node.tag_id not in _NOT_IN_TREE:
        tag = (node.tag or "").lower()
        kind = tag, tag in _PROGRAMS
    known[node.tag_id] = kind
    return kind


def _valued(attributes: dict[str, str | None]) -> Mapping[str, str]:
    """Attributes where no value reads as an empty one, which is what it means in HTML."""
    if not attributes:
        return _NO_ATTRIBUTES
    return {name: value or "" for name, value in attributes.items()}


def _is_hidden(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether what is inside a program, style or drawing is left out: all but data."""
    return tag != "script" or "json" not in (attributes.get("type") or "").lower()
