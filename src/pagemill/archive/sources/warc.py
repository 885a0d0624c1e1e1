"""WARC and WET files: plain, gzip or Zstandard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from pagemill.archive.address import address, shortened
from pagemill.archive.member import FileBytes
from pagemill.archive.sources.source import Item, SourceOptions
from pagemill.archive.warc import CAPTURE_KINDS, Placed, records
from pagemill.errors import DocumentError
from pagemill.model.capture import UNDATED, Damage, Record, Reject


class WarcSource:
    """A WARC file; its cursor is a byte offset."""

    kind = "warc"

    def __init__(self, path: Path, options: SourceOptions) -> None:
        self.path = path
        self._options = options

    def read(self, start: int = 0) -> Iterator[Item]:
        """Captures, other records as rejects, and damage, in file order."""
        with self.path.open("rb") as stream:
            yield from items(stream, str(self.path), start=start, options=self._options)


def items(
    stream: BinaryIO, name: str, *, start: int, options: SourceOptions, size: int | None = None
) -> Iterator[Item]:
    """The items of one WARC file that is open already."""
    file = FileBytes(stream, size)
    for placed in records(file, name, start=start, limit=options.record_limit):
        yield Item(placed.end, _checked(placed, name))


def _checked(placed: Placed, name: str) -> Record | Reject | Damage:
    found = placed.found
    if isinstance(found, Damage):
        return found
    where = f"{name} at byte {placed.offset}"
    if found.kind not in CAPTURE_KINDS:
        kind = shortened(found.kind, 40)
        return Reject(url=found.url, reason=f"record type {kind}", detail=where)
    try:
        url = address(found.url)
    except DocumentError as error:
        return Reject(url="", reason=error.reason, detail=f"{where}: {error.detail}")
    if found.fetched_at == UNDATED:
        return Reject(url=url, reason="unusable date", detail=where)
    return found if url == found.url else replace(found, url=url, member=b"")
