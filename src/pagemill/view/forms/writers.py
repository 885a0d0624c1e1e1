"""Writers that turn the same sequence of lines into text, clean HTML and Markdown.

A writer is told which element with meaning begins and ends, and each line or piece of code
between. Lines inside a table cell are gathered until its row ends. Each remembers where in its
form the lines of a block went, for whoever asks.
"""

from __future__ import annotations

import re
from html import escape
from itertools import accumulate

from pagemill.html.tree import Tree

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
CELLS = frozenset(("td", "th"))
FIGURES = frozenset(("figure", "figcaption"))
_ITEMS = frozenset(("li", "dt", "dd"))
_BARE = _ITEMS | FIGURES
_MARKED = _ITEMS | {"blockquote"}
_TIGHT = HEADINGS | CELLS | {"caption"}
_LINE_START = re.compile(r"^(#{1,6}(?=\s)|[-+](?=\s)|\d{1,9}(?=[.)]\s)|~~~|=+$|-+$)")
_SUSPICIOUS_STARTS = frozenset("#-+~=0123456789")
_NUMBER_POINT = re.compile(r"^(\d{1,9})([.)]\s)")


class Whereabouts:
    """Where the lines of blocks went in what a writer writes, piece by piece.

    Attributes:
        block: number of the block whose line comes next; -1 for none.
    """

    def __init__(self) -> None:
        self.block = -1
        self._cells: list[tuple[int, int, int, int]] = []
        self._found: dict[int, tuple[int, int, int, int]] = {}

    def note(self, piece: int, column: int, last: int, end: int) -> None:
        """The block goes from a column of one piece to a column of another."""
        if self.block >= 0:
            self._found[self.block] = piece, column, last, end

    def note_cell(self, cell: int, column: int, length: int) -> None:
        """The block stands in a cell of a row that is not written yet."""
        if self.block >= 0:
            self._cells.append((self.block, cell, column, length))

    def row(self, piece: int, starts: list[int]) -> None:
        """The row is written, its cells from these columns of a piece on."""
        for block, cell, column, length in self._cells:
            begin = starts[cell] + column
            self._found[block] = piece, begin, piece, begin + length
        self._cells.clear()

    def ranges(self, pieces: list[str], glue: int) -> dict[int, tuple[int, int]]:
        """Characters of the joined pieces that blocks take; ``glue``: characters between."""
        starts = [0, *accumulate(len(piece) + glue for piece in pieces)]
        return {
            block: (starts[piece] + column, starts[last] + end)
            for block, (piece, column, last, end) in self._found.items()
        }


class TextWriter:
    """Plain text: a block is a line, a row of a table is a line with tabs, code as it is."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.row: list[str] | None = None
        self.where = Whereabouts()

    def enter(self, tag: str) -> None:
        """An element begins."""
        if tag == "tr":
            self.row = []
        elif tag in CELLS and self.row is not None:
            self.row.append("")

    def leave(self, tag: str) -> None:
        """An element ends."""
        if tag == "tr" and self.row is not None:
            if cells := list(filter(None, self.row)):  # a cell of images has no text
                widths = (len(cell) + 1 if cell else 0 for cell in self.row)
                self.where.row(len(self.lines), list(accumulate(widths, initial=0)))
                self.lines.append("\t".join(cells))
            self.row = None

    def line(self, plain: str) -> None:
        """One line of text."""
        if self.row:
            self.row[-1] = f"{self.row[-1]} {plain}".strip(" ")
            column = len(self.row[-1]) - len(plain)
            self.where.note_cell(len(self.row) - 1, column, len(plain))
        else:
            self.code(plain)

    def code(self, code: str) -> None:
        """A line, or several, whose white space stays."""
        self.where.note(len(self.lines), 0, len(self.lines), len(code))
        self.lines.append(code)

    def ranges(self) -> dict[int, tuple[int, int]]:
        """Characters of the result that each block takes."""
        return self.where.ranges(self.lines, 1)

    def result(self) -> str:
        """Everything written."""
        return "\n".join(self.lines)


class HtmlWriter:
    """Clean HTML: elements with meaning only, no attribute but href, start and spans."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.out: list[str] = []
        self.open: list[str] = []
        self.in_paragraph = False
        self.fresh = False
        self.where = Whereabouts()

    def enter(self, node: int, tag: str) -> None:
        """An element begins."""
        self.end_paragraph()
        self.out.append(f"<{tag}{self._attributes(node, tag)}>")
        self.open.append(tag)
        self.fresh = True

    def leave(self, tag: str) -> None:
        """An element ends."""
        self.end_paragraph()
        self.out.append(f"</{tag}>")
        self.open.pop()
        self.fresh = False

    def line(self, html: str, *, follows: bool) -> None:
        """One line; ``follows``: it goes on in the element of the line before."""
        tag = self.open[-1] if self.open else ""
        if follows:
            self.out.append(f"<br>{html}")
        elif tag in _TIGHT or (tag in _BARE and self.fresh):
            self.out.append(html if self.fresh else f" {html}")
        else:
            self.end_paragraph()
            self.out.append(f"<p>{html}")
            self.in_paragraph = True
        self.fresh = False
        end = len(self.out[-1])
        self.where.note(len(self.out) - 1, end - len(html), len(self.out) - 1, end)

    def code(self, code: str) -> None:
        """Preformatted text, every character kept."""
        self.end_paragraph()
        escaped = escape(code, quote=False)
        begin = len("<pre><code>")
        self.where.note(len(self.out), begin, len(self.out), begin + len(escaped))
        self.out.append(f"<pre><code>{escaped}</code></pre>")
        self.fresh = False

    def end_paragraph(self) -> None:
        """Close a paragraph that is open."""
        if self.in_paragraph:
            self.out.append("</p>")
            self.in_paragraph = False

    def _attributes(self, node: int, tag: str) -> str:
        if tag == "ol":
            start = start_of(self.tree, node)
            return "" if start == 1 else f' start="{start}"'
        if tag not in CELLS:
            return ""
        spans = ""
        for name in ("colspan", "rowspan"):
            value = self.tree.attribute(node, name)
            if re.fullmatch(r"[0-9]{1,4}", value) and int(value) > 1:
                spans += f' {name}="{int(value)}"'
        return spans

    def ranges(self) -> dict[int, tuple[int, int]]:
        """Characters of the result that each block takes."""
        return self.where.ranges(self.out, 0)

    def result(self) -> str:
        """Everything written."""
        self.end_paragraph()
        return "".join(self.out)


class MarkdownWriter:
    """Markdown as GitHub reads it; ``dl`` in the form of Markdown Extra."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.lines: list[str] = []
        self.open: list[tuple[int, str]] = []
        self.started: set[int] = set()
        self.numbers: dict[int, int] = {}
        self.open_items = 0
        self.row: list[str] | None = None
        self.has_head = True
        self.where = Whereabouts()

    def enter(self, node: int, tag: str) -> None:
        """An element begins."""
        if tag == "table":
            self.has_head = False
            self._blank()
        elif tag == "tr":
            self.row = []
        elif tag in CELLS and self.row is not None:
            self.row.append("")
        elif tag == "ol":
            self.numbers[node] = start_of(self.tree, node)
        if tag in ("ul", "ol", "dl", "blockquote") and not self.open_items:
            self._blank()
        elif tag in _ITEMS:
            self.open_items += 1
        self.open.append((node, tag))

    def leave(self, tag: str) -> None:
        """An element ends."""
        self.open.pop()
        if tag in _ITEMS:
            self.open_items -= 1
        if tag == "tr" and self.row is not None:
            self._write([f"| {' | '.join(self.row)} |"])
            begin = len(self.lines[-1]) - len(" | ".join(self.row)) - len(" |")
            starts = accumulate((len(cell) + 3 for cell in self.row), initial=begin)
            self.where.row(len(self.lines) - 1, list(starts))
            if not self.has_head:
                self._write(["|" + " --- |" * len(self.row)])
                self.has_head = True
            self.row = None
        elif tag in ("table", "caption", "blockquote") or (
            tag in ("ul", "ol", "dl") and not self.open_items
        ):
            self._blank()

    def line(self, markdown: str, *, follows: bool) -> None:
        """One line; ``follows``: it goes on in the element of the line before."""
        if self.row:
            self.row[-1] = f"{self.row[-1]} {markdown}".strip(" ")
            length = len(markdown.strip(" "))
            self.where.note_cell(len(self.row) - 1, len(self.row[-1]) - length, length)
            return
        node, tag = self.open[-1] if self.open else (-1, "")
        if tag in HEADINGS:
            self._blank()
            self._write([f"{'#' * int(tag[1])} {markdown}"])
            self._note_line(markdown)
            self._blank()
            return
        if markdown[0] in _SUSPICIOUS_STARTS:
            markdown = _NUMBER_POINT.sub(r"\1\\\2", _LINE_START.sub(_escaped_start, markdown))
        if follows and self.lines and self.lines[-1].strip():
            self.lines[-1] += "\\"
        elif tag not in _ITEMS or node in self.started:
            self._blank()
        self._write([markdown])
        self._note_line(markdown)

    def code(self, code: str) -> None:
        """Preformatted text in a fence longer than any inside."""
        fence = "```"
        while fence in code:
            fence += "`"
        self._blank()
        lines = code.split("\n")
        self._write([fence, *lines, fence])
        last = len(self.lines) - 2
        first = last - len(lines) + 1
        begin = len(self.lines[first]) - len(lines[0])
        self.where.note(first, begin, last, len(self.lines[last]))
        self._blank()

    def _note_line(self, markdown: str) -> None:
        end = len(self.lines[-1])
        self.where.note(len(self.lines) - 1, end - len(markdown), len(self.lines) - 1, end)

    def _blank(self) -> None:
        if not self.lines or not self.lines[-1]:
            return
        if not self.open:
            self.lines.append("")
            return
        node, tag = self.open[-1]
        if tag in _ITEMS and node not in self.started:
            return
        around = {tag for _, tag in self.open} - FIGURES
        self.lines.append(">" if self.lines[-1][0] == ">" and around == {"blockquote"} else "")

    def _write(self, lines: list[str]) -> None:
        first = rest = ""
        for node, tag in self.open:
            if tag in _MARKED:
                mark, more = self._marks(node, tag)
                first += mark
                rest += more
        self.lines.append(first + lines[0])
        if len(lines) > 1:
            self.lines.extend([rest + line for line in lines[1:]])

    def _marks(self, node: int, tag: str) -> tuple[str, str]:
        """Characters that an open element puts before its first and its other lines."""
        begun = node in self.started
        self.started.add(node)
        if tag == "blockquote":
            return "> ", "> "
        if tag == "dd":
            return ("    " if begun else ":   "), "    "
        if tag != "li":
            return "", ""
        parent = self.tree.parents[node]
        if parent not in self.numbers:
            return ("  " if begun else "- "), "  "
        if begun:
            return "   ", "   "
        number = self.numbers[parent]
        self.numbers[parent] = number + 1
        return f"{number}. ", "   "

    def ranges(self) -> dict[int, tuple[int, int]]:
        """Characters of the result that each block takes."""
        return self.where.ranges(self.lines, 1)

    def result(self) -> str:
        """Everything written."""
        return "\n".join(self.lines).strip("\n")


def start_of(tree: Tree, node: int) -> int:
    """First number of an ordered list."""
    value = tree.attribute(node, "start")
    return int(value) if re.fullmatch(r"[0-9]{1,9}", value) else 1


def _escaped_start(found: re.Match[str]) -> str:
    start = found.group(1)
    return start if start[0].isdigit() else f"\\{start}"
