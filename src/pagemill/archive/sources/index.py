"""Captures by an index: CDX and CDXJ files, and the clustered indexes of remote archives.

Only the stretches that the index points to are read, one for each capture. So a few pages
come out of an archive of many terabytes for the price of these pages.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from pagemill.archive.cdx import Place, is_legend, place
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.member import BrokenMemberError
from pagemill.archive.sources.ranges import OUTSIDE, Ranges, is_remote, open_ranges
from pagemill.archive.sources.source import Item, SourceOptions
from pagemill.archive.sources.unpacked import Unpacked
from pagemill.archive.sources.warc import checked, reader_of
from pagemill.archive.sources.zipnum import CLUSTERS, Clusters, search_key, wanted
from pagemill.errors import DocumentError, SurroundingsError, UsageError
from pagemill.model.capture import Damage, Record, Reject

_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_LONGEST_LINE = 1 << 16
_LONGEST_MEMBER = 1 << 30
_UNREAD = "cannot be read"
_GUESS = 1 << 20  # where the index does not tell a length


class IndexSource:
    """A CDX or CDXJ file, plain or compressed; its cursor counts lines and damage.

    Its archive files are looked for where the options say, or else beside the index, or in
    the folder ``archive`` beside the index's folder, as in a WACZ that was unpacked.
    """

    kind = "index"

    def __init__(self, path: Path, options: SourceOptions) -> None:
        self.path: Path | str = path
        self._options = options
        self._index = path

    def read(self, start: int = 0) -> Iterator[Item]:
        """The capture, a reject or damage for each line."""
        keys = wanted(self._options.match) if self._options.match else None
        files = _Files(self._options, self._index.parent)
        legend = ""
        for number, line in enumerate(self._lines(), start=1):
            if isinstance(line, Damage):
                if number > start:
                    yield Item(number, line)
                continue
            legend = line if is_legend(line) else legend
            if number <= start or is_legend(line) or not line or line[0] == "!":
                continue
            found = place(line, legend)
            if found is None:
                yield Item(number, self._reject(number, "not an index line"))
                continue
            try:
                is_wanted = keys is None or keys.holds(search_key(found.url))
            except DocumentError as error:
                yield Item(number, self._reject(number, error.reason))
                continue
            if is_wanted:
                yield Item(number, files.at(found))

    def _lines(self) -> Iterator[str | Damage]:
        with self._index.open("rb") as file:
            raw = Unpacked(file, _begins)
            stream = cast("BinaryIO", io.BufferedReader(raw))
            while True:
                try:
                    yield from _lines(stream)
                except BrokenMemberError as broken:
                    yield Damage(file=str(self.path), offset=raw.offset, kind=broken.kind)
                    raw.resume()
                else:
                    return

    def _reject(self, number: int, reason: str) -> Reject:
        return Reject(url="", reason=reason, detail=f"{self.path} line {number}")


class ClusterSource:
    """A clustered index at an address; its cursor counts captures."""

    kind = "index"

    def __init__(self, base: str, options: SourceOptions) -> None:
        self.path: Path | str = base
        if not options.match:
            raise UsageError(
                f"{base}: an index of a whole archive; say which pages with --match HOST/PATH*"
            )
        self._base = base.removesuffix(CLUSTERS).rstrip("/")
        self._options = options
        self._keys = wanted(options.match)

    def read(self, start: int = 0) -> Iterator[Item]:
        """The capture or damage for each line in the range of keys."""
        files = _Files(self._options, None, self._base)
        clusters = Clusters(open_ranges(self._base))
        for number, found in enumerate(clusters.places(self._keys), start=1):
            if number > start:
                yield Item(number, files.at(found))


def open_remote(address: str, options: SourceOptions) -> ClusterSource:
    """The source at an http(s) or object store address.

    Raises:
        UsageError: the options do not say which pages.
    """
    return ClusterSource(address, options)


class _Files:
    """The archive files that index lines point into."""

    def __init__(self, options: SourceOptions, folder: Path | None, base: str = "") -> None:
        self._options = options
        self._places: list[Ranges] = []
        if options.base:
            self._places = [open_ranges(options.base)]
        elif folder is not None:
            self._places = [
                open_ranges(str(place)) for place in (folder, folder.parent / "archive")
            ]
        else:
            self._places = [open_ranges(_root(base))]

    def at(self, found: Place) -> Record | Reject | Damage:
        """The capture that stands at a place."""
        kind = _UNREAD
        for files in self._places:
            try:
                data = files.read(found.file, found.offset, self._length(found))
            except SurroundingsError as error:
                kind = _kind_of(error)
                continue
            return self._capture(found, data)
        return Damage(file=found.file, offset=found.offset, kind=kind)

    def _length(self, found: Place) -> int:
        return min(found.length or _GUESS, _LONGEST_MEMBER)

    def _capture(self, found: Place, data: bytes) -> Record | Reject | Damage:
        file = FileBytes(io.BytesIO(data), len(data))
        read = reader_of(file)
        first = next(read(file, found.file, limit=self._options.record_limit), None)
        if first is None:
            return Damage(file=found.file, offset=found.offset, kind="no record header")
        if isinstance(first.found, Damage):
            return Damage(file=found.file, offset=found.offset, kind=first.found.kind)
        return checked(first._replace(offset=found.offset), found.file)


def _kind_of(error: SurroundingsError) -> str:
    if OUTSIDE in str(error):
        return OUTSIDE
    is_gone = "No such file" in str(error) or "404" in str(error)
    return "file is missing" if is_gone else _UNREAD


def _root(base: str) -> str:
    """The store's root: names in such an index are full paths in it."""
    scheme, _, rest = base.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}" if is_remote(base) else base


def _begins(content: bytes) -> bool:
    return content != b"" and _BINARY.search(content) is None


def _lines(stream: BinaryIO) -> Iterator[str]:
    for line in iter(lambda: stream.readline(_LONGEST_LINE), b""):
        yield line.decode("utf-8", "replace").strip("\r\n")
