"""From the block of a record to the answer a browser would have seen.

Nothing here raises for odd bytes: a line that is no header field is passed over, a body that
is not chunked though the header says so is taken as it is, and so is one that cannot be
decoded. Crawlers store bodies already joined or decoded under the original header, so the
header is a claim and the bytes are the evidence.

Source:
    RFC 9112 section 7.1 (chunked); RFC 9110 section 8.4 (content coding).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import NamedTuple

from pagemill.archive.codec import (
    ZSTD_MAGIC,
    BrotliDecoder,
    BrotliFault,
    ZstdFault,
    gunzipped_whole,
    zstd_reader,
)
from pagemill.archive.warc import block_digest
from pagemill.errors import DocumentError
from pagemill.model.capture import Capture, Record

PAYLOAD_LIMIT = 64 << 20

_STATUS = re.compile(rb"\s*HTTP/[0-9.]+[ \t]+(\d{3})(?!\d)")
_HEAD_END = re.compile(rb"\r?\n\r?\n|\n\r\n|\r\r")
_CHUNK_SIZE = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,16})[ \t]*(?:;[^\r\n]*)?\r\n")
_PIECE = 1 << 16
_MOST_CODINGS = 8  # more than a few are there to keep a reader busy

Headers = tuple[tuple[str, str], ...]


class Answer(NamedTuple):
    """An HTTP answer taken apart; ``status`` is 0 and ``headers`` empty without HTTP."""

    status: int
    headers: Headers
    body: bytes


class _TooLargeError(Exception):
    pass


def capture(record: Record, *, limit: int = PAYLOAD_LIMIT, digest: str = "") -> Capture:
    """The capture that ``record`` holds, its payload decoded.

    Args:
        record: a record of a kind that captures have, with an address and an instant.
        limit: bytes that the decoded payload may have.
        digest: the block's digest, where it is known already.

    Raises:
        DocumentError: the payload is larger than ``limit``.
    """
    return captured(record, taken_apart(record), limit=limit, digest=digest)


def taken_apart(record: Record) -> Answer:
    """The HTTP answer in a record; its whole block as the body where that is none."""
    return answer(record.block) if is_http(record) else Answer(0, (), record.block)


def captured(
    record: Record, got: Answer, *, limit: int = PAYLOAD_LIMIT, digest: str = ""
) -> Capture:
    """:func:`capture` of a record whose answer was taken apart already."""
    media_type = field(got.headers, "content-type") if got.status else record.content_type
    return Capture(
        url=record.url,
        fetched_at=record.fetched_at,
        kind=record.kind,
        status=got.status,
        headers=got.headers,
        media_type=media_type,
        payload=payload(got, limit=limit),
        block_digest=digest or block_digest(record.block),
    )


def is_http(record: Record) -> bool:
    """Whether the block starts with an HTTP header, as it says and as it looks."""
    if record.kind not in {"response", "revisit"}:
        return False
    return _STATUS.match(record.block[:64]) is not None


def answer(block: bytes) -> Answer:
    """Status, header fields and body of an HTTP answer."""
    end = _HEAD_END.search(block)
    head = block[: end.start()] if end else block
    body = block[end.end() :] if end else b""
    return Answer(status_of(block), _fields(head), body)


def status_of(block: bytes) -> int:
    """The status that an HTTP answer begins with; 0 where it does not."""
    status = _STATUS.match(block[:64])
    return int(status[1]) if status else 0


def body_at(block: bytes) -> int:
    """Where the body of an HTTP answer begins."""
    end = _HEAD_END.search(block)
    return end.end() if end else len(block)


def field(headers: Headers, name: str) -> str:
    """The value of the first field called ``name`` (lower case), or ``""``."""
    return next((value for key, value in headers if key.lower() == name), "")


def payload(got: Answer, *, limit: int = PAYLOAD_LIMIT) -> bytes:
    """The body after transfer and content decoding.

    Raises:
        DocumentError: it is larger than ``limit`` bytes.
    """
    body = got.body
    if "chunked" in _all(got.headers, "transfer-encoding"):
        body = joined_chunks(body)
    codings = _all(got.headers, "content-encoding").split(",")
    known = [c.strip() for c in codings if c.strip() in _DECODERS]
    for coding in known[: -_MOST_CODINGS - 1 : -1]:
        decode = _DECODERS[coding]
        if not body:
            break
        try:
            body = decode(body, limit)
        except _TooLargeError:
            raise DocumentError(
                "payload over the limit", f"more than {limit} bytes after decoding {coding}"
            ) from None
    if len(body) > limit:
        raise DocumentError("payload over the limit", f"{len(body)} bytes, limit {limit}")
    return body


def joined_chunks(body: bytes) -> bytes:
    r"""The chunks of ``body`` joined, or ``body`` itself where it is not chunked.

    A chunk that the end cuts short is kept, and so is what stands where no chunk starts.

    Example:
        >>> joined_chunks(b"3\r\nabc\r\n0000\r\n\r\n"), joined_chunks(b"<p>abc")
        (b'abc', b'<p>abc')
    """
    parts: list[bytes] = []
    at = 0
    while at < len(body):
        size_line = _CHUNK_SIZE.match(body, at, at + 4096)
        size = int(size_line[1], 16) if size_line else -1
        if size_line is None or _is_text(body, size_line.end(), size, first=at == 0):
            # Joined already, or by a writer that stopped chunking halfway: keep the bytes.
            parts.append(body[at:])
            break
        if size == 0:
            break
        end = size_line.end() + size
        parts.append(body[size_line.end() : end])
        at = end + (2 if body[end : end + 2] == b"\r\n" else 1)
    return b"".join(parts)


def _is_text(body: bytes, begin: int, size: int, *, first: bool) -> bool:
    """Whether what reads as a chunk of ``size`` bytes from ``begin`` on cannot be one."""
    if size == 0:
        return first and bool(body[begin:].strip())
    return body[begin + size : begin + size + 1] not in {b"", b"\r", b"\n"}


def _fields(head: bytes) -> Headers:
    fields: list[tuple[str, str]] = []
    folded: list[str] = []
    for line in head.splitlines()[1:]:
        if line[:1] in {b" ", b"\t"} and fields:
            folded.append(_text(line).strip())
            continue
        _unfold(fields, folded)
        name, colon, value = _text(line).partition(":")
        if colon and name.strip():
            fields.append((name.strip(), value.strip()))
    _unfold(fields, folded)
    return tuple(fields)


def _unfold(fields: list[tuple[str, str]], folded: list[str]) -> None:
    """Join the lines that go on with the last field to it, all at once."""
    if folded:
        name, value = fields[-1]
        fields[-1] = (name, " ".join(filter(None, (value, *folded))))
        folded.clear()


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _all(headers: Headers, name: str) -> str:
    return ",".join(value.lower() for key, value in headers if key.lower() == name)


def _inflated(body: bytes, wbits: int, limit: int) -> bytes | None:
    """``body`` inflated as far as it goes; None where it does not even start."""
    parts: list[bytes] = []
    size = 0
    while body:
        decoder = zlib.decompressobj(wbits)
        feed = body
        while feed and not decoder.eof:
            try:
                part = decoder.decompress(feed, _PIECE)
            except zlib.error:
                return b"".join(parts) if size else None
            size += len(part)
            if size > limit:
                raise _TooLargeError
            parts.append(part)
            feed = decoder.unconsumed_tail
        body = decoder.unused_data if wbits == 31 else b""
    return b"".join(parts)


def _gunzipped(body: bytes, limit: int) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body
    # Nearly always it is one sound member, of which the end says how much it holds.
    whole = gunzipped_whole(body, limit)
    return _or_same(_inflated(body, 31, limit), body) if whole is None else whole


def _deflated(body: bytes, limit: int) -> bytes:
    # "deflate" means the zlib format; many servers sent bare deflate.
    plain = _inflated(body, 15, limit)
    return _or_same(_inflated(body, -15, limit) if plain is None else plain, body)


def _unbrotlied(body: bytes, limit: int) -> bytes:
    decoder = BrotliDecoder(body, _PIECE)
    return _gathered(decoder.more, BrotliFault, limit) or body


def _unzstded(body: bytes, limit: int) -> bytes:
    if not body.startswith(ZSTD_MAGIC):
        return body
    reader = zstd_reader(body, across_frames=True)
    return _gathered(lambda: reader.read(_PIECE), ZstdFault, limit) or body


def _gathered(more: Callable[[], bytes], fault: type[Exception], limit: int) -> bytes:
    """All pieces that ``more`` gives before its end or its first fault."""
    parts: list[bytes] = []
    size = 0
    try:
        while part := more():
            size += len(part)
            if size > limit:
                raise _TooLargeError
            parts.append(part)
    except fault:
        pass  # what came before the damage is kept
    return b"".join(parts)


def _or_same(decoded: bytes | None, body: bytes) -> bytes:
    return body if decoded is None else decoded


_DECODERS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "deflate": _deflated,
    "br": _unbrotlied,
    "zstd": _unzstded,
}
