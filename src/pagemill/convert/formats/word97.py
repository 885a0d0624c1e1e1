# pyright: basic
"""Word documents before 2007 (DOC): text pieces, with the marks of paragraphs and characters.

Source:
    [MS-DOC] Word (.doc) Binary File Format: sections 2.4.1 (retrieving text), 2.5 (FIB),
    2.8.35 (piece table), 2.9.31 and 2.9.175 (pages of properties), 2.6 (property modifiers).
"""

from __future__ import annotations

import io
import re
import struct
from bisect import bisect_right
from dataclasses import dataclass, field
from struct import Struct
from typing import Any

from pagemill.convert.formats.markup import About, Run, Writer, page, runs_html, text
from pagemill.errors import DocumentError
from pagemill.media import types

_LINK = re.compile(r'HYPERLINK\s+(?:\\l\s+)?"([^"]*)"')
_U16, _U32, _I16 = Struct("<H"), Struct("<I"), Struct("<h")
_ENCRYPTED, _TABLE_ONE = 0x0100, 0x0200
_PAGE = 512
# Property modifiers that matter here.
_BOLD, _ITALIC, _LIST, _LEVEL, _OUTLINE = 0x0835, 0x0836, 0x460B, 0x260A, 0x2640
_IN_TABLE, _ROW_END = 0x2416, 0x2417
_STYLE_CHANGED = 0x4600
_LONG = {0xD606, 0xD608}  # their operand states its length in two bytes
_SIZES = (1, 1, 2, 4, 2, 2, -1, 3)
_SPECIAL = re.compile("[\x01-\x06\x08\x0e-\x12\x16-\x1a\x1c\x1d\x7f]")


class Word97Converter:
    """DOC, as Word 97 to 2003 wrote it."""

    name = "word97"
    version = "1"
    media_types = (types.DOC,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The document as HTML."""
        del media_type
        import olefile  # type: ignore[import-untyped] # noqa: PLC0415 - comes with the extra

        try:
            with olefile.OleFileIO(io.BytesIO(payload)) as found:
                main = found.openstream("WordDocument").read()
                name = "1Table" if _U16.unpack_from(main, 10)[0] & _TABLE_ONE else "0Table"
                if _U16.unpack_from(main, 10)[0] & _ENCRYPTED:
                    raise DocumentError("encrypted", "the document says so")
                table = found.openstream(name).read()
                about = _about(found.get_metadata())
            return page(about, _body(_Doc(main, table)))
        except (OSError, struct.error, IndexError, ValueError) as error:
            raise DocumentError("broken document", f"{type(error).__name__}: {error}") from None


def _about(metadata: Any) -> About:
    def words(value: Any) -> str:
        if isinstance(value, bytes):
            code = metadata.codepage or 1252
            encoding = "utf-8" if code in {65001, -535} else f"cp{code}"
            try:
                return value.decode(encoding, "replace").strip("\0 ")
            except LookupError:
                return value.decode("cp1252", "replace").strip("\0 ")
        return str(value or "")

    made = metadata.create_time
    return About(
        title=words(metadata.title),
        author=words(metadata.author),
        date=made.isoformat() if made and made.year > 1980 else "",
        keywords=words(metadata.keywords),
    )


@dataclass(slots=True)
class _Span:
    """Properties of a stretch of the file: of characters, or of a paragraph."""

    style: int = 0
    bold: bool = False
    italic: bool = False
    list_id: int = 0
    level: int = 0
    outline: int = 9
    in_table: bool = False
    row_end: bool = False


@dataclass(slots=True)
class _Spans:
    starts: list[int] = field(default_factory=list)
    found: list[_Span] = field(default_factory=list)

    def at(self, place: int) -> _Span:
        number = bisect_right(self.starts, place) - 1
        return self.found[number] if number >= 0 else _Span()


class _Doc:
    """The streams of a document taken apart."""

    def __init__(self, main: bytes, table: bytes) -> None:
        self.main = main
        self.table = table
        self.pieces = self._pieces()
        self.characters = self._spans(0xFA, paragraphs=False)
        self.paragraphs = self._spans(0x102, paragraphs=True)

    def _pieces(self) -> list[tuple[int, int, int, bool]]:
        """(first character, one behind the last, place in the file, one byte each)."""
        at, size = (_U32.unpack_from(self.main, place)[0] for place in (0x1A2, 0x1A6))
        clx = self.table[at : at + size]
        at = 0
        while clx[at] == 1:  # properties that pieces share
            at += 3 + _U16.unpack_from(clx, at + 1)[0]
        plain = clx[at + 5 : at + 5 + _U32.unpack_from(clx, at + 1)[0]]
        count = (len(plain) - 4) // 12
        pieces = []
        for number in range(count):
            first, last = (_U32.unpack_from(plain, 4 * (number + n))[0] for n in (0, 1))
            place = _U32.unpack_from(plain, 4 * (count + 1) + 8 * number + 2)[0]
            is_narrow = bool(place & 0x40000000)
            place &= 0x3FFFFFFF
            pieces.append((first, last, place // 2 if is_narrow else place, is_narrow))
        return pieces

    def texts(self) -> list[tuple[str, int, int]]:
        """Each piece's characters, its place in the file and the bytes of a character."""
        found = []
        ends = _U32.unpack_from(self.main, 0x4C)[0] + _U32.unpack_from(self.main, 0x50)[0]
        for first, last, place, is_narrow in self.pieces:
            count = min(last, max(ends, first)) - first
            if count <= 0:
                continue
            width = 1 if is_narrow else 2
            data = self.main[place : place + width * count]
            encoding = "cp1252" if is_narrow else "utf-16-le"
            found.append((data.decode(encoding, "replace"), place, width))
        return found

    def _spans(self, where: int, *, paragraphs: bool) -> _Spans:
        at, size = (_U32.unpack_from(self.main, where + n)[0] for n in (0, 4))
        plain = self.table[at : at + size]
        count = max((len(plain) - 4) // 8, 0)
        ordered: dict[int, _Span] = {}
        for number in range(count):
            where_page = _U32.unpack_from(plain, 4 * (count + 1) + 4 * number)[0] & 0x3FFFFF
            leaf = self.main[where_page * _PAGE : (where_page + 1) * _PAGE]
            if len(leaf) == _PAGE:
                ordered.update(_leaf(leaf, paragraphs=paragraphs))
        starts = sorted(ordered)
        return _Spans(starts, [ordered[start] for start in starts])


def _leaf(leaf: bytes, *, paragraphs: bool) -> dict[int, _Span]:
    """Start -> properties of the stretches on one page."""
    count = leaf[_PAGE - 1]
    found = {}
    for number in range(count):
        start = _U32.unpack_from(leaf, 4 * number)[0]
        width = 13 if paragraphs else 1
        at = 2 * leaf[4 * (count + 1) + width * number]
        found[start] = _span(leaf, at, paragraphs=paragraphs) if at else _Span()
    return found


def _span(leaf: bytes, at: int, *, paragraphs: bool) -> _Span:
    span = _Span()
    size = leaf[at]
    if not paragraphs:
        _modify(span, leaf[at + 1 : at + 1 + size])
        return span
    if size:
        begin, end = at + 1, at + 2 * size
    else:
        begin, end = at + 2, at + 2 + 2 * leaf[at + 1]
    span.style = _U16.unpack_from(leaf, begin)[0]
    _modify(span, leaf[begin + 2 : end])
    return span


def _modify(span: _Span, modifiers: bytes) -> None:
    at = 0
    while at + 3 <= len(modifiers):
        kind = _U16.unpack_from(modifiers, at)[0]
        size = _SIZES[kind >> 13]
        first = modifiers[at + 2]
        if size < 0:
            size = _U16.unpack_from(modifiers, at + 2)[0] + 1 if kind in _LONG else first + 1
        _apply(span, kind, modifiers[at + 2 : at + 2 + size])
        at += 2 + size


def _apply(span: _Span, kind: int, operand: bytes) -> None:
    if kind == _BOLD:
        span.bold = operand[0] in {1, 0x81}
    elif kind == _ITALIC:
        span.italic = operand[0] in {1, 0x81}
    elif kind == _LIST:
        span.list_id = _I16.unpack(operand)[0]
    elif kind == _LEVEL:
        span.level = operand[0]
    elif kind == _OUTLINE:
        span.outline = operand[0]
    elif kind == _IN_TABLE:
        span.in_table = bool(operand[0])
    elif kind == _ROW_END:
        span.row_end = bool(operand[0])
    elif kind == _STYLE_CHANGED:
        span.style = _U16.unpack(operand)[0]


class _Body:
    """Puts characters together to runs, paragraphs, cells and rows."""

    def __init__(self) -> None:
        self.out = Writer()
        self.runs: list[Run] = []
        self.cells: list[str] = []
        self.cell: list[str] = []
        self.rows: list[list[str]] = []
        self.fields: list[list[str]] = []

    def say(self, words: str, span: _Span) -> None:
        words = _SPECIAL.sub("", words).replace("\x1e", "-").replace("\x1f", "")
        if not words:
            return
        hidden = [one for one in self.fields if len(one) == 1]
        if hidden:
            hidden[-1][0] += words
            return
        link = next((found for one in self.fields if (found := _LINK.search(one[0]))), None)
        self.runs.append(Run(words, span.bold, span.italic, link[1] if link else ""))

    def end_paragraph(self, span: _Span) -> None:
        runs, self.runs = self.runs, []
        if span.in_table:
            self.cell.append(runs_html(runs))
            return
        self.end_table()
        level = span.style if 1 <= span.style <= 9 else span.outline + 1
        if level <= 9:
            self.out.heading(level, text("".join(run.text for run in runs)))
        elif span.list_id > 0:
            self.out.item(span.level, runs_html(runs))
        else:
            self.out.paragraph(runs_html(runs))

    def end_cell(self, span: _Span) -> None:
        if span.row_end:
            self.rows.append(self.cells)
            self.cells, self.cell, self.runs = [], [], []
            return
        self.cell.append(runs_html(self.runs))
        self.cells.append("<br>".join(part for part in self.cell if part.strip()))
        self.cell, self.runs = [], []

    def end_table(self) -> None:
        if self.cells or self.cell:
            self.rows.append([*self.cells, *self.cell])
        self.out.table(self.rows)
        self.cells, self.cell, self.rows = [], [], []

    def turn(self, mark: str) -> None:
        """A field begins, shows its result, or ends."""
        if mark == "\x13":
            self.fields.append([""])
        elif self.fields and mark == "\x14":
            self.fields[-1].append("")
        elif self.fields and mark == "\x15":
            self.fields.pop()


_MARKS = re.compile("([\r\x07\x0b\x0c\x13\x14\x15])")


def _body(doc: _Doc) -> str:
    body = _Body()
    for words, place, width in doc.texts():
        at = place
        for part in _MARKS.split(words):
            if part in {"\r", "\x0c"} and part:
                body.end_paragraph(doc.paragraphs.at(at))
            elif part == "\x07":
                body.end_cell(doc.paragraphs.at(at))
            elif part == "\x0b":
                body.runs.append(Run("\n"))
            elif part in {"\x13", "\x14", "\x15"} and part:
                body.turn(part)
            else:
                _say(body, doc.characters, part, at, width)
            at += width * len(part)
    body.end_paragraph(_Span())
    body.end_table()
    return body.out.html()


def _say(body: _Body, spans: _Spans, words: str, place: int, width: int) -> None:
    """Say words that may lie in several stretches of one form each."""
    done = 0
    while done < len(words):
        at = place + width * done
        following = bisect_right(spans.starts, at)
        end = spans.starts[following] if following < len(spans.starts) else at + (1 << 30)
        count = max((end - at) // width, 1)
        body.say(words[done : done + count], spans.at(at))
        done += count
