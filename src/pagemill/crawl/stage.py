"""The crawl's door to the collection: answers to the archive, attempts to the log.

Answers wait in the crawl's own table, in the same step as what became of their addresses, until
there are enough for an archive file. The file and its index become visible in one step that
names the last answer in it, and only then does the table let go of them: a kill between any two
steps neither loses an answer nor stores one twice.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from hashlib import sha1
from typing import Final, Protocol

import numpy as np

from pagemill.archive import cdx, http, store
from pagemill.archive.exchange import NOT_MODIFIED, SAME_PAYLOAD
from pagemill.archive.warc import block_digest, member
from pagemill.collection import forgotten, parquet
from pagemill.collection.forgotten import Refusals
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Attempt, Opened, Original
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Frontier
from pagemill.model.capture import Capture, Record
from pagemill.tables import Fetches

_ANSWER, _LINE, _TEXT = b"a", b"l", b"t"
_FILE_BYTES: Final = store.FILE_BYTES
_FILE_ANSWERS: Final = store.FILE_RECORDS // 2
_SECRETS: Final = frozenset((b"authorization", b"cookie", b"proxy-authorization"))
_LINE_FIELDS: Final = [one.name for one in fields(Attempt)]
_LOG_LINES: Final = 100_000


class Beside(Protocol):
    """Knowledge of a crawl that is written in the same steps as its frontier.

    Attributes:
        puts: what is to be written; the deposit empties it.
    """

    puts: dict[bytes, bytes]


class CrawlDeposit:
    """Where a crawl of a collection puts what it finds.

    Args:
        layout: the collection.
        cells: the crawl's table.
        frontier: the crawl's frontier.
        besides: what else is to be written in the same steps.
        limit: bytes that a decoded body may have.
    """

    def __init__(
        self,
        layout: Layout,
        cells: Cells,
        frontier: Frontier,
        besides: Sequence[Beside],
        limit: int,
    ) -> None:
        self._layout = layout
        self._cells = cells
        self._frontier = frontier
        self._besides = besides
        self._limit = limit
        rest = frontier.rest
        self._serial = int(str(rest.get("serial", 0)))
        self._lines = int(str(rest.get("lines", 0)))
        self._puts: dict[bytes, bytes] = {}
        self._waiting_bytes = 0
        self._waiting = 0
        self.refuses = Refusals(forgotten.orders(layout.forgotten))
        """What was forgotten and must not be fetched again."""
        self._let_go(self._published())
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

    def keep(self, seen: Opened, original: Original | None = None) -> None:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        record = _revisit(seen, original) if original else _response(seen)
        held = Capture(
            url=seen.url,
            fetched_at=record.fetched_at,
            kind=record.kind,
            status=seen.answer.status,
            headers=seen.answer.headers,
            media_type=seen.media_type,
            payload=b"" if original else seen.payload,
            block_digest=block_digest(record.block),
        )
        row, data = store.ready(record, b"" if original else seen.answer.body, held)
        request = member(_request(record, seen.answer))
        line = cdx.line(row).encode("utf-8", "surrogatepass")
        self._serial += 1
        key = _ANSWER + self._serial.to_bytes(8, "big")
        head = len(line).to_bytes(4, "big") + len(data).to_bytes(4, "big")
        self._puts[key] = head + line + data + request
        self._waiting += 1
        self._waiting_bytes += len(data) + len(request)

    def note(self, attempt: Attempt) -> None:
        """See :class:`pagemill.crawl.deposit.Deposit`."""
        self._lines += 1
        line = json.dumps([getattr(attempt, name) for name in _LINE_FIELDS], ensure_ascii=False)
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
        last = 0
        with store.Appender(self._layout.archive) as appender:
            for key, value in self._stored():
                line_size = int.from_bytes(value[:4], "big")
                data_size = int.from_bytes(value[4:8], "big")
                line = value[8 : 8 + line_size].decode("utf-8", "surrogatepass")
                data = value[8 + line_size : 8 + line_size + data_size]
                appender.put(cdx.row(line), data)
                appender.put_beside(value[8 + line_size + data_size :])
                last = int.from_bytes(key[1:], "big")
            if last:
                appender.commit({"asked": "crawl", "serial": last})
        self._let_go(last)
        self._waiting = self._waiting_bytes = 0

    def write_log(self) -> None:
        """Make a part of the log of the lines that wait, if any.

        A part is named by its first line, so a kill before the lines are let go of makes the
        same part again.
        """
        while rows := self._cells.scan(_LINE, _LINE + b"\xff", _LOG_LINES):
            first = int.from_bytes(rows[0][0][1:], "big")
            attempts = [_attempt(value) for _, value in rows]
            path = self._layout.crawl / "log" / f"part-{first:09d}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            parquet.write_part(_fetches(attempts), path)
            self._cells.write({}, [key for key, _ in rows])

    def _published(self) -> int:
        """Serial of the last answer that the archive has."""
        note = store.last_note(self._layout.archive)
        return int(note["serial"]) if note and note.get("asked") == "crawl" else 0

    def _let_go(self, last: int) -> None:
        keys = [key for key, _ in self._stored() if int.from_bytes(key[1:], "big") <= last]
        if keys:
            self._cells.write({}, keys)

    def _stored(self) -> Iterator[tuple[bytes, bytes]]:
        start = _ANSWER
        while rows := self._cells.scan(start, _ANSWER + b"\xff", 64):
            yield from rows
            start = rows[-1][0] + b"\0"


def _attempt(line: bytes) -> Attempt:
    return Attempt(**dict(zip(_LINE_FIELDS, json.loads(line), strict=True)))


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


def _response(seen: Opened) -> Record:
    """The answer as it came."""
    block = seen.answer.head + seen.answer.body
    return _record(seen, "response", block, [_digest(seen.digest)])


def _revisit(seen: Opened, original: Original) -> Record:
    """An answer that says "as before": its head, and which answer it stands for."""
    before = datetime.fromtimestamp(original.at, UTC)
    fields = [
        ("WARC-Profile", NOT_MODIFIED if seen.answer.status == 304 else SAME_PAYLOAD),
        ("WARC-Refers-To-Target-URI", seen.url),
        ("WARC-Refers-To-Date", f"{before:%Y-%m-%dT%H:%M:%S.%fZ}"),
        _digest(original.digest),
    ]
    return _record(seen, "revisit", seen.answer.head, fields)


def _digest(digest: bytes) -> tuple[str, str]:
    return "WARC-Payload-Digest", "sha1:" + base64.b32encode(digest).decode()


def _record(seen: Opened, kind: str, block: bytes, fields: list[tuple[str, str]]) -> Record:
    address = seen.answer.address
    return Record(
        url=seen.url,
        fetched_at=datetime.fromtimestamp(seen.at, UTC),
        kind=kind,
        record_id="",
        content_type="application/http; msgtype=response",
        block=block,
        fields=(*([("WARC-IP-Address", address)] if address else []), *fields),
    )


def _request(response: Record, answer: Answer) -> Record:
    return Record(
        url=response.url,
        fetched_at=response.fetched_at,
        kind="request",
        record_id="",
        content_type="application/http; msgtype=request",
        block=_without_secrets(answer.request_head),
    )


def _without_secrets(head: bytes) -> bytes:
    """The head of a request without what proves who asked: an archive is passed on."""
    lines = head.split(b"\r\n")
    kept = [line for line in lines if line.partition(b":")[0].strip().lower() not in _SECRETS]
    return b"\r\n".join(kept)
