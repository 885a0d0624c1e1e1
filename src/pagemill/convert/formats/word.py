"""Word documents since 2007 (DOCX), read from their XML.

Source:
    ECMA-376, part 1, section 17 (WordprocessingML).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pagemill.convert.formats.markup import Run, Writer, page, runs_html, text
from pagemill.convert.formats.packages import Package, Relation
from pagemill.convert.formats.trees import Element, local
from pagemill.errors import DocumentError
from pagemill.media import types

_HEADING = re.compile(r"(?:heading|überschrift|titre|título|标题)\s*([1-9])", re.IGNORECASE)
_LINK_FIELD = re.compile(r'HYPERLINK\s+(?:\\l\s+)?"([^"]*)"')
_OFF = frozenset({"0", "false", "off", "none"})
_GONE = frozenset(
    {"del", "moveFrom", "pPr", "rPr", "sdtPr", "Fallback", "instrText", "delText"}
)
_TEXTS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}
_OTHERS = (("footnotes", "footnote"), ("endnotes", "endnote"))


def _attribute(element: Element | None, name: str) -> str:
    """An attribute whatever its namespace: two editions of the format differ in that only."""
    if element is not None:
        for key, value in element.attrib.items():
            if key.rpartition("}")[2] == name:
                return value
    return ""


def _child(element: Element | None, name: str) -> Element | None:
    return next((one for one in element or () if local(one) == name), None)


def _switch(properties: Element | None, name: str) -> bool | None:
    """A property that is on, off or not stated."""
    found = _child(properties, name)
    return None if found is None else _attribute(found, "val").lower() not in _OFF


class WordConverter:
    """DOCX, DOCM and their templates."""

    name = "word"
    version = "1"
    media_types = (types.DOCX,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The document as HTML."""
        del media_type
        package = Package(payload)
        main = package.main()
        tree = package.tree(main)
        if tree is None:
            raise DocumentError("broken document", f"{main} is missing")
        relations = package.relations(main)
        parts = {relation.kind: relation.target for relation in relations.values()}
        walk = _Walk(
            _Styles.learn(_part(package, parts, "styles"), _part(package, parts, "numbering")),
            relations,
        )
        walk.blocks(tree)
        for kind, each in _OTHERS:
            notes = _part(package, parts, kind)
            if notes is not None:
                others = package.relations(parts[kind])
                walk.notes([one for one in notes if local(one) == each], others)
        return page(package.about(), walk.out.html())


def _part(package: Package, parts: dict[str, str], kind: str) -> Element | None:
    return package.tree(parts[kind]) if kind in parts else None


@dataclass(frozen=True, slots=True)
class _Style:
    parent: str = ""
    level: int = 0
    bold: bool | None = None
    italic: bool | None = None
    list_id: str = ""


@dataclass(slots=True)
class _Styles:
    """What style ids and list ids mean."""

    known: dict[str, _Style] = field(default_factory=dict[str, _Style])
    ordered: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    lists: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def learn(cls, styles: Element | None, numbering: Element | None) -> _Styles:
        learnt = cls()
        for style in styles or ():
            if local(style) == "style":
                learnt.known[_attribute(style, "styleId")] = _style(style)
        for one in numbering or ():
            if local(one) == "abstractNum":
                learnt.ordered[_attribute(one, "abstractNumId")] = {
                    _attribute(level, "ilvl")
                    for level in one
                    if local(level) == "lvl"
                    and _attribute(_child(level, "numFmt"), "val") not in {"bullet", "none"}
                }
            elif local(one) == "num":
                abstract = _attribute(_child(one, "abstractNumId"), "val")
                learnt.lists[_attribute(one, "numId")] = abstract
        return learnt

    def chain(self, name: str) -> list[_Style]:
        """A style and those it derives from."""
        found: list[_Style] = []
        while name in self.known and len(found) < 20:
            found.append(self.known[name])
            name = found[-1].parent
        return found

    def is_ordered(self, list_id: str, level: str) -> bool:
        return level in self.ordered.get(self.lists.get(list_id, ""), set())


def _style(style: Element) -> _Style:
    name = _attribute(_child(style, "name"), "val")
    paragraph = _child(style, "pPr")
    heading = _HEADING.fullmatch(name)
    outline = _attribute(_child(paragraph, "outlineLvl"), "val")
    level = int(heading[1]) if heading else int(outline) + 1 if outline.isdecimal() else 0
    run = _child(style, "rPr")
    return _Style(
        parent=_attribute(_child(style, "basedOn"), "val"),
        level=1 if name.lower() == "title" else level if level < 10 else 0,
        bold=_switch(run, "b"),
        italic=_switch(run, "i"),
        list_id=_attribute(_child(_child(paragraph, "numPr"), "numId"), "val"),
    )


@dataclass(slots=True)
class _Fields:
    """Fields that are open while runs are read: instructions, then what they show."""

    instructions: list[str] = field(default_factory=list[str])
    shows: list[bool] = field(default_factory=list[bool])

    def turn(self, kind: str) -> None:
        if kind == "begin":
            self.instructions.append("")
            self.shows.append(False)
        elif kind == "separate" and self.shows:
            self.shows[-1] = True
        elif kind == "end" and self.shows:
            self.instructions.pop()
            self.shows.pop()

    def instruct(self, words: str) -> None:
        if self.shows and not self.shows[-1]:
            self.instructions[-1] += words

    def href(self) -> str:
        for instruction in reversed(self.instructions):
            link = _LINK_FIELD.search(instruction)
            if link:
                return link[1]
        return ""


class _Walk:
    """Goes through a body and writes what it meets."""

    def __init__(self, styles: _Styles, relations: dict[str, Relation]) -> None:
        self.out = Writer()
        self._styles = styles
        self._relations = relations
        self._fields = _Fields()
        self._boxes: list[Element] = []

    def blocks(self, parent: Element) -> None:
        """Everything below an element that holds blocks."""
        for element in parent:
            name = local(element)
            if name == "p":
                self._paragraph(element)
            elif name == "tbl":
                self._table(element)
            elif name and name not in _GONE:
                self.blocks(element)

    def notes(self, notes: list[Element], relations: dict[str, Relation]) -> None:
        """Footnotes or endnotes, behind the text."""
        self._relations = relations
        for note in notes:
            if _attribute(note, "type") in {"", "normal"}:
                self.blocks(note)

    def _paragraph(self, element: Element) -> None:
        properties = _child(element, "pPr")
        styles = self._styles.chain(_attribute(_child(properties, "pStyle"), "val"))
        level = self._level(properties, styles)
        form = (_first(style.bold for style in styles), _first(one.italic for one in styles))
        runs: list[Run] = []
        self._runs(element, runs, (False, False) if level else form, "")
        numbered = _child(properties, "numPr")
        list_id = _attribute(_child(numbered, "numId"), "val")
        list_id = list_id or next((one.list_id for one in styles if one.list_id), "")
        if level:
            self.out.heading(level, text("".join(run.text for run in runs)))
        elif list_id and list_id != "0":
            depth = _attribute(_child(numbered, "ilvl"), "val") or "0"
            ordered = self._styles.is_ordered(list_id, depth)
            self.out.item(int(depth), runs_html(runs), ordered=ordered)
        else:
            self.out.paragraph(runs_html(runs))
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self.blocks(box)

    def _level(self, properties: Element | None, styles: list[_Style]) -> int:
        own = _attribute(_child(properties, "outlineLvl"), "val")
        if own.isdecimal():
            return int(own) + 1 if int(own) < 9 else 0
        return next((style.level for style in styles if style.level), 0)

    def _table(self, table: Element) -> None:
        rows: list[list[str]] = []
        headed = False
        for row in _below(table, "tr"):
            headed |= not rows and _switch(_child(row, "trPr"), "tblHeader") is True
            rows.append([self._cell(cell) for cell in _below(row, "tc")])
        self.out.table(rows, header=headed)

    def _cell(self, cell: Element) -> str:
        outer, self.out = self.out, Writer()
        self.blocks(cell)
        inner, self.out = self.out, outer
        inner.close()
        if len(inner.parts) == 1:
            return inner.parts[0].removeprefix("<p>").removesuffix("</p>")
        return "".join(inner.parts)

    def _runs(
        self, parent: Element, runs: list[Run], form: tuple[bool, bool], href: str
    ) -> None:
        for child in parent:
            name = local(child)
            if name == "r":
                self._run(child, runs, form, href)
            elif name == "hyperlink":
                relation = self._relations.get(_attribute(child, "id"))
                self._runs(child, runs, form, relation.target if relation else href)
            elif name == "t":  # of a formula
                runs.append(Run(child.text or "", *form, href))
            elif name and name not in _GONE:
                self._runs(child, runs, form, href)

    def _run(self, run: Element, runs: list[Run], form: tuple[bool, bool], href: str) -> None:
        own = self._form(_child(run, "rPr"), form)
        for child in run:
            name = local(child)
            if name == "t":
                runs.append(Run(child.text or "", *own, href or self._fields.href()))
            elif name in _TEXTS:
                runs.append(Run(_TEXTS[name], *own, href))
            elif name == "fldChar":
                self._fields.turn(_attribute(child, "fldCharType"))
            elif name == "instrText":
                self._fields.instruct(child.text or "")
            elif name in {"footnoteReference", "endnoteReference"}:
                runs.append(Run(f"[{_attribute(child, 'id')}]"))
            elif name in {"drawing", "pict", "AlternateContent", "object"}:
                self._boxes += _boxes(child)

    def _form(self, properties: Element | None, around: tuple[bool, bool]) -> tuple[bool, bool]:
        styles = self._styles.chain(_attribute(_child(properties, "rStyle"), "val"))
        bold = _switch(properties, "b")
        italic = _switch(properties, "i")
        if bold is None:
            bold = _first(style.bold for style in styles) or around[0]
        if italic is None:
            italic = _first(style.italic for style in styles) or around[1]
        return bold, italic


def _first(values: Iterable[bool | None]) -> bool:
    """The first of some switches that is stated."""
    return next((value for value in values if value is not None), False)


def _below(parent: Element, name: str) -> list[Element]:
    """Rows of a table or cells of a row, also those in content controls."""
    found: list[Element] = []
    for child in parent:
        if local(child) == name:
            found.append(child)
        elif local(child) in {"sdt", "sdtContent", "ins", "customXml"}:
            found += _below(child, name)
    return found


def _boxes(element: Element) -> list[Element]:
    """Text boxes in a drawing; of two ways to draw the same, the first."""
    if local(element) == "txbxContent":
        return [element]
    found: list[Element] = []
    for child in element:
        if local(child) != "Fallback":
            found += _boxes(child)
    return found
