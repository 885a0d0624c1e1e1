"""The index of an archive file: one CDXJ line for each capture.

A line is a sort key, a 14-digit instant and a JSON object, so that any tool that knows CDXJ
can look up a URL, and ``sort`` keeps the lines in order.

Source:
    The CDXJ format of pywb and of Common Crawl's index, with ``mime-detected`` as
    Common Crawl has it, and three further JSON keys: ``block``, ``payload`` (bytes) and
    ``fetched_at`` (to the microsecond).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from urllib.parse import urlsplit

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One capture as the index knows it.

    Attributes:
        url, fetched_at, kind, status, media_type, block_digest: as for ``Capture``.
        payload_digest: as the source states it, or ``sha1:`` and Base32 over the body as it
            was received.
        payload_bytes: size of the payload after decoding.
        detected: media type that the payload shows, or ``""`` where it shows none.
        file: name of the archive file.
        offset, length: where its gzip member stands in that file.
    """

    url: str
    fetched_at: datetime
    kind: str
    status: int
    media_type: str
    payload_digest: str
    block_digest: str
    payload_bytes: int
    file: str
    offset: int
    length: int
    detected: str = ""


def identity_of(url: str, fetched_at: datetime, kind: str, block_digest: str) -> str:
    """32 hex digits that tell captures apart: those with the same are one capture."""
    instant = (fetched_at - _EPOCH) // _MICROSECOND
    text = f"{url}\n{instant}\n{kind}\n{block_digest}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def row_identity(row: Row) -> str:
    """The identity of the capture that a row points to."""
    return identity_of(row.url, row.fetched_at, row.kind, row.block_digest)


def line(row: Row) -> str:
    """The index line of ``row``, without line end."""
    fields = {
        "url": row.url,
        "mime": row.media_type,
        "mime-detected": row.detected,
        "status": str(row.status),
        "digest": row.payload_digest,
        "length": str(row.length),
        "offset": str(row.offset),
        "filename": row.file,
        "kind": row.kind,
        "block": row.block_digest,
        "payload": str(row.payload_bytes),
        "fetched_at": str((row.fetched_at - _EPOCH) // _MICROSECOND),
    }
    return f"{surt(row.url)} {row.fetched_at:%Y%m%d%H%M%S} {json.dumps(fields)}"


def row(text: str) -> Row:
    """The row that an index line states.

    Raises:
        ValueError: the line is no line of ours.
    """
    brace = text.find("{")
    try:
        fields: dict[str, str] = json.loads(text[brace:])
        return Row(
            url=fields["url"],
            fetched_at=_EPOCH + int(fields["fetched_at"]) * _MICROSECOND,
            kind=fields["kind"],
            status=int(fields["status"]),
            media_type=fields["mime"],
            payload_digest=fields["digest"],
            block_digest=fields["block"],
            payload_bytes=int(fields["payload"]),
            file=fields["filename"],
            offset=int(fields["offset"]),
            length=int(fields["length"]),
            detected=fields.get("mime-detected", ""),
        )
    except (KeyError, TypeError, OverflowError) as error:
        raise ValueError(f"no index line: {error}") from None


def surt(url: str) -> str:
    """The sort-friendly form of an address: host reversed, then port, path and query.

    Unlike the canonical form of other tools it keeps the case of the path and the order of
    the query, so two addresses share a key only if they name the same resource.

    Example:
        >>> surt("https://www.Example.org:8443/a?b=1")
        'org,example,www:8443)/a?b=1'
    """
    parts = urlsplit(url)
    host = ",".join(reversed((parts.hostname or "").split(".")))
    port = parts.port
    if port is not None and port != _DEFAULT_PORTS.get(parts.scheme):
        host += f":{port}"
    query = f"?{parts.query}" if parts.query else ""
    return f"{host}){parts.path or '/'}{query}".replace(" ", "%20")
