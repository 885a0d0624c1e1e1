"""Ids and texts from what a caller has: pairs, an Arrow table, a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, Protocol

from pagemill.errors import UsageError


class Column(Protocol):
    """A column of an Arrow table."""

    def to_pylist(self) -> list[Any]:
        """All values as Python objects."""
        ...


class Table(Protocol):
    """An Arrow table, or anything that gives its columns by name."""

    def column(self, name: str, /) -> Column:
        """The column of that name."""
        ...


Documents = Iterable[tuple[str, str]] | Table


def columns(docs: Documents) -> tuple[list[str], list[str]]:
    """Read ids and texts, sorted by id; a missing text of a table reads as empty.

    Raises:
        UsageError: a row is no pair of id and text, a column is missing, or an id comes
            twice.
    """
    rows = list(_rows(docs))
    if not _are_pairs(rows):
        rows = [pair(number, row) for number, row in enumerate(rows)]
    rows.sort(key=itemgetter(0))
    ids = [doc_id for doc_id, _ in rows]
    refuse_repeated(ids)
    return ids, [text for _, text in rows]


def refuse_repeated(ids: Sequence[str]) -> None:
    """Raise where one of some sorted ids comes twice.

    Raises:
        UsageError: it does.
    """
    for before, after in pairwise(ids):
        if before == after:
            raise UsageError(f"id {before!r}: comes twice; give each document an id of its own")


def rows_of(docs: Any) -> Iterable[Any]:
    """The rows of what is no table, whatever they are.

    Raises:
        UsageError: there are none to go through.
    """
    rows: Iterable[Any] = docs
    if isinstance(docs, Mapping):
        raise UsageError("docs: a mapping; give pairs of id and text, such as docs.items()")
    if isinstance(docs, str | bytes) or not isinstance(docs, Iterable):
        kind = type(docs).__name__
        raise UsageError(f"docs: of type {kind}; give pairs of id and text, or a table of both")
    return rows


def _rows(docs: Any) -> Iterable[Any]:
    if hasattr(docs, "column"):
        return _table_rows(docs)
    is_frame = hasattr(docs, "columns") and hasattr(docs, "__getitem__")
    if is_frame and not isinstance(docs, Mapping):
        return _zipped([list(_named(docs.__getitem__, name)) for name in ("id", "text")])
    return rows_of(docs)


def _table_rows(docs: Table) -> Iterable[Any]:
    return _zipped([_named(docs.column, name).to_pylist() for name in ("id", "text")])


def _zipped(pair: list[list[Any]]) -> Iterable[Any]:
    ids, texts = pair
    return zip(ids, ("" if text is None else text for text in texts), strict=True)


def _named(column: Any, name: str) -> Any:
    try:
        return column(name)
    except (KeyError, IndexError) as error:
        raise UsageError(f"docs: has no column {name!r}; it needs id and text") from error


def _are_pairs(rows: list[Any]) -> bool:
    """Whether all are pairs of str for sure, without a look at each in Python."""
    if set(map(type, rows)) != {tuple} or set(map(len, rows)) != {2}:
        return False
    return all(set(map(type, map(itemgetter(side), rows))) == {str} for side in (0, 1))


def pair(number: int, row: Any) -> tuple[str, str]:
    """One row as id and text.

    Raises:
        UsageError: it is something else.
    """
    match row:
        case (str() as doc_id, str() as text):
            return doc_id, text
        case _:
            raise _wrong_row(number, row)


def _wrong_row(number: int, row: Any) -> UsageError:
    shown = repr(row)[:80]
    return UsageError(f"docs: row {number} is {shown}; give pairs of id and text, both str")
