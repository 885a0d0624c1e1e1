"""Fill the table of pages from a collection: what is new since it was filled last.

An archive file never changes, so it is read once. A part of a table has a new name or a new
time of change when it was made again; only of such parts are rows looked at, and of these only
those are taken in whose mark is new. Where an archive file that was read is gone (its captures
were forgotten, say), the table is made anew from nothing.

Everything here may be done twice with the same result, so a run that was killed is begun
again where the last whole file was.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagemill.archive import store as archive
from pagemill.archive.cdx import Row as Capture
from pagemill.archive.codec import GzipFault, gzip_decoder
from pagemill.collection import manifest, parquet
from pagemill.collection.durable import replace_json
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.pages.attempts import attempt_cells
from pagemill.pages.cell import Cell
from pagemill.pages.derived import pointer
from pagemill.pages.family import Family
from pagemill.pages.history import Validators, capture_cell, changes, fetch_cells
from pagemill.pages.known import Known, Marked, marked, marks
from pagemill.pages.row_key import row_key
from pagemill.pages.table import Change, PageTable
from pagemill.tables import Fetches, Instants, Links, Texts, UInt64s

NAME = "pages"
VERSION = 2

_STATE, _KNOWN = "FILLED.json", "KNOWN.u64"
_HEAD, _HEAD_CONTENT, _ENDING = 4096, 8192, 4096
_ETAG = re.compile(rb"\netag:[ \t]*([^\r\n]{1,1024})", re.IGNORECASE)
_MODIFIED = re.compile(rb"\nlast-modified:[ \t]*([^\r\n]{1,256})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Linking:
    """What the table of pages takes from DocViews."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    topic_links: Links


class Filled(NamedTuple):
    """What a filling did: how many captures, pages and links it wrote."""

    captures: int
    pages: int
    links: int


def fill(layout: Layout, server: str) -> Filled:
    """Bring the table of pages up to date with the collection.

    Args:
        layout: the collection, whose lock is held.
        server: the name under which the tablets are taken.

    Raises:
        CollectionError: a part of the collection is damaged.
        SurroundingsError: the disk failed; the same call goes on.
    """
    files = [path.stem for path in archive.index_files(layout.archive)]
    state = _State.read(layout.pages / _STATE)
    if state is None:
        clear(layout)
        state = _State(set(), {})
    live = {name for name, _ in _live(layout)}
    logs = {name for name in state.parts if name.startswith(f"{Fetches.name}/")}
    if not (state.archive <= set(files) and logs <= live):
        clear(layout)
        state = _State(set(), {})
    todo = [name for name in files if name not in state.archive]
    parts = _changed_parts(layout, state)
    if not todo and not parts:
        return Filled(0, 0, 0)
    captures = pages = links = 0
    with PageTable(layout.pages, server) as table:
        for name in todo:
            captures += _put_captures(table, layout.archive, name)
            state.archive.add(name)
        for one in parts:
            if one.table == Fetches.name:
                _put_attempts(table, one.path)
                state.parts[one.name] = [*one.stamp, one.identity()]
        changed = {one.path: one for one in parts if one.table == _Linking.name}
        if changed:
            pages, links = _put_docviews(table, layout, set(changed))
            for one in changed.values():
                state.parts[one.name] = [*one.stamp, one.identity()]
    state.parts = {name: stamp for name, stamp in state.parts.items() if name in live}
    state.write(layout.pages / _STATE)
    return Filled(captures, pages, links)


def clear(layout: Layout) -> None:
    """Take the whole table of pages away."""
    shutil.rmtree(layout.pages, ignore_errors=True)


def is_filled(layout: Layout) -> bool:
    """Whether the table of pages tells all that the collection holds."""
    state = _State.read(layout.pages / _STATE) or _State(set(), {})
    files = {path.stem for path in archive.index_files(layout.archive)}
    return state.archive == files and not _changed_parts(layout, state)


class _State:
    """What has been read: archive files, and parts with their stamps."""

    def __init__(self, files: set[str], parts: dict[str, list[int]]) -> None:
        self.archive = files
        self.parts = parts

    @classmethod
    def read(cls, path: Path) -> _State | None:
        try:
            found: Any = json.loads(path.read_text(encoding="utf-8"))
            if found["version"] == VERSION:
                return cls(set(found["archive"]), dict(found["parts"]))
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return None

    def write(self, path: Path) -> None:
        state = {"version": VERSION, "archive": sorted(self.archive), "parts": self.parts}
        replace_json(path, state)


class _Part(NamedTuple):
    """A part file that changed since it was read."""

    name: str
    path: Path
    stamp: list[int]

    @property
    def table(self) -> str:
        return self.name.partition("/")[0]

    def identity(self) -> int:
        """A number that tells what it holds, whatever its time.

        A run makes the same of a table wherever it runs, so its name and the end of the file
        tell as much as all of its bytes; a log is read whole.
        """
        if self.table == Fetches.name:
            return _digest(self.path, 0)
        run = self.path.parent.name.encode()
        return _digest(self.path, max(self.stamp[0] - _ENDING, 0), run)


def _live(layout: Layout) -> Iterator[tuple[str, Path]]:
    """Parts by table and file: a part that a new run took over as it is, is no new one."""
    for path in manifest.live_parts(layout, _Linking.name):
        yield f"{_Linking.name}/{path.name}", path
    for path in sorted(layout.crawl_log.glob("*.parquet")):
        yield f"{Fetches.name}/{path.name}", path


def _changed_parts(layout: Layout, state: _State) -> list[_Part]:
    found: list[_Part] = []
    for name, path in _live(layout):
        status = path.stat()
        one = _Part(name, path, [status.st_size, status.st_mtime_ns])
        if not _is_known(one, state.parts.get(name, [])):
            found.append(one)
    return found


def _is_known(part: _Part, known: list[int]) -> bool:
    """Whether a part is as it was read, also where a copy gave it a new time."""
    if part.stamp == known[:2]:
        return True
    return len(known) == 3 and part.stamp[0] == known[0] and part.identity() == known[2]


def _digest(path: Path, begin: int, name: bytes = b"") -> int:
    """A number for the bytes of a file from ``begin`` on, and a name."""
    with path.open("rb") as stream:
        stream.seek(begin)
        found = hashlib.file_digest(stream, lambda: hashlib.blake2b(name, digest_size=8))
    return int.from_bytes(found.digest(), "big")


def _put_captures(table: PageTable, folder: Path, name: str) -> int:
    """The captures of one archive file, with validators and changes."""
    index = folder / f"{name}.cdxj"
    rows = list(archive.index_rows(index))
    found = _validators(folder, rows)
    keyed = sorted(
        ((key, row) for row in rows if (key := _key(row.url))), key=lambda pair: pair[0]
    )

    def change_of(key: str, captures: Iterable[Capture]) -> Change:
        change = Change(key)
        known = {(c.at, c.tie): c for c in table.versions(key, Family.CAPTURE)}
        for capture in captures:
            cell = capture_cell(key, capture)
            known[cell.at, cell.tie] = cell
            change.put(cell)
            for one in fetch_cells(key, capture, found.get(capture.offset, Validators())):
                change.put(one)
        for one in changes(known[version] for version in sorted(known)):
            change.put(one)
        return change

    table.commit(
        change_of(key, [row for _, row in group])
        for key, group in groupby(keyed, key=lambda pair: pair[0])
    )
    return len(keyed)


@lru_cache(1 << 14)
def _key(url: str) -> str:
    """The key of a row, or ``""`` where an address can have none."""
    try:
        return row_key(url)
    except UsageError:
        return ""


def _validators(folder: Path, rows: list[Capture]) -> dict[int, Validators]:
    """Offset -> what the answer there states, for those that state anything."""
    found: dict[int, Validators] = {}
    pointers = sorted(
        archive.Pointer(row.file, row.offset, min(row.length, _HEAD))
        for row in rows
        if row.status
    )
    for place, data in archive.read_members(folder, pointers):
        stated = validators(_content(data))
        if any(stated):
            found[place.offset] = stated
    return found


def _content(data: bytes) -> bytes:
    """The first bytes of a member that may be cut."""
    try:
        return gzip_decoder().decompress(data, _HEAD_CONTENT)
    except GzipFault:
        return b""


def validators(record: bytes) -> Validators:
    """What the HTTP header in the first bytes of a WARC record states."""
    begin = record.find(b"\r\n\r\n") + 4
    end = record.find(b"\r\n\r\n", begin)
    head = record[begin : end if end > 0 else len(record)]
    etag, modified = _ETAG.search(head), _MODIFIED.search(head)
    return Validators(
        etag=etag[1].decode("latin-1").strip() if etag else "",
        modified=modified[1].decode("latin-1").strip() if modified else "",
    )


def _put_attempts(table: PageTable, path: Path) -> None:
    for batch in parquet.batches(Fetches, path):
        fetches: Fetches = batch.columns()
        table.commit(_change(cell) for cell in attempt_cells(fetches, _key))


def _put_docviews(table: PageTable, layout: Layout, changed: set[Path]) -> tuple[int, int]:
    """Take in the rows of changed parts that are new; the number of them and of their links."""
    run = _run(layout)
    paths = manifest.live_parts(layout, _Linking.name)
    pages = links = 0
    with Known(layout.pages / _KNOWN) as known:
        for number, path in enumerate(paths):
            before = known.of_part(number, len(paths))
            if path not in changed:
                known.add(before)
                continue
            fresh, now = _fresh(path, before["mark"], run)
            pages, links = pages + len(fresh.url), links + _put_pages(table, fresh)
            known.add(now)
    return pages, links


def _fresh(path: Path, before: UInt64s, run: bytes) -> tuple[_Linking, NDArray[np.void]]:
    """The rows of a part whose marks are new, and the marks of all."""
    seen: Marked = parquet.read_rows(Marked, [path]).columns()
    found = marks(seen, run)
    fresh: list[int] = np.flatnonzero(~np.isin(found, before)).tolist()
    rows: _Linking = parquet.Part(path).some(_Linking, fresh).columns()
    return rows, marked(seen.url_hash, found)


def _run(layout: Layout) -> bytes:
    """What made the rows of DocViews, besides the archive."""
    record = manifest.read_record(layout, manifest.current(layout)[_Linking.name])
    return json.dumps(
        [record.version, record.params] if record else [], sort_keys=True
    ).encode()


def _put_pages(table: PageTable, rows: _Linking) -> int:
    """A pointer to each page's rows, and what it calls those it links to: how many."""
    cells: list[Cell] = []
    links = 0
    for row, url in enumerate(rows.url):
        key = _key(url)
        if not key:
            continue
        anchors = _anchors(key, rows.fetched_at[row], rows.topic_links[row])
        cells += [pointer(key, int(rows.url_hash[row])), *anchors]
        links += len(anchors)
    table.commit(_change(cell) for cell in cells)
    return links


def _change(cell: Cell) -> Change:
    change = Change(cell.row)
    change.put(cell)
    return change


def _anchors(key: str, fetched_at: np.datetime64, links: list[dict[str, str]]) -> list[Cell]:
    """A cell in each row that a page links to."""
    texts: dict[str, list[str]] = {}
    for link in links:
        target = _key(link["url"].partition("#")[0])
        text = " ".join(link["text"].split())
        if target and text and text not in texts.setdefault(target, []):
            texts[target].append(text)
    at: datetime = fetched_at.astype("datetime64[us]").item().replace(tzinfo=UTC)
    return [
        Cell(
            row=target,
            family=Family.ANCHOR,
            column=key,
            at=at,
            value="\n".join(found).encode("utf-8", "backslashreplace"),
        )
        for target, found in texts.items()
        if found
    ]
