"""WARC, WET and ARC files: plain, gzip, Zstandard or LZ4."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from pagemill.archive import arc
from pagemill.archive.address import address, shortened
from pagemill.archive.arc import begins_arc
from pagemill.archive.codec import codec_of
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.member import begins_warc
from pagemill.archive.sources.source import Item, SourceOptions
from pagemill.archive.sources.unpacked import first_bytes
from pagemill.archive.warc import BESIDE, CAPTURE_KINDS, Placed, records
from pagemill.errors import DocumentError
from pagemill.model.capture import UNDATED, Damage, Record, Reject

_HEAD, _HEAD_PACKED = 4096, 1 << 18
_ARC_NAME = re.compile(r"\.arc(?:\.gz|\.zst|\.lz4)?$", re.IGNORECASE)


class WarcSource:
    """A WARC or ARC file; its cursor is a byte offset."""

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
    """The items of one WARC or ARC file that is open already."""
    file = FileBytes(stream, size)
    read = reader_of(file, name)
    for placed in read(file, name, start=start, limit=options.record_limit):
        yield Item(placed.end, checked(placed, name))


def reader_of(file: FileBytes, name: str = "") -> Callable[..., Iterator[Placed]]:
    """What reads the records of a file: its first bytes decide, else its name."""
    head = file.at(0, _HEAD)
    if codec_of(head) != "plain":
        # As far as it can be had.
        head = first_bytes(io.BytesIO(file.at(0, _HEAD_PACKED)))[:_HEAD]
    if begins_arc(head):
        return arc.records
    is_arc = _ARC_NAME.search(name) is not None and not begins_warc(head)
    return arc.records if is_arc else records


def checked(placed: Placed, name: str) -> Record | Reject | Damage:
    """What was found, as a capture or a record beside one where it can be one."""
    found = placed.found
    if isinstance(found, Damage):
        return found
    where = f"{name} at byte {placed.offset}"
    kind = f"record type {shortened(found.kind, 40)}"
    if found.kind not in CAPTURE_KINDS and found.kind not in BESIDE:
        return Reject(url=found.url, reason=kind, detail=where)
    # What belongs to no page, such as metadata on a whole crawl, is no page's loss.
    sorts = kind if found.kind in BESIDE else ""
    try:
        url = address(found.url)
    except DocumentError as error:
        return Reject(url="", reason=sorts or error.reason, detail=f"{where}: {error.detail}")
    if found.fetched_at == UNDATED:
        return Reject(url=url, reason=sorts or "unusable date", detail=where)
    return found if url == found.url else replace(found, url=url, member=b"")
