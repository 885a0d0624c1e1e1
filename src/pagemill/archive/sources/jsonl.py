"""Pages as JSON lines: plain, gzip or Zstandard."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, cast

from pagemill.archive.address import shortened
from pagemill.archive.member import BrokenMemberError
from pagemill.archive.sources.source import (
    Item,
    PageRow,
    SourceOptions,
    modified_at,
    page_record,
)
from pagemill.archive.sources.unpacked import Unpacked
from pagemill.model.capture import Damage, Record, Reject

_BOM = b"\xef\xbb\xbf"


class JsonlSource:
    """A file of one JSON object a line; its cursor counts lines and damage.

    An object has ``url`` and ``html``, and may have ``fetched_at`` or
    ``date``, ``content_type`` and ``status``.
    """

    kind = "jsonl"

    def __init__(self, path: Path, options: SourceOptions) -> None:
        self.path = path
        self._options = options

    def read(self, start: int = 0) -> Iterator[Item]:
        """A record or a reject for each line that is not blank; damage where one is parted."""
        at = modified_at(self.path)
        for number, line in enumerate(self._all(), 1):
            if number <= start or line == b"":
                continue
            if isinstance(line, Damage):
                yield Item(number, line)
            else:
                yield Item(number, self._found(line, number, at))

    def _all(self) -> Iterator[bytes | Damage | None]:
        """The lines, with the damage between them, which counts as a line."""
        raw = Unpacked(self.path.open("rb"), _begins)
        with cast("BinaryIO", io.BufferedReader(raw)) as stream:
            while True:
                try:
                    yield from _lines(stream, self._options.record_limit)
                except BrokenMemberError as broken:
                    yield Damage(file=str(self.path), offset=raw.offset, kind=broken.kind)
                    raw.resume()
                else:
                    return

    def _found(self, line: bytes | None, number: int, at: datetime) -> Record | Reject:
        where = f"{self.path} line {number}"
        if line is None:
            detail = f"{where}: over {self._options.record_limit} bytes"
            return Reject(url="", reason="over the limit", detail=detail)
        return _row_found(line, at=at, where=where)


def _begins(content: bytes) -> bool:
    return content.removeprefix(_BOM).lstrip().startswith(b"{")


def _lines(stream: BinaryIO, limit: int) -> Iterator[bytes | None]:
    """Each line without surrounding blanks; None for one over the limit."""
    while line := stream.readline(limit + 1):
        if len(line) <= limit or line.endswith(b"\n"):
            yield line.strip().removeprefix(_BOM)
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(limit)
        yield None


def _value(text: str) -> object:
    """What a JSON text says; a whole number of thousands of digits is read as a fraction."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # Python refuses to read such a number as a whole one
        return json.loads(text, parse_int=float)


def _row_found(line: bytes, *, at: datetime, where: str) -> Record | Reject:
    try:
        row = _value(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Reject(url="", reason="not UTF-8", detail=f"{where}, byte {error.start}")
    except (ValueError, RecursionError) as error:
        detail = f"{where}: {shortened(str(error))}"
        return Reject(url="", reason="not JSON", detail=detail)
    if not isinstance(row, dict):
        return Reject(url="", reason="not a JSON object", detail=where)
    cells = cast("dict[str, object]", row)
    page = PageRow(
        url=cells.get("url"),
        html=cells.get("html"),
        fetched_at=cells.get("fetched_at", cells.get("date")),
        content_type=cells.get("content_type"),
        status=cells.get("status"),
    )
    return page_record(page, default_at=at, where=where)
