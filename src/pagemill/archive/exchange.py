"""A fetch as WARC records: what was asked, what came, and what is known about it.

Response, request and metadata share their address and time and point to each other by
``WARC-Concurrent-To``. Where the payload equals one that is stored already, the response
becomes a ``revisit`` record: header only, and where the payload stands.

Source:
    ISO 28500:2017 (WARC/1.1), sections 6.3 to 6.7.
"""

from __future__ import annotations

import base64
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha1

from pagemill.archive.http import answer
from pagemill.model.capture import Record

SAME_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """The capture that a later one equals."""

    url: str
    fetched_at: datetime
    record_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and its answer, byte for byte.

    Attributes:
        url: what was asked for.
        fetched_at: when, in UTC.
        response: status line, header and body as received.
        request: request line and header as sent; ``b""`` leaves the record out.
        metadata: further facts, such as ``via`` and ``fetchTimeMs``; none leave it out.
        ip: address of the server, or ``""``.
        original: the stored capture with this payload, if there is one.
    """

    url: str
    fetched_at: datetime
    response: bytes
    request: bytes = b""
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    ip: str = ""
    original: Original | None = None


def exchange_records(exchange: Exchange) -> list[Record]:
    """The records of a fetch, the response or revisit first; equal fetches give equal bytes."""
    first = _response(exchange)
    records = [first]
    if exchange.request:
        kind = "application/http; msgtype=request"
        records.append(_beside(exchange, first, "request", kind, exchange.request))
    if exchange.metadata:
        lines = (f"{name}: {_one_line(text)}\r\n" for name, text in exchange.metadata.items())
        block = "".join(lines).encode()
        records.append(_beside(exchange, first, "metadata", "application/warc-fields", block))
    return records


def payload_digest(body: bytes) -> str:
    """The digest by which equal payloads are known."""
    return f"sha1:{base64.b32encode(sha1(body, usedforsecurity=False).digest()).decode()}"


def _response(exchange: Exchange) -> Record:
    got = answer(exchange.response)
    original = exchange.original
    is_unmodified = got.status == 304 and original is not None
    block = exchange.response
    fields = [("WARC-IP-Address", exchange.ip)] if exchange.ip else []
    if not is_unmodified:
        fields.append(("WARC-Payload-Digest", payload_digest(got.body)))
    if original is not None:
        block = exchange.response[: len(exchange.response) - len(got.body)]
        fields += [
            ("WARC-Profile", NOT_MODIFIED if is_unmodified else SAME_PAYLOAD),
            ("WARC-Refers-To-Target-URI", original.url),
            ("WARC-Refers-To-Date", f"{original.fetched_at:%Y-%m-%dT%H:%M:%SZ}"),
        ]
        if original.record_id:
            fields.append(("WARC-Refers-To", original.record_id))
    return _record(
        exchange,
        "response" if original is None else "revisit",
        "application/http; msgtype=response",
        block,
        fields,
    )


def _beside(
    exchange: Exchange, first: Record, kind: str, media_type: str, block: bytes
) -> Record:
    return _record(exchange, kind, media_type, block, [("WARC-Concurrent-To", first.record_id)])


def _record(
    exchange: Exchange,
    kind: str,
    media_type: str,
    block: bytes,
    fields: list[tuple[str, str]],
) -> Record:
    name = f"{kind} {exchange.url} {exchange.fetched_at.isoformat()} {payload_digest(block)}"
    return Record(
        url=exchange.url,
        fetched_at=exchange.fetched_at,
        kind=kind,
        record_id=f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}>",
        content_type=media_type,
        block=block,
        fields=(*fields, ("WARC-Block-Digest", payload_digest(block))),
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())
