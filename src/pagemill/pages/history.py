"""One row of the table of pages in words, and what is written of a capture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pagemill.archive.cdx import Row as Capture
from pagemill.model.history import Anchor, History, Version
from pagemill.pages.attempts import attempts
from pagemill.pages.cell import Cell
from pagemill.pages.family import Family
from pagemill.pages.row_key import row_key, url_of
from pagemill.pages.table import PageTable, Row
from pagemill.pages.tablet import tablet_of

ETAG, MODIFIED, CHANGE = "etag", "last-modified", "change"
GONE = frozenset({404, 410})
_TIE_BYTES = 8


class Validators(NamedTuple):
    """What an answer says that a conditional request may ask with."""

    etag: str = ""
    modified: str = ""


def capture_cell(key: str, capture: Capture) -> Cell:
    """The cell that points to a capture."""
    fields = [
        capture.url,
        capture.kind,
        capture.status,
        capture.media_type,
        capture.payload_digest,
        capture.payload_bytes,
        capture.file,
        capture.offset,
        capture.length,
    ]
    return Cell(
        row=key,
        family=Family.CAPTURE,
        column="",
        at=capture.fetched_at,
        value=json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "backslashreplace"
        ),
        tie=_tie(capture),
    )


def fetch_cells(key: str, capture: Capture, found: Validators) -> list[Cell]:
    """The cells of the validators that an answer stated."""
    stated = ((ETAG, found.etag), (MODIFIED, found.modified))
    return [
        Cell(key, Family.FETCH, column, capture.fetched_at, value.encode(), _tie(capture))
        for column, value in stated
        if value
    ]


def changes(versions: Iterable[Cell]) -> list[Cell]:
    """For each capture of one page what had become of it; oldest first in, oldest first out."""
    found: list[Cell] = []
    before, was_gone = "", False
    for cell in versions:
        _, kind, status, _, digest, *_ = json.loads(cell.value)
        is_gone = status in GONE
        if is_gone:
            change = "same" if was_gone else "gone"
        elif kind == "revisit" or (digest == before and not was_gone):
            change = "same"
        else:
            change = "changed" if before else "new"
        if not is_gone and kind != "revisit":
            before = digest
        was_gone = is_gone
        found.append(cell._replace(family=Family.FETCH, column=CHANGE, value=change.encode()))
    return found


def history(table: PageTable, url: str, stamps: Mapping[str, int]) -> History:
    """Everything that is known of a page.

    Args:
        table: the table of pages.
        url: the page.
        stamps: table and part -> stamp; a place with another stamp holds no more.

    Raises:
        UsageError: ``url`` is no address.
        SurroundingsError: the table cannot be read.
    """
    key = row_key(url)
    row = table.row(key)
    return History(
        url=url,
        key=key,
        tablet=tablet_of(key, table.tablets),
        server=table.server_of(key),
        versions=tuple(_version(row, cell) for cell in row.column(Family.CAPTURE)),
        anchors=tuple(
            Anchor(source=url_of(cell.column), at=cell.at, texts=_lines(cell.value))
            for cell in row.family(Family.ANCHOR)
        ),
        rows=dict(_places(row, stamps)),
        attempts=attempts(row),
    )


def _lines(value: bytes) -> tuple[str, ...]:
    return tuple(value.decode().split("\n"))


def _places(row: Row, stamps: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Derived table, and the part and row there."""
    for cell in row.family(Family.DERIVED):
        part, number, stamp = cell.value.decode().split(":")
        if str(stamps.get(f"{cell.column}/{part}")) == stamp:
            yield cell.column, f"{part}:{number}"


def _version(row: Row, cell: Cell) -> Version:
    fields: list[Any] = json.loads(cell.value)
    url, kind, status, media_type, digest, size, file, offset, length = fields
    return Version(
        at=cell.at,
        url=url,
        kind=kind,
        status=status,
        media_type=media_type,
        change=_beside(row, cell, CHANGE),
        digest=digest,
        payload_bytes=size,
        etag=_beside(row, cell, ETAG),
        last_modified=_beside(row, cell, MODIFIED),
        file=file,
        offset=offset,
        length=length,
    )


def _beside(row: Row, cell: Cell, column: str) -> str:
    """What a column says of the same version."""
    for one in row.column(Family.FETCH, column):
        if (one.at, one.tie) == (cell.at, cell.tie):
            return one.value.decode()
    return ""


def _tie(capture: Capture) -> bytes:
    return bytes.fromhex(capture.block_digest)[:_TIE_BYTES]
