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
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

from pagemill import native

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_INSTANT = re.compile(r"\d{1,17}\Z")
_LETTERS = {
    len(text.split()): text.split()
    for text in (
        "N b a m s k r M S V g",
        "N b a m s k r M V g",
        "N b a m s k r V g",
    )
}
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
        role: ``requisite`` for what a page is shown with and is no page itself; or ``""``.
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
    role: str = ""


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
    # Written out: a line is made for every record that is stored.
    fields = (
        f'"url": {_quoted(row.url)}, "mime": {_quoted(row.media_type)}, '
        f'"mime-detected": {_quoted(row.detected)}, "status": "{row.status}", '
        f'"digest": {_quoted(row.payload_digest)}, "length": "{row.length}", '
        f'"offset": "{row.offset}", "filename": {_quoted(row.file)}, '
        f'"kind": {_quoted(row.kind)}, "block": "{row.block_digest}", '
        f'"payload": "{row.payload_bytes}", '
        f'"fetched_at": "{(row.fetched_at - _EPOCH) // _MICROSECOND}"'
    )
    if row.role:
        fields += f', "role": {_quoted(row.role)}'
    return f"{surt(row.url)} {row.fetched_at:%Y%m%d%H%M%S} {{{fields}}}"


_NOWHERE = '"offset": "0", "filename": ""'


def placed(text: str, file: str, offset: int) -> str:
    """The line of a record that had no place yet (no file, offset 0), now that it has one."""
    # In a string of JSON a quotation mark is escaped: what is found is never inside one.
    return text.replace(_NOWHERE, f'"offset": "{offset}", "filename": "{file}"', 1)


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
            role=fields.get("role", ""),
        )
    except (KeyError, TypeError, OverflowError) as error:
        raise ValueError(f"no index line: {error}") from None


class Place(NamedTuple):
    """Where a capture stands, as an index line of any writer says it.

    ``length`` is 0 where the line does not tell it; ``instant`` is 14 digits or fewer.
    """

    key: str
    instant: str
    url: str
    file: str
    offset: int
    length: int


def is_legend(text: str) -> bool:
    """Whether a line names the columns of a CDX file."""
    return text.lstrip().startswith("CDX ")


def place(text: str, legend: str = "") -> Place | None:
    """The place that a line of CDX or CDXJ states, or None where it states none.

    Args:
        text: the line.
        legend: the first line of a CDX file, which names its columns by letters; without it
            they are those of 11, 10 or 9 columns that are in use.

    Example:
        >>> place('org,a)/ 20260101000000 {"url": "http://a.org/", "offset": "7", '
        ...       '"length": "9", "filename": "a.warc.gz"}').offset
        7
    """
    if "{" in text:
        return _json_place(text)
    fields = text.split()
    letters = legend.split()[1:] or _LETTERS.get(len(fields), [])
    if len(letters) != len(fields):
        return None
    found = dict(zip(letters, fields, strict=True))
    number = found.get("V", found.get("v", ""))
    if not number.isdecimal() or "g" not in found or not _INSTANT.match(found.get("b", "")):
        return None
    length = found.get("S", "")
    return Place(
        key=found.get("N", ""),
        instant=found["b"],
        url=found.get("a", ""),
        file=found["g"],
        offset=int(number[:18]),
        length=int(length[:18]) if length.isdecimal() else 0,
    )


def _json_place(text: str) -> Place | None:
    key, _, rest = text.strip().partition(" ")
    instant, _, body = rest.partition(" ")
    try:
        found: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    fields = {k: str(v) for k, v in cast("dict[str, Any]", found).items()}
    offset, length, file = (fields.get(name, "") for name in ("offset", "length", "filename"))
    if not (offset.isdecimal() and file and _INSTANT.match(instant)):
        return None
    return Place(
        key=key,
        instant=instant,
        url=fields.get("url", ""),
        file=file,
        offset=int(offset[:18]),
        length=int(length[:18]) if length.isdecimal() else 0,
    )


def surt(url: str) -> str:
    """The sort-friendly form of an address: host reversed, then port, path and query.

    Unlike the canonical form of other tools it keeps the case of the path and the order of
    the query, so two addresses share a key only if they name the same resource.

    Example:
        >>> surt("https://www.Example.org:8443/a?b=1")
        'org,example,www:8443)/a?b=1'
    """
    name = native.plain_host(url) if native.plain_host is not None else None
    if name is not None and url[-1] != "?":
        # One spelling only: nothing has to be taken apart.
        begin = url.index("//") + 2 + len(name)
        return f"{','.join(reversed(name.split('.')))}{url[begin:].replace('/', ')/', 1)}"
    parts = urlsplit(url)
    host = ",".join(reversed((parts.hostname or "").split(".")))
    port = parts.port
    if port is not None and port != _DEFAULT_PORTS.get(parts.scheme):
        host += f":{port}"
    query = f"?{parts.query}" if parts.query else ""
    key = f"{host}){parts.path or '/'}{query}".replace(" ", "%20")
    # Lines that begin with an exclamation mark are remarks.
    return "%21" + key[1:] if key.startswith("!") else key
