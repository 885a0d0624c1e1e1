"""From words with places to headings, paragraphs, lists and tables.

The order of lines is the file's own, which for nearly all programs is the order of reading.
What is decided here is where one block ends and the next begins, and what each is:

- a **heading** is set in larger type than most of the text, or is a short line in bold;
- a **list item** begins with a bullet or a number;
- **rows of a table** stand between lines that are drawn (:mod:`.ruled`), or are lines of words,
  one below another, in groups with wide gaps between them, the groups of one row below those of
  the other;
- a **paragraph** goes on over line, column and page ends until a line ends early, is set in
  other type, leaves a gap, or is indented.

Lines that come back at the edge of most pages are shown once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pagemill.convert.formats.markup import Run, Writer, is_link, runs_html, text
from pagemill.convert.formats.ruled import Box, grids

_BULLET = re.compile(r"[•◦▪▫■□●○‣⁃∙·*\-–—➢➤✓❖\uf0b7\uf0a7\uf0d8]\Z")
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]\Z")
_ENDS = re.compile(r"[.!?:;…。！？：；][\"'”’»)\]]*\Z")
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_DIGITS = re.compile(r"\d+")
_HYPHENS = re.compile("[\x02\ufffe\u00ad]")
_LARGER = 1.12
_WIDE_GAP = 0.8
_LONGEST_HEADING = 200
_LONGEST_BOLD = 100


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page; places in points from the lower left corner."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    bold: bool = False
    italic: bool = False
    href: str = ""


@dataclass(slots=True)
class Line:
    """Words beside each other."""

    words: list[Word]

    @property
    def text(self) -> str:
        """The words with spaces between them."""
        return " ".join(word.text for word in self.words)

    @property
    def height(self) -> float:
        """Height of the type: that of most characters, to half a point."""
        sizes = Counter[float]()
        for word in self.words:
            sizes[round(2 * (word.top - word.bottom)) / 2] += len(word.text)
        return sizes.most_common(1)[0][0]

    @property
    def is_bold(self) -> bool:
        """Whether every word is."""
        return all(word.bold for word in self.words)

    @property
    def groups(self) -> list[list[Word]]:
        """Words in groups with wide gaps between them."""
        found = [[self.words[0]]]
        wide = _WIDE_GAP * max(self.height, 1.0)
        for before, word in pairwise(self.words):
            if word.left - before.right > wide:
                found.append([word])
            else:
                found[-1].append(word)
        return found


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a page, in the order of the file, and the straight lines drawn on it."""

    lines: list[Line]
    rules: list[Box]


@dataclass(slots=True)
class _Block:
    kind: str  # "h", "p", "li", "row" or "grid"
    lines: list[Line]
    page: int
    cells: list[list[list[Word]]] = field(default_factory=list[list[list[Word]]])


def laid_out(pages: Sequence[Page]) -> str:
    """The HTML of a document."""
    shown = _without_edges([page.lines for page in pages])
    everything = [line for lines in shown for line in lines]
    if not everything:
        return ""
    sizes = Counter[float]()
    for line in everything:
        sizes[line.height] += len(line.text)
    usual = sizes.most_common(1)[0][0]
    blocks: list[_Block] = []
    for number, lines in enumerate(shown):
        for piece in _parted(lines, pages[number].rules, number):
            if isinstance(piece, _Block):
                blocks.append(piece)
            else:
                _add_blocks(blocks, piece, usual, number)
    return _written(blocks, usual)


def _parted(lines: list[Line], rules: list[Box], page: int) -> list[list[Line] | _Block]:
    """The lines of a page with tables that are drawn between them, in order."""
    words = [word for line in lines for word in line.words]
    places = [Box(word.left, word.bottom, word.right, word.top) for word in words]
    of: dict[int, _Block] = {}
    for grid in grids(rules, places):
        cells = [[[words[one] for one in cell] for cell in row] for row in grid.rows]
        inside = [one for row in grid.rows for cell in row for one in cell]
        block = _Block("grid", [Line([words[one] for one in inside])], page, cells)
        of |= dict.fromkeys(inside, block)
    found: list[list[Line] | _Block] = [[]]
    told: set[int] = set()
    number = 0
    for line in lines:
        outside: list[Word] = []
        for word in line.words:
            drawn = of.get(number)
            number += 1
            if drawn is None:
                outside.append(word)
            elif id(drawn) not in told:
                told.add(id(drawn))
                found += [drawn, []]
        last = found[-1]
        if outside and isinstance(last, list):
            last.append(Line(outside))
    return [piece for piece in found if piece]


def _without_edges(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Pages without the first and last lines that come back on most of them, but for once."""
    count = Counter[str]()
    for lines in pages:
        edges = {_DIGITS.sub("#", line.text) for line in (*lines[:2], *lines[-2:])}
        count.update(edges)
    often = {edge for edge, times in count.items() if times > 2 and 2 * times > len(pages)}
    told: set[str] = set()
    return [_shown(lines, often, told) for lines in pages]


def _shown(lines: Sequence[Line], often: set[str], told: set[str]) -> list[Line]:
    """The lines of a page but for those at its edges that were told before."""
    kept: list[Line] = []
    for place, line in enumerate(lines):
        edge = _DIGITS.sub("#", line.text)
        is_edge = place < 2 or place >= len(lines) - 2
        if not (is_edge and edge in told):
            kept.append(line)
        if is_edge and edge in often:
            told.add(edge)
    return kept


def _add_blocks(blocks: list[_Block], lines: list[Line], usual: float, page: int) -> None:
    pitch = _pitch(lines)
    edge = max((line.words[-1].right for line in lines), default=0.0)
    rows = _table_rows(lines)
    for number, line in enumerate(lines):
        kind = _kind(line, usual, is_row=number in rows)
        last = blocks[-1] if blocks else None
        if last and _goes_on(last, line, kind, _Page(page, pitch, edge)):
            last.lines.append(line)
        else:
            blocks.append(_Block(kind, [line], page))


def _pitch(lines: Sequence[Line]) -> float:
    """Usual distance from one line to the next."""
    steps = [before.words[0].bottom - line.words[0].bottom for before, line in pairwise(lines)]
    down = [step for step in steps if 0 < step < 40]
    return median(down) if down else 14.0


def _table_rows(lines: Sequence[Line]) -> set[int]:
    """Numbers of the lines that are rows: they have groups, and so has a neighbour below."""
    found: set[int] = set()
    groups = [line.groups for line in lines]
    for number in range(len(lines) - 1):
        if _are_rows(groups[number], groups[number + 1]):
            found |= {number, number + 1}
    return found


def _are_rows(upper: list[list[Word]], lower: list[list[Word]]) -> bool:
    if min(len(upper), len(lower)) < 2 or _is_mark(upper) or _is_mark(lower):
        return False
    if not 0 < upper[0][0].bottom - lower[0][0].bottom < 60:
        return False
    tolerance = 0.7 * max(upper[0][0].top - upper[0][0].bottom, 4.0)

    def meets(one: list[Word], other: list[Word]) -> bool:
        left, right = one[0].left - other[0].left, one[-1].right - other[-1].right
        return min(abs(left), abs(right), abs(left + right) / 2) < tolerance

    hits = sum(any(meets(one, other) for other in lower) for one in upper)
    return hits >= max(2, min(len(upper), len(lower)) - 1)


def _is_mark(groups: list[list[Word]]) -> bool:
    """Whether the first group is the mark of a list item and the second all the rest."""
    first = groups[0]
    return len(groups) == 2 and len(first) == 1 and _mark(first[0].text) != ""


def _mark(word: str) -> str:
    if _BULLET.match(word):
        return "ul"
    return "ol" if _NUMBER.match(word) else ""


def _kind(line: Line, usual: float, *, is_row: bool) -> str:
    if is_row:
        return "row"
    if line.height >= _LARGER * usual and len(line.text) <= _LONGEST_HEADING:
        return "h"
    if len(line.words) > 1 and _mark(line.words[0].text):
        return "li"
    letters = any(character.isalpha() for character in line.text)
    is_short = len(line.text) <= _LONGEST_BOLD and not _ENDS.search(line.text)
    return "b" if line.is_bold and is_short and letters else "p"


@dataclass(frozen=True, slots=True)
class _Page:
    number: int
    pitch: float
    edge: float


def _goes_on(block: _Block, line: Line, kind: str, page: _Page) -> bool:
    """Whether a line belongs to the block before it."""
    before = block.lines[-1]
    step = before.words[0].bottom - line.words[0].bottom
    is_next = 0 < step <= 1.4 * max(page.pitch, line.height)
    same_type = before.height == line.height
    if block.kind == "grid":
        return False
    if "row" in {kind, block.kind}:
        return kind == block.kind and block.page == page.number and 0 < step < 60
    if "h" in {kind, block.kind} or "b" in {kind, block.kind}:
        return kind == block.kind and is_next and same_type
    if kind == "li" or not same_type:
        return False
    if not is_next:  # a new column or page: the sentence tells
        moved = page.number != block.page or step < 0
        return moved and block.kind == "p" and not _ENDS.search(before.text)
    return _is_next_line(block, line, page.edge)


def _is_next_line(block: _Block, line: Line, edge: float) -> bool:
    """Whether a line right below a paragraph or item goes on with it."""
    before = block.lines[-1]
    indent = line.words[0].left - before.words[0].left
    if block.kind == "li":
        return indent > -1 or len(block.lines) > 1
    if indent > 0.8 * line.height and len(block.lines) > 1:
        return False
    width = edge - before.words[0].left
    ends_early = before.words[-1].right < edge - 0.15 * width
    return not (ends_early and _ENDS.search(before.text))


def _written(blocks: Sequence[_Block], usual: float) -> str:
    sizes = sorted({one.lines[0].height for one in blocks if one.kind == "h"}, reverse=True)
    levels = {size: min(level, 4) for level, size in enumerate(sizes, start=1)}
    margins: list[float] = []  # of the items around the present one
    out = Writer()
    for block in blocks:
        first = block.lines[0].words[0]
        if block.kind != "li":
            margins.clear()
        if block.kind == "h":
            out.heading(levels[block.lines[0].height], text(_joined_text(block.lines)))
        elif block.kind == "b":
            out.heading(min(len(sizes), 4) + 1, text(_joined_text(block.lines)))
        elif block.kind == "li":
            depth = _depth(margins, first.left, usual)
            inner = _inner([Line(block.lines[0].words[1:]), *block.lines[1:]])
            out.item(depth, inner, ordered=_mark(first.text) == "ol")
        elif block.kind == "row":
            out.table(_cells(block.lines))
        elif block.kind == "grid":
            out.table(
                [[_inner([Line(cell)]) if cell else "" for cell in row] for row in block.cells]
            )
        else:
            out.paragraph(_inner(block.lines))
    return out.html()


def _depth(margins: list[float], left: float, usual: float) -> int:
    """How deep an item is whose mark stands at ``left``; ``margins`` is brought up to date."""
    while margins and left < margins[-1] - 0.7 * usual:
        margins.pop()
    if not margins or left > margins[-1] + 0.7 * usual:
        margins.append(left)
    return len(margins) - 1


def _cells(lines: Sequence[Line]) -> list[list[str]]:
    """Cells by columns: the groups of the fullest row say where those are."""
    rows = [line.groups for line in lines]
    model = max(rows, key=len)
    middles = [(group[0].left + group[-1].right) / 2 for group in model]
    found: list[list[str]] = []
    for row in rows:
        cells: list[list[Word]] = [[] for _ in model]
        for place, group in enumerate(row):
            middle = (group[0].left + group[-1].right) / 2
            distances = [abs(one - middle) for one in middles]
            near = distances.index(min(distances))
            cells[place if len(row) == len(model) else near] += group
        found.append([_inner([Line(cell)]) if cell else "" for cell in cells])
    return found


def _joined_text(lines: Sequence[Line]) -> str:
    return "".join(run.text for run in _runs(lines))


def _inner(lines: Sequence[Line]) -> str:
    return runs_html(_runs(lines))


def _runs(lines: Sequence[Line]) -> list[Run]:
    """Words with spaces between them; a word parted at a line end is made whole."""
    words = [word for line in lines for word in line.words]
    runs: list[Run] = []
    for word, following in zip(words, [*words[1:], None], strict=True):
        href = word.href if is_link(word.href) else ""
        shown = _HYPHENS.sub("", word.text)
        runs.append(Run(shown, word.bold, word.italic, href))
        is_parted = _HYPHENS.match(word.text[-1]) is not None
        if following is None or is_parted or _is_glued(word, following):
            continue
        runs.append(
            Run(
                " ",
                bold=word.bold and following.bold,
                italic=word.italic and following.italic,
                href=href if word.href == following.href else "",
            )
        )
    return runs


def _is_glued(word: Word, following: Word) -> bool:
    """Whether no space belongs between two words: scripts without spaces have none."""
    return bool(_CJK.match(word.text[-1]) and _CJK.match(following.text[0])) and (
        abs(following.left - word.right) < 1 or following.bottom < word.bottom - 1
    )
