"""Captures found by address and time: indexes are bisected, never read whole.

The lines of an index are sorted by key and time, so what is kept of one address stands in one
place of each, which some twenty looks at the mapped file lead to. The capture itself is then
one seek away, by the place that its line states.

Source:
    The binary search of the wayback machine in sorted CDX files; the CDXJ format of pywb.
"""

from __future__ import annotations

import mmap
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from types import TracebackType
from typing import Self

from pagemill.archive import cdx, store
from pagemill.archive.cdx import Row
from pagemill.errors import CollectionError, SurroundingsError
from pagemill.model.capture import Capture

_MOST_OPEN = 256  # mapped files; a process may hold about a thousand


class Lookup:
    """The archive folder as it is now, by address and time.

    Args:
        folder: the archive folder.
        indexes: of the files that are looked into; None for all.

    Raises:
        CollectionError: an index is missing.
    """

    def __init__(self, folder: Path, indexes: list[Path] | None = None) -> None:
        self._folder = folder
        self.indexes = store.index_files(folder) if indexes is None else indexes
        """The index of every archive file."""
        self._open: OrderedDict[Path, mmap.mmap | bytes] = OrderedDict()

    def captures(self, url: str) -> list[Row]:
        """All captures of an address, oldest first.

        Raises:
            CollectionError: an index cannot be read.
        """
        return self._found(url, "")

    def beside(self, url: str) -> list[Row]:
        """The requests and metadata that stand beside them, oldest first.

        Raises:
            CollectionError: an index cannot be read.
        """
        return self._found(url, store.BESIDE_LINE)

    def nearest(self, url: str, at: datetime) -> Row | None:
        """The capture of an address that was made nearest to an instant, or None.

        Of two that are equally near it is the later one.

        Raises:
            CollectionError: an index cannot be read.
        """
        found = reversed(self.captures(url))
        return min(found, key=lambda row: abs(row.fetched_at - at), default=None)

    def read(self, row: Row) -> Capture:
        """The capture that a row states, by one seek; for a revisit with the payload it means.

        Raises:
            CollectionError: no capture stands there.
        """
        found = self._read(row)
        if row.kind != "revisit":
            return found
        original = self._original(row)
        if original is None:
            return found
        whole = self._read(original)
        return replace(found, payload=whole.payload, media_type=whole.media_type)

    def close(self) -> None:
        """Let go of all files."""
        while self._open:
            _let_go(self._open.popitem()[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read(self, row: Row) -> Capture:
        place = store.Pointer(row.file, row.offset, row.length, row.block_digest)
        return store.read_capture(self._folder, place)

    def _original(self, revisit: Row) -> Row | None:
        """The newest capture of the same address that has the payload of a revisit.

        A digest tells which; an answer "not modified" has none and means the newest of all.
        """
        earlier = [
            row
            for row in self.captures(revisit.url)
            if row.kind != "revisit" and row.fetched_at <= revisit.fetched_at
        ]
        if revisit.status != HTTPStatus.NOT_MODIFIED:
            digest = revisit.payload_digest
            earlier = [row for row in earlier if row.payload_digest == digest]
        return earlier[-1] if earlier else None

    def _found(self, url: str, before: str) -> list[Row]:
        key = f"{before}{cdx.surt(url)} ".encode("utf-8", "replace")
        found = [
            row
            for index in self.indexes
            for row in _rows(index, self._mapped(index), key, len(before))
            if row.url == url
        ]
        return sorted(found, key=lambda row: (row.fetched_at, row.file, row.offset))

    def _mapped(self, index: Path) -> mmap.mmap | bytes:
        data = self._open.pop(index, None)
        if data is None:
            data = _mapped(index)
            if len(self._open) >= _MOST_OPEN:
                _let_go(self._open.popitem(last=False)[1])
        self._open[index] = data
        return data


def _mapped(index: Path) -> mmap.mmap | bytes:
    try:
        with index.open("rb") as file:
            empty = file.seek(0, 2) == 0
            return b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise SurroundingsError(
            f"{index}: {error.strerror or error}; give access and repeat the command"
        ) from error


def _let_go(data: mmap.mmap | bytes) -> None:
    if isinstance(data, mmap.mmap):
        data.close()


def _rows(index: Path, data: mmap.mmap | bytes, key: bytes, passed: int) -> Iterator[Row]:
    """The rows of the lines that begin with ``key``, whose first bytes are passed over."""
    at = _first(data, key)
    while data[at : at + len(key)] == key:
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        try:
            yield cdx.row(data[at + passed : end].decode("utf-8"))
        except ValueError as error:
            raise CollectionError(
                f"{index}: the line at byte {at} cannot be read ({error}); restore this file"
            ) from None
        at = end + 1


def _first(data: mmap.mmap | bytes, key: bytes) -> int:
    """Where the first line starts that is not before ``key``."""
    meta = store.META_LINE.encode()
    low = data.find(b"\n") + 1 if data[: len(meta)] == meta else 0
    high = len(data)
    while low < high:
        middle = (low + high) // 2
        start = max(low, data.rfind(b"\n", low, middle) + 1)
        if data[start : start + len(key)] < key:
            end = data.find(b"\n", middle)
            low = end + 1 if end >= 0 else high
        else:
            high = start
    return low
