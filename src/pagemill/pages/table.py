"""The table of pages: rows by key, in tablets."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from pagemill.collection.durable import replace_json
from pagemill.errors import CollectionError, UsageError
from pagemill.pages.cell import Cell, cell_key, cell_of, column_start, row_start
from pagemill.pages.family import Family
from pagemill.pages.ownership import Ownership, live_folder, owner
from pagemill.pages.rocks import RocksStore
from pagemill.pages.row_key import host_of
from pagemill.pages.store import Put, Store
from pagemill.pages.tablet import tablet_of, tablet_of_host

FORMAT = 1
TABLETS = 4

_SHAPE = "TABLETS.json"


class Row(NamedTuple):
    """A row as it is at one moment: cells in the order of family, column, time backwards."""

    key: str
    cells: tuple[Cell, ...]

    def column(self, family: Family, column: str = "") -> list[Cell]:
        """The versions of one column, newest first."""
        return [one for one in self.cells if (one.family, one.column) == (family, column)]

    def family(self, family: Family) -> list[Cell]:
        """All cells of a family."""
        return [cell for cell in self.cells if cell.family is family]


class Change:
    """What is to become of one row, all of it or nothing."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.puts: list[Put] = []

    def put(self, cell: Cell) -> None:
        """Write a version.

        Raises:
            UsageError: the cell belongs to another row.
        """
        if cell.row != self.key:
            raise UsageError(f"{cell.row}: a change is of one row, which here is {self.key}")
        self.puts.append(Put(cell.family, cell_key(cell), cell.value))

    def delete(self, cell: Cell) -> None:
        """Take a version away."""
        self.puts.append(Put(cell.family, cell_key(cell), None))


class _Tablet:
    """An opened tablet."""

    def __init__(self, folder: Path, server: str | None) -> None:
        self.lock = threading.RLock()
        self.rights = Ownership(folder, server) if server is not None else None
        place = self.rights.place if self.rights else live_folder(folder)
        self.store: Store | None = None
        try:
            if place is not None:
                self.store = RocksStore(place, reading=self.rights is None)
        finally:
            if self.store is None and self.rights is not None:
                self.rights.leave()

    def write(self, puts: list[Put]) -> None:
        if self.store is None or self.rights is None:
            raise UsageError("the table of pages is open for reading only")
        with self.lock:
            self.store.write(puts)
            self.rights.check()

    def close(self) -> None:
        if self.store is not None:
            if self.rights is not None:
                self.store.flush()
            self.store.close()
        if self.rights is not None:
            self.rights.leave()


class PageTable:
    """The table in a folder. A tablet is opened when the first row of it is asked for.

    Args:
        root: the folder.
        server: who writes; None to read only.
        tablets: how many there are to be, where the table is new.

    Raises:
        CollectionError: the folder is damaged or of a newer version.
        SurroundingsError: the disk failed.
    """

    def __init__(self, root: Path, server: str | None = None, tablets: int = TABLETS) -> None:
        self.root = root
        self._server = server
        self.tablets = _shape(root, tablets, writes=server is not None)
        self._open: dict[int, _Tablet] = {}

    def server_of(self, key: str) -> str:
        """Who has the tablet that a row is in, or had it last; ``""`` if nobody ever had."""
        return owner(self._folder(tablet_of(key, self.tablets))).server

    def row(self, key: str) -> Row:
        """A row; without cells where nothing is known of it."""
        store = self._tablet(tablet_of(key, self.tablets)).store
        start = row_start(key)
        stop = start[:-1] + b"\x01"
        found = [
            cell_of(family, *pair)
            for family in (Family if store else ())
            for pair in (store.scan(family, start, stop) if store else ())
        ]
        return Row(key, tuple(found))

    def versions(
        self, key: str, family: Family, column: str = "", most: int = 1 << 30
    ) -> list[Cell]:
        """The newest versions of one column, read without the rest of the row."""
        store = self._tablet(tablet_of(key, self.tablets)).store
        start = column_start(key, column)
        found: list[Cell] = []
        for pair in store.scan(family, start, start[:-1] + b"\x01") if store else ():
            if len(found) >= most:
                break
            found.append(cell_of(family, *pair))
        return found

    def scan(self, host: str, family: Family = Family.CAPTURE) -> Iterator[tuple[str, Cell]]:
        """The newest cell of a family for every row of a host, in the order of keys.

        Args:
            host: a host name, or an address on it.
            family: rows that have nothing in it are passed over.
        """
        name = host_of(host)
        store = self._tablet(tablet_of_host(name, self.tablets)).store
        last = ""
        # Rows with a port sort behind those without.
        for mark in (b")", b":"):
            start = name.encode() + mark
            after = name.encode() + bytes([mark[0] + 1])
            for pair in store.scan(family, start, after) if store else ():
                cell = cell_of(family, *pair)
                if cell.row != last:
                    last = cell.row
                    yield cell.row, cell

    @contextmanager
    def transaction(self, key: str) -> Generator[tuple[Row, Change]]:
        """A row, and a change to it that is made at the end, with nobody between.

        Raises:
            FencedError: another server took the tablet over: the change is not promised.
        """
        tablet = self._tablet(tablet_of(key, self.tablets))
        with tablet.lock:
            change = Change(key)
            yield self.row(key), change
            if change.puts:
                tablet.write(change.puts)

    def commit(self, changes: Iterable[Change]) -> None:
        """Make many changes, each row of them whole: one write for each tablet.

        Raises:
            FencedError: as for :meth:`transaction`.
        """
        puts: dict[int, list[Put]] = {}
        for change in changes:
            puts.setdefault(tablet_of(change.key, self.tablets), []).extend(change.puts)
        for number in sorted(puts):
            self._tablet(number).write(puts[number])

    def compact(self) -> None:
        """Merge the sorted files of every tablet."""
        for number in range(self.tablets):
            store = self._tablet(number).store
            if store is not None:
                store.compact()

    def close(self) -> None:
        """Let all tablets go."""
        while self._open:
            self._open.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _tablet(self, number: int) -> _Tablet:
        if number not in self._open:
            self._open[number] = _Tablet(self._folder(number), self._server)
        return self._open[number]

    def _folder(self, number: int) -> Path:
        return self.root / f"tablet-{number:04d}"


def _shape(root: Path, tablets: int, *, writes: bool) -> int:
    """How many tablets the table has: that never changes."""
    path = root / _SHAPE
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
        number, version = int(found["tablets"]), int(found["format"])
    except FileNotFoundError:
        if writes:
            root.mkdir(parents=True, exist_ok=True)
            replace_json(path, {"format": FORMAT, "tablets": tablets})
        return tablets
    except (ValueError, KeyError, TypeError):
        number, version = 0, FORMAT
    if version > FORMAT or number < 1:
        raise CollectionError(
            f"{path}: damaged or written by a newer pagemill; delete the folder 'pages': the "
            f"next build makes it again"
        )
    return number
