"""The kept blocks as text, Markdown and clean HTML, from one pass over the same text nodes.

All three hold the same words in the same order; they differ in markup alone. Layout (div,
section, a table used as a grid) vanishes, what carries meaning stays: headings, paragraphs,
nested and numbered lists, dl, quotes, code with its bytes, tables of data, figures, links,
emphasis.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from pagemill.html.tree import Tree
from pagemill.view.forms.inline import INLINE, InlineMarkup, Resolve
from pagemill.view.forms.picture import picture
from pagemill.view.forms.writers import (
    CELLS,
    FIGURES,
    HEADINGS,
    HtmlWriter,
    MarkdownWriter,
    TextWriter,
)
from pagemill.view.purify.blocks import PREFORMATTED, Blocks
from pagemill.view.purify.grids import data_tables_in_python

MAX_STRUCTURE = 40
"""Deepest nesting of lists, quotes and tables that is kept; deeper ones are flattened."""

_SOFT_HYPHEN = "\u00ad"
_STRUCTURE = frozenset(("ul", "ol", "li", "dl", "dt", "dd", "blockquote")) | HEADINGS | FIGURES
_ROWS = CELLS | {"tr"}
_MAY_HAVE_MEANING = _STRUCTURE | CELLS | {"table", "tr", "caption"}
_NEEDS_PARENT = {"li": ("ul", "ol"), "dt": ("dl",), "dd": ("dl",), "figcaption": ("figure",)}


_NO_CAPTIONS: Final[Mapping[int, str]] = MappingProxyType({})
_Writers: TypeAlias = tuple[TextWriter, HtmlWriter, MarkdownWriter]


@dataclass(frozen=True, slots=True)
class Rendered:
    """One content in three forms."""

    text: str
    markdown: str
    html: str


Range: TypeAlias = tuple[int, int]
"""First character of a stretch, and the first one after it."""


@dataclass(frozen=True, slots=True)
class Located:
    """Where each block that has a line went in the three forms, by its number."""

    text: Mapping[int, Range]
    markdown: Mapping[int, Range]
    html: Mapping[int, Range]


def rendered(
    tree: Tree,
    blocks: Blocks,
    kept: Sequence[int],
    resolve: Resolve,
    images: Sequence[int] = (),
    captions: Mapping[int, str] = _NO_CAPTIONS,
) -> Rendered:
    """Render the kept blocks.

    Args:
        tree: the page.
        blocks: its blocks, as ``blocks.cut`` made them.
        kept: numbers of the kept blocks, ascending.
        resolve: makes the address of a link absolute; None where it is no web address.
        images: images to show at their places, ascending.
        captions: what images say beside their names, by image: captions that no kept block has.
    """
    forms = None
    if tree.page is not None:
        said = _said(tree, images, resolve, captions)
        album = tuple((node, *both) for node, both in said.items())
        forms = tree.page.forms(list(kept), INLINE, resolve, album)
    if forms is None:  # nothing was compiled, or an address is not to be written in UTF-8
        return rendered_in_python(tree, blocks, kept, resolve, images, captions)
    return Rendered(*map(_unhyphenated, forms))


def rendered_in_python(
    tree: Tree,
    blocks: Blocks,
    kept: Sequence[int],
    resolve: Resolve,
    images: Sequence[int] = (),
    captions: Mapping[int, str] = _NO_CAPTIONS,
) -> Rendered:
    """Render the kept blocks as :func:`rendered` does, by no compiled loop."""
    text, html, markdown = _written(tree, blocks, kept, resolve, images, captions)
    return Rendered(*map(_unhyphenated, (text.result(), markdown.result(), html.result())))


def located(
    tree: Tree,
    blocks: Blocks,
    kept: Sequence[int],
    resolve: Resolve,
    images: Sequence[int] = (),
    captions: Mapping[int, str] = _NO_CAPTIONS,
) -> Located:
    """Where :func:`rendered` puts each of the kept blocks."""
    text, html, markdown = _written(tree, blocks, kept, resolve, images, captions)
    return Located(
        _unhyphenated_ranges(text.result(), text.ranges()),
        _unhyphenated_ranges(markdown.result(), markdown.ranges()),
        _unhyphenated_ranges(html.result(), html.ranges()),
    )


def _written(
    tree: Tree,
    blocks: Blocks,
    kept: Sequence[int],
    resolve: Resolve,
    images: Sequence[int],
    captions: Mapping[int, str],
) -> _Writers:
    """The writers, after all that is kept was given to them."""
    outline = _Outline(tree, data_tables_in_python(tree, blocks))
    inline = InlineMarkup(tree, blocks, resolve)
    text, html, markdown = TextWriter(), HtmlWriter(tree), MarkdownWriter(tree)
    album = _Album(_said(tree, images, resolve, captions), outline, (text, html, markdown))
    opened: tuple[int, ...] = ()
    before = -1
    for number, line in zip(kept, inline.lines(kept), strict=True):
        if album.left:
            opened = album.show(blocks.first[number], opened)
        text.where.block = html.where.block = markdown.where.block = number
        element = blocks.element[number]
        chain = outline.known.get(element)
        if chain is None:
            chain = outline.chain(element)
        if chain != opened:
            _change(tree, opened, chain, (text, html, markdown))
        follows = element == before and chain == opened
        opened, before = chain, element
        if tree.tags[element] in PREFORMATTED and not (chain and tree.tags[chain[-1]] in CELLS):
            code = blocks.text[number].strip("\n")
            text.code(code)
            html.code(code)
            markdown.code(code)
            continue
        plain, marked, tagged = line
        if plain:
            text.line(plain)
            html.line(tagged, follows=follows)
            markdown.line(marked, follows=follows)
    opened = album.show(len(tree), opened)
    _change(tree, opened, (), (text, html, markdown))
    return text, html, markdown


def _unhyphenated_ranges(form: str, ranges: Mapping[int, Range]) -> Mapping[int, Range]:
    """Ranges of a form as they are once its soft hyphens are gone."""
    gone = [at for at, char in enumerate(form) if char == _SOFT_HYPHEN]
    if not gone:
        return ranges
    return {
        block: (start - bisect_left(gone, start), end - bisect_left(gone, end))
        for block, (start, end) in ranges.items()
    }


def _unhyphenated(text: str) -> str:
    """A text without soft hyphens: places to break a word that no reader sees."""
    return text.replace(_SOFT_HYPHEN, "") if _SOFT_HYPHEN in text else text


def _change(
    tree: Tree,
    opened: tuple[int, ...],
    chain: tuple[int, ...],
    writers: _Writers,
) -> None:
    """Close and open elements until exactly this chain is open."""
    text, html, markdown = writers
    common = 0
    for old, new in zip(opened, chain, strict=False):
        if old != new:
            break
        common += 1
    for node in reversed(opened[common:]):
        tag = tree.tags[node]
        if tag in _ROWS:
            text.leave(tag)
        html.leave(tag)
        markdown.leave(tag)
    for node in chain[common:]:
        tag = tree.tags[node]
        if tag in _ROWS:
            text.enter(tag)
        html.enter(node, tag)
        markdown.enter(node, tag)


def _said(
    tree: Tree, images: Sequence[int], resolve: Resolve, captions: Mapping[int, str]
) -> dict[int, tuple[str, str]]:
    """Each image as Markdown and as HTML."""
    return {node: picture(tree, node, resolve, captions.get(node, "")) for node in images}


class _Album:
    """Shows images between blocks; the text has none."""

    def __init__(
        self, said: Mapping[int, tuple[str, str]], outline: _Outline, writers: _Writers
    ) -> None:
        self.said = said
        self.left = sorted(said, reverse=True)
        self.outline = outline
        self.writers = writers

    def show(self, end: int, opened: tuple[int, ...]) -> tuple[int, ...]:
        """Write the images that stand before a node; return the elements that are open then."""
        tree = self.outline.tree
        while self.left and self.left[-1] < end:
            node = self.left.pop()
            marked, tagged = self.said[node]
            if tagged:
                chain = self.outline.chain(tree.parents[node])
                _change(tree, opened, chain, self.writers)
                opened = chain
                for writer in self.writers:
                    writer.where.block = -1
                self.writers[1].line(tagged, follows=False)
                self.writers[2].line(marked, follows=False)
        return opened


class _Outline:
    """Finds which elements with meaning are around a block."""

    def __init__(self, tree: Tree, tables: frozenset[int]) -> None:
        self.tree = tree
        self.tables = tables
        self.known: dict[int, tuple[int, ...]] = {}

    def chain(self, element: int) -> tuple[int, ...]:
        """Elements with meaning around and including this one, outermost first."""
        parent = self.tree.parents[element]
        if parent in self.known and self.tree.tags[element] not in _MAY_HAVE_MEANING:
            chain = self.known[element] = self.known[parent]
            return chain
        path: list[int] = []
        node = element
        while node >= 0 and node not in self.known:
            path.append(node)
            node = self.tree.parents[node]
        chain = self.known[node] if node >= 0 else ()
        for node in reversed(path):
            if (
                self.tree.tags[node] in _MAY_HAVE_MEANING
                and len(chain) < MAX_STRUCTURE
                and self._has_meaning(node, chain)
            ):
                chain = (*chain, node)
            self.known[node] = chain
        return chain

    def _has_meaning(self, node: int, chain: tuple[int, ...]) -> bool:
        tags = self.tree.tags
        tag = tags[node]
        outer = tags[chain[-1]] if chain else ""
        if tag == "table":
            return node in self.tables
        if tag in ("tr", "caption"):
            return outer == "table"
        if tag in CELLS:
            return outer == "tr"
        if outer in ("table", "caption") or outer in CELLS or outer in HEADINGS:
            return False
        return tag in _STRUCTURE and (tag not in _NEEDS_PARENT or outer in _NEEDS_PARENT[tag])
