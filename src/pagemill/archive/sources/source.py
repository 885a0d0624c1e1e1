"""What every kind of source offers: items in a fixed order, from any cursor on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import NamedTuple, Protocol

from pagemill.archive.address import address, shortened
from pagemill.archive.warc import RECORD_LIMIT, instant
from pagemill.errors import DocumentError, UsageError
from pagemill.model.capture import Damage, Record, Reject

_STATUS = re.compile(r"[0-9]{3}")


class UnreadableError(UsageError):
    """A source of which nothing is left: damage of an input, also when it comes alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOptions:
    """How sources are read.

    Attributes:
        mirror: a folder is a mirror as wget lays it out, ``host/path``; its pages get http
            addresses instead of file addresses.
        record_limit: bytes of the largest page or record that is loaded.
        match: which captures of an index are wanted: an address, ``HOST/PATH*`` or
            ``*.HOST``; all where it is empty.
        base: folder or address that the file names of an index belong to.
    """

    mirror: bool = False
    record_limit: int = RECORD_LIMIT
    match: str = ""
    base: str = ""


class Item(NamedTuple):
    """One thing that a source holds.

    ``cursor`` is where to go on reading once this item has been dealt with. Cursors never
    decrease; what they count depends on the kind of source. In a WARC member that holds
    several records all of them have its start as their cursor, so after a stop some may be
    given again, but none is left out.
    """

    cursor: int
    found: Record | Reject | Damage


class Source(Protocol):
    """An opened source."""

    kind: str

    @property
    def path(self) -> Path | str:
        """Its file or folder, or its address."""
        ...

    def read(self, start: int = 0) -> Iterator[Item]:
        """Every item from the cursor ``start`` on, always in the same order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRow:
    """One row of a table of pages, before anything in it is believed."""

    url: object
    html: object
    fetched_at: object
    content_type: object
    status: object


def page_record(row: PageRow, *, default_at: datetime, where: str) -> Record | Reject:
    """The record for a row of ``url`` and ``html``, or why there is none.

    A row with a status becomes a ``response`` whose HTTP header states status and media
    type; one without becomes a ``resource``. Text is stored as UTF-8 and says so.
    """
    if not isinstance(row.url, str) or not row.url.strip():
        return Reject(url="", reason="no url", detail=where)
    try:
        url = address(row.url)
    except DocumentError as error:
        return Reject(url="", reason=error.reason, detail=f"{where}: {error.detail}")
    body = _body(row.html)
    if body is None:
        return Reject(url=url, reason="no html", detail=where)
    at = default_at if row.fetched_at in (None, "") else fetched_at(row.fetched_at)
    if at is None:
        detail = f"{where}: {shortened(str(row.fetched_at))}"
        return Reject(url=url, reason="unusable date", detail=detail)
    media_type = _media_type(row)
    status = _status(row.status)
    if status is None:
        return Record(
            url=url,
            fetched_at=at,
            kind="resource",
            record_id="",
            content_type=media_type,
            block=body,
        )
    head = f"HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\n\r\n"
    return Record(
        url=url,
        fetched_at=at,
        kind="response",
        record_id="",
        content_type="application/http; msgtype=response",
        block=head.encode() + body,
    )


def fetched_at(value: object) -> datetime | None:
    """The UTC instant of a date cell: an instant or a day, its text, or seconds since 1970."""
    if isinstance(value, datetime):
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
    if isinstance(value, date):
        return datetime.combine(value, time(), UTC)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value, UTC)
        except (ValueError, OverflowError, OSError):
            return None
    return _instant_of(value) if isinstance(value, str) else None


def _instant_of(text: str) -> datetime | None:
    found = instant(text)
    if found is not None:
        return found
    try:
        parsed = datetime.fromisoformat(text.strip())
        return parsed.astimezone(UTC) if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def modified_at(path: Path) -> datetime:
    """When the file was last changed: the best known instant for pages without one."""
    return datetime.fromtimestamp(int(path.stat().st_mtime), UTC)


def _body(html: object) -> bytes | None:
    if isinstance(html, str):
        return html.encode("utf-8", "replace")
    return html if isinstance(html, bytes) else None


def _media_type(row: PageRow) -> str:
    stated = row.content_type if isinstance(row.content_type, str) else ""
    stated = " ".join(stated.split()).encode("ascii", "ignore").decode() or "text/html"
    if not isinstance(row.html, str):
        return stated
    # Text was decoded by whoever made the table; another charset would be wrong by now.
    return f"{stated.partition(';')[0].strip()}; charset=utf-8"


def _status(value: object) -> int | None:
    if isinstance(value, str) and _STATUS.fullmatch(value.strip()):
        value = int(value)
    is_status = isinstance(value, int | float) and 100 <= value <= 999
    return int(value) if is_status and isinstance(value, int | float) else None
