# pyright: basic
"""PDF: the text as PDFium gives it, and its structure by how it lies on the page.

A PDF knows places and fonts, not paragraphs. The steps from the one to the other stand in
``layout``; here the file is opened and its words are measured.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import Any

from pagemill.convert.formats import ruled
from pagemill.convert.formats.layout import Line, Page, Word, laid_out
from pagemill.convert.formats.markup import About, page
from pagemill.errors import DocumentError
from pagemill.media import types

_MOST_PAGES = 5_000
_MOST_OBJECTS = 20_000
_WORDS = re.compile(r"\S+")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?")
_BOLD_WEIGHT = 600
_ITALIC_FLAG = 1 << 6
_BOLD_NAME = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"italic|oblique|slanted|kursiv", re.IGNORECASE)


class PdfConverter:
    """PDF with text in it; pictures of text are not read."""

    name = "pdf"
    version = "2"
    media_types = (types.PDF,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """The document as HTML."""
        del media_type
        import pypdfium2 as pdfium  # type: ignore[import-untyped] # noqa: PLC0415 - the extra

        start = payload.find(b"%PDF-")
        try:
            found = pdfium.PdfDocument(payload[max(start, 0) :])
        except pdfium.PdfiumError as error:
            locked = "password" in str(error).lower()
            reason = "encrypted" if locked else "broken document"
            raise DocumentError(reason, str(error)) from None
        try:
            if len(found) > _MOST_PAGES:
                raise DocumentError("too large", f"{len(found)} pages; at most {_MOST_PAGES}")
            pages = [
                Page(_lines(pdfium, found, one), _rules(pdfium, one)) for one in _pages(found)
            ]
            return page(_about(found.get_metadata_dict()), laid_out(pages))
        finally:
            found.close()


def _pages(document: Any) -> Iterator[Any]:
    for number in range(len(document)):
        one = document[number]
        yield one
        one.close()


def _about(stated: dict[str, str]) -> About:
    date = _DATE.match(stated.get("CreationDate", ""))
    return About(
        title=stated.get("Title", ""),
        author=stated.get("Author", ""),
        date="-".join(part for part in date.groups() if part) if date else "",
        description=stated.get("Subject", ""),
        keywords=stated.get("Keywords", ""),
    )


def _lines(pdfium: Any, document: Any, one: Any) -> list[Line]:
    """The lines of a page in the order in which the file has them."""
    text = one.get_textpage()
    try:
        measure = _Measure(pdfium.raw, text.raw, _links(pdfium.raw, document.raw, one.raw))
        words = text.get_text_range(errors="replace")
        lines: list[Line] = []
        at = 0
        for piece in _LINE_ENDS.split(words):
            found = [measure.word(piece, at, match) for match in _WORDS.finditer(piece)]
            if found:
                lines.append(Line(found))
            at += _units(piece) + 2
        return lines
    finally:
        text.close()


def _rules(pdfium: Any, one: Any) -> list[ruled.Box]:
    """Straight lines that are drawn on a page."""
    raw, box = pdfium.raw, [ctypes.c_float() for _ in range(4)]
    found: list[ruled.Box] = []
    for number in range(min(raw.FPDFPage_CountObjects(one.raw), _MOST_OBJECTS)):
        drawn = raw.FPDFPage_GetObject(one.raw, number)
        if raw.FPDFPageObj_GetType(drawn) != raw.FPDF_PAGEOBJ_PATH:
            continue
        if raw.FPDFPageObj_GetBounds(drawn, *box):
            left, bottom, right, top = (side.value for side in box)
            found.append(ruled.Box(left, bottom, right, top))
    return ruled.rules_of(found)


def _units(text: str) -> int:
    """How many of the characters that PDFium counts a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


Box = tuple[float, float, float, float]


class _Measure:
    """Asks for the place and the font of words."""

    def __init__(self, raw: Any, text: Any, links: list[tuple[Box, str]]) -> None:
        self._raw = raw
        self._text = text
        self._links = links
        self._box = raw.FS_RECTF()
        self._name = ctypes.create_string_buffer(128)
        self._flags = ctypes.c_int()

    def word(self, line: str, at: int, match: re.Match[str]) -> Word:
        first = at + _units(line[: match.start()])
        last = first + _units(match[0]) - 1
        left, bottom, right, top = self._place(first)
        if last > first:
            right = max(right, self._place(last)[2])
        bold, italic = self._font(first)
        middle = ((left + right) / 2, (bottom + top) / 2)
        href = next((href for box, href in self._links if _is_in(middle, box)), "")
        return Word(match[0], left, right, bottom, top, bold, italic, href)

    def _place(self, number: int) -> tuple[float, float, float, float]:
        box = self._box
        if not self._raw.FPDFText_GetLooseCharBox(self._text, number, box):
            return (0.0, 0.0, 0.0, 0.0)
        low, high = sorted((box.bottom, box.top))
        return (box.left, low, box.right, high)

    def _font(self, number: int) -> tuple[bool, bool]:
        size = self._raw.FPDFText_GetFontInfo(
            self._text, number, self._name, len(self._name), self._flags
        )
        name = self._name.value.decode("utf-8", "replace") if size else ""
        weight = self._raw.FPDFText_GetFontWeight(self._text, number)
        bold = weight >= _BOLD_WEIGHT or bool(_BOLD_NAME.search(name))
        italic = bool(self._flags.value & _ITALIC_FLAG) or bool(_ITALIC_NAME.search(name))
        return bold, italic


def _is_in(point: tuple[float, float], box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _links(raw: Any, document: Any, one: Any) -> list[tuple[Box, str]]:
    """Rectangles of a page that lead to other pages."""
    found: list[tuple[Box, str]] = []
    place, link, box = ctypes.c_int(0), raw.FPDF_LINK(), raw.FS_RECTF()
    while raw.FPDFLink_Enumerate(one, place, link):
        if not raw.FPDFLink_GetAnnotRect(link, box):
            continue
        action = raw.FPDFLink_GetAction(link)
        if action and raw.FPDFAction_GetType(action) == raw.PDFACTION_URI:
            size = raw.FPDFAction_GetURIPath(document, action, None, 0)
            buffer = ctypes.create_string_buffer(max(size, 1))
            raw.FPDFAction_GetURIPath(document, action, buffer, size)
            low, high = sorted((box.bottom, box.top))
            href = buffer.value.decode("utf-8", "replace")
            found.append(((box.left, low, box.right, high), href))
    return found
