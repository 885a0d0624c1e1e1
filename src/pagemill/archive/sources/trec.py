"""TREC Web collections: many pages in one file, each between ``<DOC>`` and ``</DOC>``.

A document has its number in ``<DOCNO>``, and in ``<DOCHDR>`` its address (in some collections
with IP, time, type and length behind it) and the header of the answer; the page follows.

Source:
    The format of the TREC Web and Terabyte tracks (WT10g, GOV2).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from pagemill.archive.address import address, shortened
from pagemill.archive.member import BrokenMemberError
from pagemill.archive.sources.source import Item, SourceOptions, modified_at
from pagemill.archive.sources.unpacked import Unpacked
from pagemill.archive.warc import instant
from pagemill.errors import DocumentError
from pagemill.model.capture import Damage, Record, Reject

TREC_MAGIC = b"<DOC>"

_NUMBER = re.compile(rb"<DOCNO>\s*(.{1,200}?)\s*</DOCNO>", re.IGNORECASE)
_HEADER = re.compile(rb"<DOCHDR>[ \t]*\r?\n?(.*?)</DOCHDR>[ \t]*\r?\n?", re.DOTALL)
_TIME = re.compile(r" (\d{14}) ")
_DATE = re.compile(rb"^Date:[ \t]*([^\r\n]+)", re.IGNORECASE | re.MULTILINE)
_LONGEST_LINE = 1 << 16


class _Document(NamedTuple):
    """One document, or why there is none; ``at`` counts decompressed bytes that were sound."""

    at: int
    content: bytes
    fault: str = ""


class TrecSource:
    """A TREC Web file; its cursor counts documents and the damage between them."""

    kind = "trec"

    def __init__(self, path: Path, options: SourceOptions) -> None:
        self.path = path
        self._options = options

    def read(self, start: int = 0) -> Iterator[Item]:
        """A record or a reject for each document; damage where one is not whole."""
        at = modified_at(self.path)
        with self.path.open("rb") as file:
            for number, found in enumerate(self._all(file), start=1):
                if number > start:
                    yield Item(number, self._found(found, at))

    def _all(self, file: BinaryIO) -> Iterator[_Document | Damage]:
        raw = Unpacked(file, _begins)
        stream = cast("BinaryIO", io.BufferedReader(raw))
        parted = False
        while True:
            try:
                yield from self._documents(stream, raw.given, parted=parted)
            except BrokenMemberError as broken:
                yield Damage(file=str(self.path), offset=raw.offset, kind=broken.kind)
                raw.resume()
                parted = True
            else:
                return

    def _documents(self, stream: BinaryIO, at: int, *, parted: bool) -> Iterator[_Document]:
        """The documents up to the next damage.

        Args:
            stream: what to read on.
            at: how much was read before.
            parted: the stream may begin with the rest of a document, told by the damage.
        """
        limit = self._options.record_limit
        lines: list[bytes] | None = None
        begun = size = 0
        for line, following in _with_next(stream):
            mark = line.strip() if line[:1] == b"<" else b""
            # A page may have such a line in it, but without a number behind it.
            is_start = mark == b"<DOC>" and (lines is None or following.startswith(b"<DOCNO>"))
            if is_start:
                if lines is not None:
                    yield _Document(begun, b"", "cut off")
                lines, begun, size, parted = [], at, 0, False
            elif mark == b"</DOC>" and lines is not None:
                fault = "over the limit" if size > limit else ""
                yield _Document(begun, b"".join(lines), fault)
                lines = None
            elif lines is None:
                if line.strip() and not parted:
                    yield _Document(at, b"", "no record header")
            elif (size := size + len(line)) <= limit:
                lines.append(line)
            at += len(line)
        if lines is not None:
            yield _Document(begun, b"", "cut off")

    def _found(self, document: _Document | Damage, at: datetime) -> Record | Reject | Damage:
        if isinstance(document, Damage):
            return document
        where = f"{self.path} at byte {document.at}"
        if document.fault == "over the limit":
            detail = f"{where}: over {self._options.record_limit} bytes"
            return Reject(url="", reason=document.fault, detail=detail)
        if document.fault:
            return Damage(file=str(self.path), offset=document.at, kind=document.fault)
        return trec_record(document.content, default_at=at, where=where)


def _begins(content: bytes) -> bool:
    return content.lstrip().startswith(TREC_MAGIC)


def _with_next(stream: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """Each line with the one behind it."""
    line = stream.readline(_LONGEST_LINE)
    while line:
        try:
            following = stream.readline(_LONGEST_LINE)
        except BrokenMemberError:
            yield line, b""  # it may end a document that is whole
            raise
        yield line, following
        line = following


def trec_record(content: bytes, *, default_at: datetime, where: str) -> Record | Reject:
    """The record for what stands between ``<DOC>`` and ``</DOC>``."""
    header = _HEADER.search(content)
    if header is None:
        return Reject(url="", reason="no url", detail=f"{where}: no DOCHDR")
    first, _, head = header[1].partition(b"\n")
    text = first.decode("utf-8", "replace").strip()
    try:
        url = address(text.partition(" ")[0])
    except DocumentError as error:
        return Reject(url="", reason=error.reason, detail=f"{where}: {error.detail}")
    number = _NUMBER.search(content[: header.start()])
    name = shortened(number[1].decode("utf-8", "replace")) if number else ""
    body = content[header.end() :]
    head = b"\r\n".join(line.rstrip() for line in head.strip().split(b"\n"))
    is_http = head.startswith(b"HTTP/")
    return Record(
        url=url,
        fetched_at=_fetched_at(text, head) or default_at,
        kind="response" if is_http else "resource",
        record_id="",
        content_type="application/http; msgtype=response" if is_http else "text/html",
        block=head + b"\r\n\r\n" + body if is_http else body,
        fields=(("WARC-TREC-ID", name),) if name else (),
    )


def _fetched_at(line: str, head: bytes) -> datetime | None:
    stated = _TIME.search(f"{line} ")
    if stated:
        return instant(stated[1])
    date = _DATE.search(head)
    try:
        found = parsedate_to_datetime(date[1].decode("latin-1")) if date else None
        return found and (found.replace(tzinfo=UTC) if not found.tzinfo else found).astimezone(
            UTC
        )
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
