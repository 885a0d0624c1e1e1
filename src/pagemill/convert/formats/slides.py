"""Presentations since 2007 (PPTX), read from their XML: slides in order, with their notes.

Source:
    ECMA-376, part 1, sections 19 (PresentationML) and 21 (DrawingML).
"""

from __future__ import annotations

from pagemill.convert.formats.markup import Run, Writer, page, runs_html, text
from pagemill.convert.formats.packages import Package, Relation
from pagemill.convert.formats.trees import Element, local
from pagemill.errors import DocumentError
from pagemill.media import types

_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum", "sldImg"})
_BULLETED = frozenset({"", "body", "obj"})
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_ID = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"


class SlidesConverter:
    """PPTX, PPTM and their templates."""

    name = "slides"
    version = "1"
    media_types = (types.PPTX,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The presentation as HTML."""
        del media_type
        package = Package(payload)
        main = package.main()
        tree = package.tree(main)
        if tree is None:
            raise DocumentError("broken document", f"{main} is missing")
        relations = package.relations(main)
        out = Writer()
        for one in tree.iter():
            relation = relations.get(_id(one)) if local(one) == "sldId" else None
            if relation is not None:
                _slide(package, relation.target, out)
        return page(package.about(), out.html())


def _id(element: Element) -> str:
    return element.get(_ID, "") or element.get(_STRICT_ID, "")


def _slide(package: Package, name: str, out: Writer) -> None:
    tree = package.tree(name)
    relations = package.relations(name)
    if tree is not None:
        _Walk(out, relations).shapes(tree)
    for relation in relations.values():
        diagram = package.tree(relation.target) if relation.kind == "diagramData" else None
        if diagram is not None:
            _Walk(out, package.relations(relation.target)).points(diagram)
    for relation in relations.values():
        if relation.kind == "notesSlide":
            notes = package.tree(relation.target)
            if notes is not None:
                _Walk(out, package.relations(relation.target), notes=True).shapes(notes)


class _Walk:
    """Goes through the shapes of one slide."""

    def __init__(
        self, out: Writer, relations: dict[str, Relation], *, notes: bool = False
    ) -> None:
        self._out = out
        self._relations = relations
        self._notes = notes

    def shapes(self, parent: Element) -> None:
        """Everything drawn, in its order."""
        for element in parent:
            name = local(element)
            if name == "sp":
                self._shape(element)
            elif name == "tbl":
                self._table(element)
            elif name and name != "Fallback":
                self.shapes(element)

    def points(self, diagram: Element) -> None:
        """The texts of a diagram."""
        for paragraph in diagram.iter():
            if local(paragraph) == "p":
                self._out.item(0, runs_html(self._runs(paragraph)))

    def _shape(self, shape: Element) -> None:
        holder = next((one for one in shape.iter() if local(one) == "ph"), None)
        kind = holder.get("type", "") if holder is not None else "none"
        if kind in _FURNITURE:
            return
        body = next((one for one in shape if local(one) == "txBody"), None)
        for paragraph in () if body is None else body:
            if local(paragraph) == "p":
                self._paragraph(paragraph, kind)

    def _paragraph(self, paragraph: Element, kind: str) -> None:
        runs = self._runs(paragraph)
        properties = next((one for one in paragraph if local(one) == "pPr"), None)
        marks = {local(one) for one in properties} if properties is not None else set[str]()
        level = properties.get("lvl", "0") if properties is not None else "0"
        if kind in _TITLES and not self._notes:
            self._out.heading(2, text("".join(run.text for run in runs)))
        elif (
            "buNone" not in marks
            and not self._notes
            and (kind in _BULLETED or marks & {"buChar", "buAutoNum", "buBlip"})
        ):
            ordered = "buAutoNum" in marks
            depth = int(level) if level.isdecimal() else 0
            self._out.item(depth, runs_html(runs), ordered=ordered)
        else:
            self._out.paragraph(runs_html(runs))

    def _table(self, table: Element) -> None:
        rows = [
            [self._cell(cell) for cell in row if local(cell) == "tc"]
            for row in table
            if local(row) == "tr"
        ]
        properties = next((one for one in table if local(one) == "tblPr"), None)
        headed = properties is not None and properties.get("firstRow") in {"1", "true"}
        self._out.table(rows, header=headed)

    def _cell(self, cell: Element) -> str:
        lines = [runs_html(self._runs(one)) for one in cell.iter() if local(one) == "p"]
        return "<br>".join(line for line in lines if line.strip())

    def _runs(self, paragraph: Element) -> list[Run]:
        runs: list[Run] = []
        for child in paragraph:
            name = local(child)
            if name == "br":
                runs.append(Run("\n"))
            elif name in {"r", "fld"} and child.get("type") != "slidenum":
                runs.append(self._run(child))
            elif name in {"m", "AlternateContent"}:
                words = [one.text or "" for one in child.iter() if local(one) == "t"]
                runs.append(Run("".join(words)))
        return runs

    def _run(self, run: Element) -> Run:
        found = Run("")
        for child in run:
            if local(child) == "t":
                found.text += (child.text or "").replace("\v", "\n")
            elif local(child) == "rPr":
                found.bold = child.get("b") in {"1", "true"}
                found.italic = child.get("i") in {"1", "true"}
                link = next((one for one in child if local(one) == "hlinkClick"), None)
                relation = self._relations.get(_id(link)) if link is not None else None
                found.href = relation.target if relation and relation.outside else ""
        return found
