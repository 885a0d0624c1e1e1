"""XML of any vocabulary: what its elements are called tells how their text is shown.

Vocabularies for texts (DocBook, TEI, JATS, DITA) share their words: a ``title`` heads, a
``para`` or ``p`` is a paragraph, an ``item`` belongs to a list. An element with another name is
a paragraph where text stands in it, else it only holds others.
"""

from __future__ import annotations

import re

from pagemill.convert.formats.markup import About, Run, Writer, collapsed, page, runs_html
from pagemill.convert.formats.trees import Element, local, parsed
from pagemill.media import types

_HEADINGS = frozenset({"title", "head", "heading", "subtitle", "h1", "h2", "h3", "h4", "h5"})
_ITEMS = frozenset({"listitem", "item", "li", "list-item"})
_ORDERED = frozenset({"orderedlist", "ol"})
_ROWS = frozenset({"row", "tr"})
_CELLS = frozenset({"entry", "cell", "td", "th"})
_BOLD = frozenset({"strong", "b", "bold"})
_ITALIC = frozenset({"emphasis", "em", "i", "italic", "hi"})
_LINKS = frozenset({"link", "ulink", "a", "ext-link", "ref", "xref", "uri"})
_IN_LINE = (
    _BOLD
    | _ITALIC
    | _LINKS
    | {
        *(
            "code",
            "literal",
            "sub",
            "sup",
            "span",
            "quote",
            "q",
            "foreign",
            "term",
            "citetitle",
        ),
        *("filename", "command", "acronym", "abbrev", "u", "tt", "kbd", "var", "cite", "name"),
    }
)
_HTML = re.compile(r"<(?:p|a|br|div|b|i|em|strong|ul|ol|h[1-6]|table|img)\b[^>]*>")
_HREFS = ("href", "{http://www.w3.org/1999/xlink}href", "url", "target")
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_AUTHORS = frozenset({"author", "creator", "dc:creator"})
_DATES = frozenset({"date", "pubdate", "published", "updated"})


class XmlConverter:
    """XML that is neither HTML nor a drawing."""

    name = "xml"
    version = "1"
    media_types = (types.XML,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The text of the document as HTML."""
        del media_type
        root = parsed(payload, "XML", may_declare=True)
        out = Writer()
        _Walk(out).block(root, 1, -1)
        return page(_about(root), out.html())


def _about(root: Element) -> About:
    title = author = date = ""
    for element in root.iter():
        name = local(element)
        words = " ".join("".join(element.itertext()).split())
        title = title or (words if name == "title" else "")
        author = author or (words if name in _AUTHORS else "")
        date = date or (words if name in _DATES else "")
        if title and author and date:
            break
    return About(
        title=title[:300], author=author[:200], date=date[:60], language=root.get(_LANGUAGE, "")
    )


class _Walk:
    """Goes through a tree and writes blocks."""

    def __init__(self, out: Writer) -> None:
        self._out = out
        self._ordered = [False]

    def block(self, element: Element, level: int, depth: int) -> None:
        """Write one element; ``level`` is that of a heading here, ``depth`` that of a list."""
        name = local(element)
        if not name:
            return
        if name in _HEADINGS:
            self._out.heading(level, _inner(element))
        elif name in _ITEMS and depth >= 0:
            self._item(element, level, depth)
        elif any(local(row) in _ROWS for row in element):
            self._table(element)
        elif _holds_blocks(element):
            self._inside(element, level, depth)
        else:
            self._leaf(element)

    def _item(self, item: Element, level: int, depth: int) -> None:
        """An item: its first paragraph, then whatever else is in it."""
        rest = list(item) if _holds_blocks(item) else []
        first = item
        if rest and not (item.text or "").strip() and not _holds_blocks(rest[0]):
            first = rest.pop(0)
        if first is not item or not rest:
            self._out.item(depth, _inner(first), ordered=self._ordered[-1])
        for child in rest:
            self.block(child, level, depth)

    def _leaf(self, element: Element) -> None:
        words = element.text or ""
        if _HTML.search(words):  # feeds carry HTML as text
            self._out.raw(words)
            return
        inner = _inner(element)
        href = _href(element)
        # A feed's link is an empty element, or one whose text is the address.
        if not inner.strip() and href:
            inner = runs_html([Run(href, href=href)])
        self._out.paragraph(inner)

    def _inside(self, element: Element, level: int, depth: int) -> None:
        name = local(element)
        is_list = any(local(child) in _ITEMS for child in element)
        self._ordered.append(name in _ORDERED)
        loose = Run(element.text or "")
        if loose.text.strip():
            self._out.paragraph(runs_html([loose]))
        for child in element:
            deeper = local(child) not in _HEADINGS and level < 6
            self.block(child, level + 1 if deeper else level, depth + 1 if is_list else depth)
            if (child.tail or "").strip():
                self._out.paragraph(runs_html([Run(child.tail or "")]))
        self._ordered.pop()

    def _table(self, element: Element) -> None:
        rows: list[list[str]] = []
        for child in element:
            if local(child) in _ROWS:
                cells = [_inner(cell) for cell in child if local(cell) in _CELLS]
                rows.append(cells or [_inner(child)])
            else:
                self._out.paragraph(_inner(child))
        self._out.table(rows)


def _holds_blocks(element: Element) -> bool:
    """Whether something other than text in lines stands in an element."""
    return any(local(child) not in _IN_LINE and local(child) for child in element)


def _inner(element: Element) -> str:
    runs: list[Run] = []
    _runs(element, runs, (False, False), "")
    return runs_html(runs).strip()


def _runs(element: Element, runs: list[Run], form: tuple[bool, bool], href: str) -> None:
    def say(words: str | None) -> None:
        if words:
            runs.append(Run(collapsed(words), *form, href))

    say(element.text)
    for child in element:
        name = local(child)
        if not name:
            say(child.tail)
            continue
        own = (form[0] or name in _BOLD, form[1] or name in _ITALIC)
        _runs(child, runs, own, _href(child) if name in _LINKS else href)
        if name not in _IN_LINE:
            runs.append(Run(" "))
        say(child.tail)


def _href(element: Element) -> str:
    return next((element.get(name, "") for name in _HREFS if element.get(name)), "")
