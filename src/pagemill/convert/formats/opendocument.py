"""OpenDocument text, sheets and slides, read from their XML.

Source:
    OASIS OpenDocument 1.3, part 3: the elements of ``content.xml`` and ``styles.xml``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pagemill.convert.formats.markup import About, Run, Writer, collapsed, page, runs_html
from pagemill.convert.formats.trees import Element, about_of, is_named, local, parsed
from pagemill.errors import DocumentError
from pagemill.media import types
from pagemill.media.containers import member, safe_zip

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_PRESENTATION = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_CLASS = f"{_PRESENTATION}class"
_FURNITURE = frozenset({"page-number", "header", "footer", "date-time", "page"})
_MOST_REPEATS = 64
_NOT_SHOWN = frozenset({"tracked-changes", "annotation", "annotation-end", "forms", "desc"})
_IN_LINE = frozenset(
    {"span", "a", "s", "tab", "line-break", "note", "ruby", "ruby-base", "meta", "meta-field"}
)


class OpenDocumentConverter:
    """ODT, ODS and ODP."""

    name = "opendocument"
    version = "1"
    media_types = (types.ODT, types.ODS, types.ODP)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The document as HTML."""
        with safe_zip(payload) as found:
            manifest = member(found, "META-INF/manifest.xml")
            if b"encryption-data" in manifest:
                raise DocumentError("encrypted", "the manifest says so")
            content = parsed(member(found, "content.xml"), "content.xml")
            meta = member(found, "meta.xml")
            styles = member(found, "styles.xml")
        trees = [content, parsed(styles, "styles.xml")] if styles else [content]
        walk = _Walk(_Styles.learn(trees), sheets=media_type == types.ODS)
        body = next((part for part in content.iter() if local(part) == "body"), content)
        walk.blocks(body)
        walk.footnotes()
        about = about_of(parsed(meta, "meta.xml")) if meta else About()
        return page(about, walk.out.html())


@dataclass(frozen=True, slots=True)
class _Form:
    parent: str = ""
    bold: bool | None = None
    italic: bool | None = None


@dataclass(slots=True)
class _Styles:
    """What style names mean: bold or italic for text, numbered or not for lists."""

    forms: dict[str, _Form] = field(default_factory=dict[str, _Form])
    numbered: dict[str, set[int]] = field(default_factory=dict[str, set[int]])

    @classmethod
    def learn(cls, trees: list[Element]) -> _Styles:
        styles = cls()
        for tree in trees:
            for element in tree.iter(f"{_STYLE}style"):
                name = element.get(f"{_STYLE}name", "")
                styles.forms.setdefault(name, _form(element))
            for element in tree.iter(f"{_TEXT}list-style"):
                levels = element.findall(f"{_TEXT}list-level-style-number")
                styles.numbered[element.get(f"{_STYLE}name", "")] = {
                    int(level.get(f"{_TEXT}level", "1")) - 1
                    for level in levels
                    if level.get(f"{_STYLE}num-format")
                }
        return styles

    def emphasis(self, name: str) -> tuple[bool, bool]:
        """Bold and italic, as far as the style or one it derives from says."""
        bold: bool | None = None
        italic: bool | None = None
        for _ in range(20):
            form = self.forms.get(name)
            if form is None:
                break
            bold = form.bold if bold is None else bold
            italic = form.italic if italic is None else italic
            name = form.parent
        return bool(bold), bool(italic)


def _form(style: Element) -> _Form:
    properties = style.find(f"{_STYLE}text-properties")
    weight = slant = None
    if properties is not None:
        weight = properties.get(f"{_FO}font-weight")
        slant = properties.get(f"{_FO}font-style")
    return _Form(
        parent=style.get(f"{_STYLE}parent-style-name", ""),
        bold=None if weight is None else weight == "bold" or weight in {"600", "700", "800"},
        italic=None if slant is None else slant in {"italic", "oblique"},
    )


class _Walk:
    """Goes through a body and writes what it meets."""

    def __init__(self, styles: _Styles, *, sheets: bool) -> None:
        self.out = Writer()
        self._sheets = sheets
        self._styles = styles
        self._notes: list[Element] = []

    def blocks(self, parent: Element) -> None:
        """Everything below an element that holds blocks."""
        for element in parent:
            self._block(element)

    def footnotes(self) -> None:
        """The notes that the text referred to, in order, behind it."""
        at = 0
        while at < len(self._notes):  # a note may have notes
            self.blocks(self._notes[at])
            at += 1

    def _block(self, element: Element) -> None:
        name = local(element)
        if name in _NOT_SHOWN or not name or element.get(_CLASS) in _FURNITURE:
            return
        if name == "h":
            level = int(element.get(f"{_TEXT}outline-level", "1") or "1")
            self.out.heading(level, self._inner(element, plain=True))
        elif name == "p":
            self.out.paragraph(self._inner(element))
            self._frames(element)
        elif name == "list":
            self._list(element, 0, element.get(f"{_TEXT}style-name", ""))
        elif name == "table" and element.tag.startswith(_TABLE):
            self._table(element)
        elif element.get(_CLASS) == "title":
            for paragraph in element.iter(f"{_TEXT}p"):
                self.out.heading(2, self._inner(paragraph, plain=True))
        else:
            self.blocks(element)

    def _frames(self, paragraph: Element) -> None:
        """Boxes that hang on a paragraph: their text stands behind it."""
        for child in paragraph:
            name = local(child)
            if name not in _IN_LINE and name not in _NOT_SHOWN and len(child):
                self._block(child)
            elif name in {"span", "a"}:
                self._frames(child)

    def _list(self, element: Element, depth: int, style: str) -> None:
        ordered = depth in self._styles.numbered.get(style, set())
        for item in element:
            first = True
            for block in item:
                name = local(block)
                if name == "list":
                    self._list(block, depth + 1, block.get(f"{_TEXT}style-name", "") or style)
                elif name in {"p", "h"} and first and local(item) != "list-header":
                    self._first(block, depth, ordered=ordered)
                    first = False
                elif name in {"p", "h"}:
                    self.out.parts.append(f"<p>{self._inner(block)}</p>")
                else:
                    self._block(block)

    def _first(self, block: Element, depth: int, *, ordered: bool) -> None:
        """The paragraph that opens an item; a numbered heading is a heading all the same."""
        if local(block) == "h":
            self._block(block)
            return
        self.out.item(depth, self._inner(block), ordered=ordered)
        self._frames(block)

    def _table(self, table: Element) -> None:
        name = table.get(f"{_TABLE}name", "")
        rows = [self._cells(row) for row in _rows(table)]
        if self._sheets and any(any(cell.strip() for cell in row) for row in rows):
            self.out.heading(2, runs_html([Run(name)]))
        headed = table.find(f"{_TABLE}table-header-rows") is not None
        self.out.table(rows, header=headed)

    def _cells(self, row: Element) -> list[str]:
        cells: list[str] = []
        for cell in row:
            if local(cell) not in {"table-cell", "covered-table-cell"}:
                continue
            inner = Writer()
            outer, self.out = self.out, inner
            self.blocks(cell)
            self.out = outer
            found = _without_single_paragraph(inner)
            repeats = int(cell.get(f"{_TABLE}number-columns-repeated", "1") or "1")
            cells += [found] * min(repeats, _MOST_REPEATS)
        while cells and not cells[-1].strip():
            cells.pop()
        return cells

    def _inner(self, element: Element, *, plain: bool = False) -> str:
        runs: list[Run] = []
        form = self._styles.emphasis(element.get(f"{_TEXT}style-name", ""))
        self._runs(element, runs, (False, False) if plain else form, "")
        return runs_html([Run(run.text, href=run.href) for run in runs] if plain else runs)

    def _runs(
        self, element: Element, runs: list[Run], form: tuple[bool, bool], href: str
    ) -> None:
        def say(words: str | None) -> None:
            if words:
                runs.append(Run(collapsed(words), form[0], form[1], href))

        say(element.text)
        for child in element:
            name = local(child)
            if name == "s":
                say(" ")
            elif name in {"tab", "line-break"}:
                runs.append(Run("\n" if name == "line-break" else "\t", *form, href))
            elif name == "note":
                self._note(child, runs)
            elif name in {"span", "a"}:
                own = self._form_of(child, form)
                self._runs(child, runs, own, child.get(_HREF, "") or href)
            elif name not in _NOT_SHOWN and is_named(child.tag) and _is_field(child):
                self._runs(child, runs, form, href)
            say(child.tail)

    def _form_of(self, span: Element, around: tuple[bool, bool]) -> tuple[bool, bool]:
        bold, italic = self._styles.emphasis(span.get(f"{_TEXT}style-name", ""))
        return (bold or around[0], italic or around[1])

    def _note(self, note: Element, runs: list[Run]) -> None:
        citation = note.find(f"{_TEXT}note-citation")
        body = note.find(f"{_TEXT}note-body")
        if citation is not None and citation.text:
            runs.append(Run(f"[{citation.text}]"))
        if body is not None:
            self._notes.append(body)


def _is_field(element: Element) -> bool:
    """Whether an element within a line holds text of the line: fields and the like do."""
    return element.tag.startswith(_TEXT) and local(element) != "ruby-text"


def _without_single_paragraph(inner: Writer) -> str:
    inner.close()
    if len(inner.parts) == 1 and inner.parts[0].startswith("<p>"):
        return inner.parts[0].removeprefix("<p>").removesuffix("</p>")
    return "".join(inner.parts)


def _rows(table: Element) -> list[Element]:
    """Rows in order, those of groups and headers too; nested tables stay in their cells."""
    found: list[Element] = []
    for child in table:
        name = local(child)
        if name == "table-row":
            repeats = int(child.get(f"{_TABLE}number-rows-repeated", "1") or "1")
            found += [child] * min(repeats, _MOST_REPEATS)
        elif name in {"table-rows", "table-row-group", "table-header-rows"}:
            found += _rows(child)
    return found
