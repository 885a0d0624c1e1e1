"""The archive folder: numbered WARC files, each with its index, and nothing else.

A file is written under a temporary name and becomes visible with its index, whose renaming
comes last: a WARC file without index does not exist. Files are never changed. Forgetting
writes a file's remaining captures as a new file whose index names the one it replaces.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha1
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self

from pagemill.archive import cdx
from pagemill.archive.cdx import Row
from pagemill.archive.exchange import opening
from pagemill.archive.http import PAYLOAD_LIMIT, capture, captured, taken_apart
from pagemill.archive.params import FAST
from pagemill.archive.warc import BESIDE, member, record_at
from pagemill.errors import CollectionError, SurroundingsError
from pagemill.media.sniff import recognised
from pagemill.model.capture import Capture, Record

FILE_BYTES = 64 << 20
FILE_RECORDS = 4096

_NAME = re.compile(r"(\d{5,})\.(warc\.gz|cdxj)(\.tmp)?\Z")
META_LINE, BESIDE_LINE = "!meta ", "!beside "
"""How lines begin that other tools pass over: on the file, and on records beside captures."""
_DIGEST, _BLOCK_DIGEST = "warc-payload-digest", "warc-block-digest"


class Pointer(NamedTuple):
    """Where a capture stands; pointers sort into the order of one pass over the disk.

    ``digest`` is that of its block, where it is known: a third of the reading time is saved.
    """

    file: str
    offset: int
    length: int
    digest: str = ""


class Appender:
    """Adds captures to an archive folder; whole files become visible at a time.

    A file is closed after ``max_bytes`` compressed bytes or ``max_records`` records, which
    depends on nothing but the records themselves. After a kill the same records, appended
    again from the first that is not stored, give the same files.

    Args:
        folder: the archive folder, made if absent. What a killed run left is removed.
        max_bytes: compressed size from which a file is closed.
        max_records: records after which a file is closed.
        payload_limit: bytes that a decoded payload may have.
        compression: how hard records are pressed that do not come as members.
    """

    def __init__(
        self,
        folder: Path,
        *,
        max_bytes: int = FILE_BYTES,
        max_records: int = FILE_RECORDS,
        payload_limit: int = PAYLOAD_LIMIT,
        compression: str = FAST,
    ) -> None:
        self._folder = folder
        self._compression = compression
        self._max_bytes = max_bytes
        self._max_records = max_records
        self._payload_limit = payload_limit
        with _reporting(folder):
            folder.mkdir(parents=True, exist_ok=True)
        recover(folder)
        self._number = next_number(folder)
        self._draft: _Draft | None = None

    def append(self, record: Record, digest: str = "") -> Row:
        """Add one capture, or a record beside one; its row says where it will stand.

        Raises:
            DocumentError: the payload is over the limit; nothing was added.
            SurroundingsError: the disk is full or may not be written.
        """
        row, data, _ = prepared(
            record,
            limit=self._payload_limit,
            digest=digest,
            compression=self._compression,
        )
        return self.put(row, data)

    def put(self, row: Row, data: bytes) -> Row:
        """Add a record that :func:`prepared` made ready; its row says where it will stand.

        Raises:
            SurroundingsError: the disk is full or may not be written.
        """
        with _reporting(self._folder):
            draft = self._draft or self._begun(row.fetched_at)
            placed = replace(row, file=draft.name, offset=draft.size)
            draft.put(data, placed)
        return placed

    def put_line(self, text: str, identity: int | None, data: bytes) -> None:
        """Add a record of which the index line is known but for its place.

        Args:
            text: the line of its row, see :func:`pagemill.archive.cdx.placed`.
            identity: what tells a capture apart; None for a record beside one.
            data: its member.

        Raises:
            SurroundingsError: the disk is full or may not be written.
        """
        with _reporting(self._folder):
            draft = self._draft or self._begun(cdx.row(text).fetched_at)
            draft.put_line(cdx.placed(text, draft.name, draft.size), identity, data)

    def _begun(self, dated: datetime) -> _Draft:
        draft = self._draft = _Draft(self._folder, self._number)
        draft.write(member(opening(dated, draft.name)))
        return draft

    @property
    def is_full(self) -> bool:
        """Whether the file that is being written should be closed."""
        draft = self._draft
        return draft is not None and (
            draft.size >= self._max_bytes or draft.records >= self._max_records
        )

    @property
    def pending(self) -> int:
        """Records that were appended and are not visible yet."""
        return self._draft.records if self._draft else 0

    def commit(self, note: Mapping[str, object] | None = None) -> None:
        """Make everything visible that was appended so far.

        Args:
            note: kept with the file for :func:`last_note`; visible at the same moment.
        """
        if self._draft is None:
            return
        with _reporting(self._folder):
            self._draft.publish(note)
        self._draft = None
        self._number += 1

    def abandon(self) -> None:
        """Forget what is not visible yet."""
        if self._draft is not None:
            self._draft.discard()
            self._draft = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.commit()
        else:
            self.abandon()


def prepared(
    record: Record, *, limit: int = PAYLOAD_LIMIT, digest: str = "", compression: str = FAST
) -> tuple[Row, bytes, Capture]:
    """A record's index row (without its place), its compressed member, and what it holds.

    Raises:
        DocumentError: the payload is over the limit.
    """
    got = taken_apart(record)
    seen = captured(record, got, limit=limit, digest=digest)
    row, data = ready(record, got.body, seen, compression=compression)
    return row, data, seen


def ready(
    record: Record, body: bytes, seen: Capture, *, compression: str = FAST
) -> tuple[Row, bytes]:
    """:func:`prepared` of a record that was read already.

    Args:
        record: the record.
        body: of its answer, as received.
        seen: what it holds.
        compression: how hard a record is pressed that does not come as a member.
    """
    payload_digest, data = _stored(record, body, compression)
    row = Row(
        url=seen.url,
        fetched_at=seen.fetched_at,
        kind=seen.kind,
        status=seen.status,
        media_type=seen.media_type,
        payload_digest=payload_digest,
        block_digest=seen.block_digest,
        payload_bytes=len(seen.payload),
        file="",
        offset=0,
        length=len(data),
        detected="" if seen.kind in BESIDE else recognised(seen.payload, seen.media_type),
    )
    return row, data


def captures(folder: Path) -> Iterator[Row]:
    """The index row of every capture, file by file, each file by key and instant.

    Raises:
        CollectionError: an index cannot be read.
    """
    for path in index_files(folder):
        yield from index_rows(path)


class Summary(NamedTuple):
    """What an archive file holds, as far as building depends on it.

    ``identities`` is the sum of what tells its captures apart, modulo 2 ** 128.
    """

    captures: int
    identities: int


def summary(index: Path) -> Summary:
    """How many captures a file holds, and which; from one line of its index.

    Raises:
        CollectionError: the index cannot be read.
    """
    meta = _meta(index)
    try:
        return Summary(int(meta["captures"]), int(meta["identities"], 16))
    except (KeyError, TypeError, ValueError):  # of a collection made by an earlier release
        return _summed(list(index_rows(index)))


def _summed(rows: Sequence[Row]) -> Summary:
    total = sum(int(cdx.row_identity(row), 16) for row in rows)
    return Summary(len(rows), total % (1 << 128))


def index_files(folder: Path) -> list[Path]:
    """The index of every archive file, in the order of their numbers.

    Raises:
        CollectionError: an index is missing, so that its captures would seem to be gone.
    """
    replaced = _replaced(folder)
    _check_indexes(folder, replaced)
    return [path for path in _indexes(folder) if warc_name(path) not in replaced]


def last_note(folder: Path) -> dict[str, Any] | None:
    """The note of the newest file, or None where it has none."""
    found = _indexes(folder)
    return note(found[-1]) if found else None


def note(index: Path) -> dict[str, Any] | None:
    """What :meth:`Appender.commit` was told about a file, by its index."""
    found: dict[str, Any] | None = _meta(index).get("note")
    return found


def read_capture(folder: Path, pointer: Pointer, *, limit: int = PAYLOAD_LIMIT) -> Capture:
    """One capture, by one seek.

    Raises:
        CollectionError: no capture stands there.
    """
    return next(iter(read_captures(folder, [pointer], limit=limit)))[1]


def read_captures(
    folder: Path, pointers: Iterable[Pointer], *, limit: int = PAYLOAD_LIMIT
) -> Iterator[tuple[Pointer, Capture]]:
    """Many captures in the order asked for; fastest when the pointers are sorted.

    Raises:
        CollectionError: no capture stands where a pointer says.
    """
    for pointer, record in read_records(folder, pointers):
        yield pointer, capture(record, limit=limit, digest=pointer.digest)


def read_records(folder: Path, pointers: Iterable[Pointer]) -> Iterator[tuple[Pointer, Record]]:
    """Like :func:`read_captures`, nothing decoded."""
    for pointer, data in read_members(folder, pointers):
        try:
            record = record_at(data)
        except Exception:  # noqa: BLE001  any fault of the decoder means the same here
            record = None
        if record is None:
            raise CollectionError(
                f"{folder / pointer.file}: no capture at byte {pointer.offset}; the archive "
                f"is damaged or its index belongs to another file; restore both from a copy"
            )
        yield pointer, record


def read_members(folder: Path, pointers: Iterable[Pointer]) -> Iterator[tuple[Pointer, bytes]]:
    """The compressed bytes of many captures, in the order asked for."""
    name, stream = "", None
    try:
        for pointer in pointers:
            with _reporting(folder / pointer.file):
                if stream is None or pointer.file != name:
                    if stream is not None:
                        stream.close()
                    name, stream = pointer.file, _opened(folder / pointer.file)
                stream.seek(pointer.offset)
                data = stream.read(pointer.length)
            yield pointer, data
    finally:
        if stream is not None:
            stream.close()


def remove(folder: Path, keep: Callable[[Row], bool]) -> int:
    """Remove every record for which ``keep`` is false; how many captures there were.

    Each file concerned is replaced by one with the next free number. The others keep their
    names, and every capture its bytes. A kill leaves either the old file or the new one.
    """
    recover(folder)
    removed = 0
    for path in _indexes(folder):
        rows = [*index_rows(path), *beside_rows(path)]
        kept = [row for row in rows if keep(row)]
        if len(kept) < len(rows):
            _replace(folder, path, kept)
            removed += sum(row.kind not in BESIDE and not keep(row) for row in rows)
    return removed


def recover(folder: Path) -> None:
    """Remove what a killed run left: drafts, files whose index is a draft, replaced files.

    Raises:
        CollectionError: a file has no index at all, which no killed run leaves behind.
    """
    if not folder.is_dir():
        return
    with _reporting(folder):
        for name in sorted(_replaced(folder)):
            if (folder / name).exists():
                _delete(folder / name)
        _check_indexes(folder, set())
        published = {warc_name(path) for path in _indexes(folder)}
        # A draft of an index goes last: it shows that the file beside it may go.
        for path in sorted(
            folder.iterdir(), key=lambda path: (path.suffix == ".tmp", path.name)
        ):
            match = _NAME.match(path.name)
            if match and (match[3] or (match[2] == "warc.gz" and path.name not in published)):
                path.unlink()


def _check_indexes(folder: Path, replaced: set[str]) -> None:
    """Refuse an archive file whose index was lost: it must neither be passed over nor go.

    A killed run leaves the draft of the index. Another process may be at work: it renames the
    draft to the index, and takes the index of a replaced file away before the file.
    """
    for path in sorted(folder.glob("*.warc.gz")) if folder.is_dir() else ():
        if not _NAME.match(path.name) or path.name in replaced:
            continue
        index = folder / path.name.replace(".warc.gz", ".cdxj")
        if not (_temporary(index).exists() or index.exists()) and path.exists():
            raise CollectionError(
                f"{path}: its index {index.name} is missing; restore it, or move the file out "
                f"of the archive and import it again"
            )


class _Draft:
    """A WARC file and its index under temporary names."""

    def __init__(self, folder: Path, number: int, replaces: str = "") -> None:
        self.name = f"{number:05d}.warc.gz"
        self.records = 0
        self.size = 0
        self._lines: list[str] = []
        self._beside: list[str] = []
        self._identities = 0
        self._warc = folder / self.name
        self._index = folder / f"{number:05d}.cdxj"
        self._replaces = replaces
        self._stream: BinaryIO = _temporary(self._warc).open("wb")

    def write(self, data: bytes) -> None:
        self._stream.write(data)
        self.size += len(data)

    def put(self, data: bytes, row: Row) -> None:
        identity = None if row.kind in BESIDE else int(cdx.row_identity(row), 16)
        self.put_line(cdx.line(row), identity, data)

    def put_line(self, text: str, identity: int | None, data: bytes) -> None:
        self.write(data)
        self.records += 1
        if identity is None:
            self._beside.append(f"{BESIDE_LINE}{text}\n")
        else:
            self._lines.append(f"{text}\n")
            self._identities += identity

    def publish(self, note: Mapping[str, object] | None = None) -> None:
        _sync_and_close(self._stream)
        lines = [text.encode() for text in (*sorted(self._beside), *sorted(self._lines))]
        index = _temporary(self._index).open("wb")
        index.write(self._meta(note, sum(map(len, lines))).encode())
        index.writelines(lines)
        _sync_and_close(index)
        _temporary(self._warc).rename(self._warc)
        _temporary(self._index).rename(self._index)
        _sync_folder(self._warc.parent)

    def _meta(self, note: Mapping[str, object] | None, size: int) -> str:
        """The first line of the index: what is said of the file as a whole."""
        meta: dict[str, object] = {
            "bytes": size,
            "captures": len(self._lines),
            "identities": f"{self._identities % (1 << 128):032x}",
        }
        if self._replaces:
            meta["replaces"] = self._replaces
        if note is not None:
            meta["note"] = note
        return f"{META_LINE}{json.dumps(meta, sort_keys=True)}\n"

    def discard(self) -> None:
        with contextlib.suppress(OSError):
            self._stream.close()
        with contextlib.suppress(OSError):
            if not self._index.exists():  # publishing stopped between both renames
                self._warc.unlink(missing_ok=True)
        for path in (self._warc, self._index):
            with contextlib.suppress(OSError):
                _temporary(path).unlink(missing_ok=True)


def _replace(folder: Path, index: Path, kept: list[Row]) -> None:
    old = warc_name(index)
    with _reporting(folder):
        draft = _Draft(folder, next_number(folder), replaces=old)
        try:
            with _opened(folder / old) as source:
                draft.write(source.read(_head_length(index)))
            ordered = sorted(kept, key=lambda row: row.offset)
            pointers = [Pointer(row.file, row.offset, row.length) for row in ordered]
            for row, (_, data) in zip(ordered, read_members(folder, pointers), strict=True):
                draft.put(data, replace(row, file=draft.name, offset=draft.size))
            draft.publish()
        except BaseException:
            draft.discard()
            raise
        _delete(folder / old)


def _head_length(index: Path) -> int:
    """Bytes before the first of the rest: the warcinfo record."""
    return min(row.offset for row in (*index_rows(index), *beside_rows(index)))


def _delete(warc: Path) -> None:
    """Index first: from then on the file does not exist for a reader."""
    warc.with_name(warc.name.replace(".warc.gz", ".cdxj")).unlink(missing_ok=True)
    warc.unlink(missing_ok=True)
    _sync_folder(warc.parent)


def _stored(record: Record, body: bytes, compression: str) -> tuple[str, bytes]:
    """The payload digest, and the member that is stored.

    A member of its own is stored as it came, which spares compressing it. Any other record is
    written anew, with its payload digest among its fields.
    """
    wanted = _BLOCK_DIGEST if record.kind in BESIDE else _DIGEST
    digest = ""
    for name, value in record.fields:
        if name.lower() == wanted:
            digest = value
            break
    if not digest:
        found = sha1(body, usedforsecurity=False).digest()
        digest = "sha1:" + base64.b32encode(found).decode()
        # The payload of a request is not its block, of which this is the digest.
        if not record.member and record.kind not in BESIDE:
            record = replace(record, fields=(*record.fields, ("WARC-Payload-Digest", digest)))
    return digest, record.member or member(record, compression)


def _indexes(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = [
        (int(match[1]), path)
        for path in folder.iterdir()
        if (match := _NAME.match(path.name)) and match[2] == "cdxj" and not match[3]
    ]
    return [path for _, path in sorted(found)]


def index_rows(index: Path) -> Iterator[Row]:
    """The rows of one index file.

    Raises:
        CollectionError: the index cannot be read.
    """
    with _reporting(index), index.open(encoding="utf-8") as lines:
        for number, text in enumerate(lines, start=1):
            if not text.startswith("!"):
                yield _row(index, number, text)


def beside_rows(index: Path) -> Iterator[Row]:
    """The rows of the requests and metadata in one file, which stand beside captures.

    Raises:
        CollectionError: the index cannot be read.
    """
    with _reporting(index), index.open(encoding="utf-8") as lines:
        for number, text in enumerate(lines, start=1):
            if text.startswith(BESIDE_LINE):
                yield _row(index, number, text.removeprefix(BESIDE_LINE))
            elif not text.startswith("!"):
                return


def _row(index: Path, number: int, text: str) -> Row:
    try:
        return cdx.row(text)
    except ValueError as error:
        raise CollectionError(
            f"{index}: line {number} cannot be read ({error}); restore this file"
        ) from None


def _replaced(folder: Path) -> set[str]:
    """Names of files whose replacement is visible."""
    names: set[str] = set()
    for path in _indexes(folder):
        names.add(str(_meta(path).get("replaces", "")))
    return names - {""}


def _meta(index: Path) -> dict[str, Any]:
    """What the first line of an index says of its file.

    Raises:
        CollectionError: it cannot be read, or the file is shorter than it says: what its lost
            lines named would seem to be gone.
    """
    with _reporting(index), index.open("rb") as lines:
        first = lines.readline()
        size = os.fstat(lines.fileno()).st_size
    found: dict[str, Any] = {}
    try:
        if first.startswith(META_LINE.encode()):
            found = json.loads(first.decode("utf-8").removeprefix(META_LINE))
        whole = len(first) + int(found.get("bytes", 0))  # release 0.1.0 does not tell
    except ValueError:
        raise CollectionError(
            f"{index}: line 1 cannot be read; restore this file, or remove the line"
        ) from None
    if not first or size < whole:
        raise CollectionError(
            f"{index}: cut short at byte {size}; restore it, or move it and "
            f"{warc_name(index)} out of the archive and import the latter again"
        )
    return found


def next_number(folder: Path) -> int:
    """Number of the file that is written next."""
    return max((int(path.name.partition(".")[0]) for path in _indexes(folder)), default=-1) + 1


def warc_name(index: Path) -> str:
    """The archive file that an index file is of."""
    return index.name.replace(".cdxj", ".warc.gz")


def _temporary(path: Path) -> Path:
    return path.with_name(path.name + ".tmp")


def _opened(path: Path) -> BinaryIO:
    return path.open("rb")


def _sync_and_close(stream: BinaryIO) -> None:
    with stream:
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _reporting(place: Path) -> Generator[None]:
    """Turn a failure of the disk into one line that says where and what to do."""
    try:
        yield
    except OSError as error:
        where = error.filename or place
        raise SurroundingsError(
            f"{where}: {error.strerror or error}; make room or give access, then repeat the "
            f"command: what was stored before is safe"
        ) from error
