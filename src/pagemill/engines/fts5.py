"""A full-text table of SQLite (FTS5) as an engine, opened for reading only."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from pagemill.errors import UsageError
from pagemill.measure.engine import Answer, Query, Unanswered


class Fts5Engine:
    """Asks one table.

    Args:
        path: the database.
        table: name of the full-text table.
        address: column of the pages' addresses.
        text: column of their texts.
        limit: most results of a query.

    Raises:
        UsageError: there is no such database, table or column.
    """

    def __init__(
        self, path: Path, table: str, address: str, text: str, limit: int = 1_000_000
    ) -> None:
        if not path.is_file():
            raise UsageError(f"{path}: no such database")
        self.name = f"{path.name}:{table}"
        self.limit = limit
        self.filters: dict[str, tuple[str, ...]] = {}
        self._path = path
        self._table, self._address, self._text = map(_quoted, (table, address, text))
        try:
            self._rows(f"SELECT {self._address}, {self._text} FROM {self._table} LIMIT 1")  # noqa: S608
        except Unanswered as error:
            raise UsageError(f"{path}: {error.reason}") from error

    def search(self, query: Query) -> Answer:
        """Pages with all the words in any column, by the engine's rank."""
        if not query.words:
            raise Unanswered("a query without words", is_lasting=True)
        joined = " ".join(query.words)
        asked = [joined] if query.is_phrase else query.words
        match = " AND ".join(_quoted(word) for word in asked)
        where = f"FROM {self._table} WHERE {self._table} MATCH ?"
        total = int(self._rows(f"SELECT count(*) {where}", match)[0][0])
        rows = self._rows(
            f"SELECT {self._address} {where} ORDER BY rank, rowid LIMIT ?",
            match,
            self.limit,
        )
        return Answer(tuple(str(row[0]) for row in rows), total, "eq", total > len(rows))

    def fetch(self, page: str) -> str | None:
        """The text as stored: there is no other."""
        return self.cached(page)

    def cached(self, page: str) -> str | None:
        """The text of a page."""
        asked = f"SELECT {self._text} FROM {self._table} WHERE {self._address} = ?"  # noqa: S608
        rows = self._rows(asked, page)
        return str(rows[0][0]) if rows else None

    def lookup(self, page: str) -> bool | None:
        """Whether there is a page."""
        return self.cached(page) is not None

    def scan(self) -> Iterator[tuple[str, str]]:
        """Every page, by rowid."""
        asked = f"SELECT {self._address}, {self._text} FROM {self._table} ORDER BY rowid"  # noqa: S608
        with closing(self._opened()) as database:
            for address, text in database.execute(asked):
                yield str(address), str(text)

    def _opened(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=ro", uri=True)

    def _rows(self, asked: str, *values: object) -> list[Any]:
        try:
            with closing(self._opened()) as database:
                return database.execute(asked, values).fetchall()
        except sqlite3.Error as error:
            raise Unanswered(f"SQLite: {error}", is_lasting=True) from error


def _quoted(name: str) -> str:
    """A name or string as FTS5 and SQL take it, whatever it contains."""
    return '"' + name.replace('"', '""') + '"'
