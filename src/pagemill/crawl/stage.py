"""The crawl's door to the collection: answers to the archive, attempts to the log.

Answers wait in the crawl's own table, in the same step as what became of their addresses, until
there are enough for an archive file. The file and its index become visible in one step that
names the last answer in it, and only then does the table let go of them: a kill between any two
steps neither loses an answer nor stores one twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from hashlib import sha1
from http import HTTPStatus
from operator import attrgetter
from pathlib import Path
from struct import Struct
from typing import Final

import numpy as np

from pagemill.archive import cdx, http, store
from pagemill.archive.cdx import Row
from pagemill.archive.exchange import (
    Exchange,
    Original,
    digest_text,
    exchange_records,
    rendered_record,
)
from pagemill.archive.lookup import Lookup
from pagemill.archive.warc import BESIDE, block_digest, member
from pagemill.collection import forgotten, parquet
from pagemill.collection.forgotten import Refusals
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Attempt, Opened
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Frontier
from pagemill.crawl.looking.queues import rest_of
from pagemill.crawl.looking.standing import note_seeds, seeds_of
from pagemill.crawl.names import Names
from pagemill.crawl.ordering.accounts import StoredAccounts
from pagemill.crawl.ordering.host_quality import HostQuality
from pagemill.crawl.politeness import Pace
from pagemill.crawl.revisiting.revisits import Revisits
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.store import Beside
from pagemill.crawl.waste.form_budget import FormBudget
from pagemill.crawl.waste.heads import Heads
from pagemill.crawl.waste.mirrors import Mirrors
from pagemill.crawl.waste.soft_404 import ErrorPages
from pagemill.model.capture import Capture, Record
from pagemill.tables import Fetches

NAME: Final = "crawl"
_ANSWER, _LINE, _TEXT = b"a", b"l", b"t"
_FILE_BYTES: Final = store.FILE_BYTES
_FILE_ANSWERS: Final = store.FILE_RECORDS // 2
_SECRETS: Final = frozenset((b"authorization", b"cookie", b"proxy-authorization"))
_RECORD: Final = Struct(">BII?16s")
_FORM: Final = 1  # release 0.1.0 began with the first byte of a length, which was 0
_JSON: Final = json.JSONEncoder(ensure_ascii=False)
_LINE_FIELDS: Final = [one.name for one in fields(Attempt)]
_LINE_FACTS: Final = attrgetter(*_LINE_FIELDS)
_COOKIE: Final = re.compile(
    rb"^(set-cookie2?[ \t]*:)((?:[^\r\n]|\r?\n[ \t])*)", re.IGNORECASE | re.MULTILINE
)
_VALUE: Final = re.compile(rb"[^\s;]")
_LOG_LINES: Final = 100_000
_SAME_INSTANT: Final = 0.001


class CrawlDeposit:
    """Where a crawl of a collection puts what it finds.

    Args:
        layout: the collection.
        cells: the crawl's table.
        frontier: the crawl's frontier.
        besides: what else is to be written in the same steps.
        limit: bytes that a decoded body may have.
        secrets: header fields of requests, in lower case, that must not be kept.
    """

    def __init__(
        self,
        layout: Layout,
        cells: Cells,
        frontier: Frontier,
        besides: Sequence[Beside],
        limit: int,
        secrets: frozenset[bytes] = frozenset(),
    ) -> None:
        self._layout = layout
        self._cells = cells
        self._frontier = frontier
        self._besides = besides
        self._limit = limit
        self._secrets = _SECRETS | secrets
        rest = frontier.rest
        self._serial = int(str(rest.get("serial", 0)))
        self._lines = int(str(rest.get("lines", 0)))
        self._puts: dict[bytes, bytes] = {}
        self._waiting_bytes = 0
        self._waiting = 0
        self.refuses = Refusals(forgotten.orders(layout.forgotten))
        """What was forgotten and must not be fetched again."""
        self._let_go(self._published())
        self._archive = Lookup(layout.archive)
        self._imports = Lookup(layout.archive, _imported(layout.archive))
        for _, value in self._stored():
            self._waiting += 1
            self._waiting_bytes += len(value)

    def opened(self, url: str, answer: Answer, at: float) -> Opened:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        got = http.Answer(answer.status, answer.headers, answer.body)
        return Opened(
            url=url,
            at=at,
            answer=answer,
            payload=http.payload(got, limit=self._limit),
            media_type=answer.header("content-type"),
            digest=sha1(answer.body, usedforsecurity=False).digest(),
        )

    def keep(
        self,
        seen: Opened,
        original: float | None = None,
        *,
        depth: int = 0,
        role: str = "",
    ) -> None:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        first, *others = exchange_records(self._exchange(seen, original, depth))
        payload = b"" if first.kind == "revisit" else seen.payload
        row, data = store.ready(first, b"", _captured(first, seen, payload))
        rows = [(replace(row, role=role) if role else row, data), *map(_beside, others)]
        self._put(b"".join([_packed(row, data) for row, data in rows]))

    def keep_rendered(self, seen: Opened, html: bytes, software: str) -> None:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        records = rendered_record(self._exchange(seen, 0.0, 0), html, software)
        first, *others = records
        captured = Capture(
            url=first.url,
            fetched_at=first.fetched_at,
            kind=first.kind,
            status=0,
            headers=(),
            media_type=first.content_type,
            payload=html,
            block_digest=block_digest(first.block),
        )
        rows = [store.ready(first, html, captured), *map(_beside, others)]
        self._put(b"".join([_packed(row, data) for row, data in rows]))

    def _put(self, value: bytes) -> None:
        self._serial += 1
        self._puts[_ANSWER + self._serial.to_bytes(8, "big")] = value
        self._waiting += 1
        self._waiting_bytes += len(value)

    def _exchange(self, seen: Opened, original: float | None, depth: int) -> Exchange:
        answer = seen.answer
        before = None
        if original:
            before = Original(url=seen.url, fetched_at=datetime.fromtimestamp(original, UTC))
        elif seen.answer.body:
            before = _equal(seen, self._archive if original is None else self._imports)
        return Exchange(
            url=seen.url,
            fetched_at=datetime.fromtimestamp(seen.at, UTC),
            response=_masked(answer.head) + answer.body,
            request=_without(answer.request_head, self._secrets),
            metadata={"fetchTimeMs": f"{answer.took * 1000:.0f}", "depth": str(depth)},
            ip=answer.address,
            original=before,
            digest=seen.digest,
        )

    def read(self, url: str, at: float) -> Opened | None:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        row = self._archive.nearest(url, datetime.fromtimestamp(at, UTC))
        if row is None or abs(row.fetched_at.timestamp() - at) > _SAME_INSTANT:
            return None
        found = self._archive.read(row)
        answer = Answer(
            status=found.status,
            headers=found.headers,
            head=b"",
            body=found.payload,
            request_head=b"",
            address="",
            took=0.0,
        )
        return Opened(
            url=url,
            at=at,
            answer=answer,
            payload=found.payload,
            media_type=found.media_type,
            digest=b"",
        )

    def note(self, attempt: Attempt) -> None:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        self._lines += 1
        line = _JSON.encode(_LINE_FACTS(attempt))
        self._puts[_LINE + self._lines.to_bytes(8, "big")] = line.encode("utf-8", "replace")

    def is_new(self, host: str, fingerprint: bytes) -> bool:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        key = _TEXT + host.encode("utf-8", "replace") + b"\0" + fingerprint
        if key in self._puts or self._cells.get([key])[0] is not None:
            return False
        self._puts[key] = b""
        return True

    def commit(self) -> None:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        also = self._puts
        for one in self._besides:
            also.update(one.puts)
            one.puts = {}
        self._frontier.commit({"serial": self._serial, "lines": self._lines}, also)
        self._puts = {}
        if self._waiting >= _FILE_ANSWERS or self._waiting_bytes >= _FILE_BYTES:
            self.publish()

    def publish(self) -> None:
        """Make an archive file of the answers that wait, if any."""
        keys: list[bytes] = []
        with store.Appender(self._layout.archive) as appender:
            for key, value in self._stored():
                for text, identity, data in _unpacked(value):
                    appender.put_line(text, identity, data)
                keys.append(key)
            if keys:
                last = int.from_bytes(keys[-1][1:], "big")
                appender.commit({"asked": NAME, "serial": last})
        self._cells.write({}, keys)
        self._archive.close()
        self._archive = Lookup(self._layout.archive)
        self._waiting = self._waiting_bytes = 0

    def write_log(self) -> None:
        """Make a part of the log of the lines that wait, if any.

        A part is named by its first line, so a kill before the lines are let go of makes the
        same part again.
        """
        while rows := self._cells.scan(_LINE, _LINE + b"\xff", _LOG_LINES):
            first = int.from_bytes(rows[0][0][1:], "big")
            attempts = [_attempt(value) for _, value in rows]
            path = self._layout.crawl_log / f"part-{first:09d}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            parquet.write_part(_fetches(attempts), path)
            self._cells.write({}, [key for key, _ in rows])

    def _published(self) -> int:
        """Serial of the last answer that the archive has."""
        note = store.last_note(self._layout.archive)
        return int(note["serial"]) if note and note.get("asked") == NAME else 0

    def _let_go(self, last: int) -> None:
        """Forget the answers that the archive has: a kill came between both."""
        keys = [key for key, _ in self._stored() if int.from_bytes(key[1:], "big") <= last]
        self._cells.write({}, keys)

    def _stored(self) -> Iterator[tuple[bytes, bytes]]:
        start = _ANSWER
        while rows := self._cells.scan(start, _ANSWER + b"\xff", 64):
            yield from rows
            start = rows[-1][0] + b"\0"


def forget_met(layout: Layout, names: Names) -> None:
    """Take all that is named out of the table of a crawl, and out of the files behind it.

    That it must not be asked for again does not depend on this: the list of orders says so.

    Args:
        layout: the collection.
        names: what is forgotten.

    Raises:
        SurroundingsError: the table is in use, or the disk failed.
    """
    table = layout.crawl / "table"
    if not table.exists():
        return
    with Cells(table) as cells:
        frontier = Frontier(cells, Pace(), active=0)
        frontier.remove(names)
        frontier.commit()
        note_seeds(cells, [url for url in seeds_of(cells) if not names(url)])
        parts = (
            Revisits(cells),
            Sites(cells),
            Mirrors(cells),
            ErrorPages(cells),
            HostQuality(cells),
            FormBudget(cells, 0),
            Heads(cells, 0, ""),
        )
        known = [key for part in parts for key in part.named(names)]
        known += StoredAccounts(cells).without(lambda key: frontier.state(key) is not None)
        cells.write({}, [*known, *_waiting(cells, names)])
        cells.compact()
        cells.sync()


def _waiting(cells: Cells, names: Names) -> Iterator[bytes]:
    """Keys of answers, lines of the log and marks of texts that belong to what is named.

    An answer waits where its crawl was killed before the archive had it.
    """
    for key, value in cells.walk(_ANSWER):
        if any(names(cdx.row(line).url) for line, _, _ in _unpacked(value)):
            yield key
    for key, value in cells.walk(_LINE):
        attempt = _attempt(value)
        if names(attempt.url) or (attempt.target and names(attempt.target)):
            yield key
    for key, _ in cells.walk(_TEXT):
        if names.host(key[1:].partition(b"\0")[0].decode("utf-8", "replace")):
            yield key


def _imported(archive: Path) -> list[Path]:
    """Indexes of the archive files that no crawl wrote."""
    notes = ((index, store.note(index)) for index in store.index_files(archive))
    return [index for index, note in notes if note is None or note.get("asked") != NAME]


def _attempt(line: bytes) -> Attempt:
    return Attempt(**dict(zip(_LINE_FIELDS, json.loads(line), strict=True)))


def waiting_attempts(cells: Cells, most: int) -> list[Attempt]:
    """The last attempts that the log has not taken yet, newest first; for looking only."""
    written = int(str(rest_of(cells).get("lines", 0)))
    start = _LINE + max(0, written - most).to_bytes(8, "big")
    rows = cells.scan(start, _LINE + b"\xff", most + 1)
    return [_attempt(value) for _, value in rows[-most:]][::-1]


def _equal(seen: Opened, archive: Lookup) -> Original | None:
    """The newest capture of an address, where it has this very payload."""
    if not archive.indexes:
        return None
    found = [row for row in archive.captures(seen.url) if row.kind == "response"]
    if not found or found[-1].status != HTTPStatus.OK:
        return None
    is_same = found[-1].payload_digest == digest_text(seen.digest)
    return Original(url=seen.url, fetched_at=found[-1].fetched_at) if is_same else None


def _captured(record: Record, seen: Opened, payload: bytes) -> Capture:
    """What a record holds; nothing of it has to be read again."""
    return Capture(
        url=record.url,
        fetched_at=record.fetched_at,
        kind=record.kind,
        status=http.status_of(record.block),
        headers=(),
        media_type=seen.media_type,
        payload=payload,
        block_digest=block_digest(record.block),
    )


def _beside(record: Record) -> tuple[Row, bytes]:
    """Row and member of a record beside a capture; the digest of its block comes last."""
    data = member(record)
    row = Row(
        url=record.url,
        fetched_at=record.fetched_at,
        kind=record.kind,
        status=0,
        media_type=record.content_type,
        payload_digest=record.fields[-1][1],
        block_digest=block_digest(record.block),
        payload_bytes=len(record.block),
        file="",
        offset=0,
        length=len(data),
    )
    return row, data


def _packed(row: Row, data: bytes) -> bytes:
    is_capture = row.kind not in BESIDE
    identity = bytes.fromhex(cdx.row_identity(row)) if is_capture else b""
    line = cdx.line(row).encode("utf-8", "surrogatepass")
    return _RECORD.pack(_FORM, len(line), len(data), is_capture, identity) + line + data


def _unpacked(value: bytes) -> Iterator[tuple[str, int | None, bytes]]:
    """Index line, identity and member of the records of one fetch, as they were packed."""
    at = 0
    while at < len(value):
        if value[at] != _FORM:
            yield from _unpacked_earlier(value)
            return
        _, size, length, is_capture, identity = _RECORD.unpack_from(value, at)
        begin = at + _RECORD.size
        at = begin + size + length
        text = value[begin : begin + size].decode("utf-8", "surrogatepass")
        number = int.from_bytes(identity, "big") if is_capture else None
        yield text, number, value[begin + size : at]


def _unpacked_earlier(value: bytes) -> Iterator[tuple[str, int | None, bytes]]:
    """The same of a crawl that release 0.1.0 began."""
    at = 0
    while at < len(value):
        begin, size = at + 8, int.from_bytes(value[at : at + 4], "big")
        at = begin + size + int.from_bytes(value[at + 4 : at + 8], "big")
        text = value[begin : begin + size].decode("utf-8", "surrogatepass")
        row = cdx.row(text)
        number = None if row.kind in BESIDE else int(cdx.row_identity(row), 16)
        yield text, number, value[begin + size : at]


def _fetches(attempts: Sequence[Attempt]) -> Fetches:
    instants = [round(one.at * 1e6) for one in attempts]
    return Fetches(
        url=[one.url for one in attempts],
        fetched_at=np.array(instants, "datetime64[us]"),
        status=np.array([one.status for one in attempts], np.int32),
        outcome=[one.outcome for one in attempts],
        reason=[one.reason for one in attempts],
        detail=[one.detail for one in attempts],
        size=np.array([one.size for one in attempts], np.int64),
        took=np.array([one.took for one in attempts], np.float64),
        depth=np.array([one.depth for one in attempts], np.int32),
        target=[one.target for one in attempts],
    )


def _without(head: bytes, secrets: frozenset[bytes]) -> bytes:
    """The head of a request without what proves who asked: an archive is passed on."""
    lines = head.split(b"\r\n")
    kept = [line for line in lines if line.partition(b":")[0].strip().lower() not in secrets]
    return b"\r\n".join(kept)


def _masked(head: bytes) -> bytes:
    """The head of an answer with every cookie that it sets blotted out.

    Each is as long as it was, so that whatever counts bytes still counts them right.
    """
    return _COOKIE.sub(lambda found: found[1] + _VALUE.sub(b"x", found[2]), head)
