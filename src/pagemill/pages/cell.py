"""Cells, and the bytes under which a store keeps them in order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from pagemill.errors import UsageError
from pagemill.pages.family import Family

_EPOCH = datetime(1, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LAST = (1 << 64) - 1
_INSTANT_BYTES = 8


class Cell(NamedTuple):
    """One version of one column of one row.

    Attributes:
        row: the row's key.
        family: the family that the column belongs to.
        column: its name in the family; ``""`` is one too.
        at: the version.
        value: what it says.
        tie: tells apart versions of the same instant; part of the cell's identity.
    """

    row: str
    family: Family
    column: str
    at: datetime
    value: bytes
    tie: bytes = b""


def cell_key(cell: Cell) -> bytes:
    """The bytes that sort cells by row, column and time, newest first.

    Raises:
        UsageError: row or column have a zero character in them.
    """
    return column_start(cell.row, cell.column) + _instant(cell.at) + cell.tie


def row_start(row: str) -> bytes:
    """What all cells of a row begin with."""
    return _text(row) + b"\x00"


def column_start(row: str, column: str) -> bytes:
    """What all versions of a column begin with."""
    return row_start(row) + _text(column) + b"\x00"


def cell_of(family: Family, key: bytes, value: bytes) -> Cell:
    """The cell that is kept under ``key``.

    Raises:
        ValueError: the key is none of a cell.
    """
    row, column, rest = key.split(b"\x00", 2)
    if len(rest) < _INSTANT_BYTES:
        raise ValueError(f"no cell key: {key!r}")
    micros = _LAST - int.from_bytes(rest[:_INSTANT_BYTES], "big")
    return Cell(
        row=row.decode(),
        family=family,
        column=column.decode(),
        at=_EPOCH + micros * _MICROSECOND,
        value=value,
        tie=rest[_INSTANT_BYTES:],
    )


def _instant(at: datetime) -> bytes:
    return (_LAST - (at - _EPOCH) // _MICROSECOND).to_bytes(_INSTANT_BYTES, "big")


def _text(text: str) -> bytes:
    if "\x00" in text:
        raise UsageError(f"{text[:80]!r}: a zero character cannot be part of a name")
    return text.encode()
