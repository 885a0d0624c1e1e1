"""A fetch as WARC records: what was asked, what came, and what is known about it.

Response, request and metadata share their address and time and point to each other by
``WARC-Concurrent-To``. Where the payload equals one that is stored already, the response
becomes a ``revisit`` record: header only, and where the payload stands.

Source:
    ISO 28500:2017 (WARC/1.1), sections 6.3 to 6.7.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha1

from pagemill.archive.http import body_at, status_of
from pagemill.model.capture import Record

SAME_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
# Base32, two letters at a time: RFC 4648, section 6.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_PAIRS = [one + other for one in _LETTERS for other in _LETTERS]
_PLACES = range(150, -1, -10)
_BLOCK_DIGEST = "WARC-Block-Digest"
_ADDRESSES = uuid.NAMESPACE_URL.bytes
_SOFTWARE = b"software: pagemill\r\nformat: WARC File Format 1.1\r\n"
NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"


def opening(dated: datetime, name: str) -> Record:
    """The record that opens a file; dated as its first capture, so that it never varies."""
    return Record(
        url="",
        fetched_at=dated,
        kind="warcinfo",
        record_id=f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{name} {dated}')}>",
        content_type="application/warc-fields",
        block=_SOFTWARE,
        fields=(("WARC-Filename", name),),
    )


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
        digest: SHA-1 of the body of the response, where it is known already.
    """

    url: str
    fetched_at: datetime
    response: bytes
    request: bytes = b""
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    ip: str = ""
    original: Original | None = None
    digest: bytes = b""


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


def rendered_record(exchange: Exchange, html: bytes, software: str) -> list[Record]:
    """What a browser made of a page, as a resource with where it comes from.

    Args:
        exchange: the fetch of the page; the resource is dated as it is.
        html: the document after rendering, UTF-8.
        software: what rendered it.

    Returns:
        A resource that points to the response by ``WARC-Refers-To``, and metadata about it.
    """
    of = _response(exchange)
    fields = (
        ("WARC-Refers-To", of.record_id),
        ("WARC-Refers-To-Target-URI", exchange.url),
        ("WARC-Refers-To-Date", f"{exchange.fetched_at:%Y-%m-%dT%H:%M:%SZ}"),
        ("WARC-Payload-Digest", payload_digest(html)),
        (_BLOCK_DIGEST, payload_digest(html)),
    )
    # A moment later, so that of both it is the newer one.
    later = replace(exchange, fetched_at=exchange.fetched_at + timedelta(seconds=1))
    first = _record(later, "resource", "text/html; charset=utf-8", html, fields)
    lines = f"rendered-by: {_one_line(software)}\r\nrendered-from: {of.record_id}\r\n"
    return [first, _beside(later, first, "metadata", "application/warc-fields", lines.encode())]


def payload_digest(body: bytes) -> str:
    """The digest by which equal payloads are known."""
    return digest_text(sha1(body, usedforsecurity=False).digest())


def digest_text(digest: bytes) -> str:
    """A SHA-1 digest as WARC records state it."""
    number = int.from_bytes(digest, "big")
    return "sha1:" + "".join([_PAIRS[number >> place & 1023] for place in _PLACES])


def _response(exchange: Exchange) -> Record:
    status, begin = status_of(exchange.response), body_at(exchange.response)
    original = exchange.original
    is_unmodified = status == 304 and original is not None
    block = exchange.response
    fields = [("WARC-IP-Address", exchange.ip)] if exchange.ip else []
    if not is_unmodified:
        known = exchange.digest
        stated = digest_text(known) if known else payload_digest(exchange.response[begin:])
        fields.append(("WARC-Payload-Digest", stated))
    if original is not None:
        block = exchange.response[:begin]
        fields += [
            ("WARC-Profile", NOT_MODIFIED if is_unmodified else SAME_PAYLOAD),
            ("WARC-Refers-To-Target-URI", original.url),
            ("WARC-Refers-To-Date", f"{original.fetched_at:%Y-%m-%dT%H:%M:%SZ}"),
        ]
        if original.record_id:
            fields.append(("WARC-Refers-To", original.record_id))
    fields.append((_BLOCK_DIGEST, payload_digest(block)))
    kind = "response" if original is None else "revisit"
    return _record(exchange, kind, "application/http; msgtype=response", block, tuple(fields))


def _beside(
    exchange: Exchange, first: Record, kind: str, media_type: str, block: bytes
) -> Record:
    fields = (("WARC-Concurrent-To", first.record_id), (_BLOCK_DIGEST, payload_digest(block)))
    return _record(exchange, kind, media_type, block, fields)


def _record(
    exchange: Exchange,
    kind: str,
    media_type: str,
    block: bytes,
    fields: tuple[tuple[str, str], ...],
) -> Record:
    # The digest of the block comes last.
    name = f"{kind} {exchange.url} {exchange.fetched_at.isoformat()} {fields[-1][1]}"
    return Record(
        url=exchange.url,
        fetched_at=exchange.fetched_at,
        kind=kind,
        record_id=f"<urn:uuid:{_uuid(name)}>",
        content_type=media_type,
        block=block,
        fields=fields,
    )


def _uuid(name: str) -> str:
    """The UUID of version 5 of a name among addresses; RFC 9562, section 5.5."""
    text = sha1(_ADDRESSES + name.encode(), usedforsecurity=False).hexdigest()
    variant = "89ab"[int(text[16], 16) & 3]
    return f"{text[:8]}-{text[8:12]}-5{text[13:16]}-{variant}{text[17:20]}-{text[20:32]}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
