"""What the table of pages knows of one page, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One capture of a page, as its history tells it.

    Attributes:
        at: when it was made.
        url: its address as it stands in the archive.
        kind: WARC record type.
        status: HTTP status, 0 without HTTP.
        media_type: as the server stated it.
        change: ``new``, ``same``, ``changed`` or ``gone``, next to the version before.
        digest: of the payload.
        payload_bytes: size of the payload.
        etag: validator for a conditional request, or ``""``.
        last_modified: the other validator, or ``""``.
        file: archive file that it stands in.
        offset: where in that file.
        length: bytes there.
    """

    at: datetime
    url: str
    kind: str
    status: int
    media_type: str
    change: str
    digest: str
    payload_bytes: int
    etag: str
    last_modified: str
    file: str
    offset: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt of a crawl to fetch a page.

    Attributes:
        at: when it ended.
        outcome: ``fetched``, ``redirect``, ``failed``, ``refused``, ``slowed`` or ``later``.
        status: HTTP status, 0 without an answer.
        reason: why, in a short fixed wording, or ``""``.
        detail: what was found, or ``""``.
        took: seconds.
        target: where a redirect leads, or ``""``.
    """

    at: datetime
    outcome: str
    status: int
    reason: str
    detail: str
    took: float
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """What another page calls this one.

    Attributes:
        source: address of the page that links here.
        at: when that page was captured.
        texts: the texts of its links.
    """

    source: str
    at: datetime
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One row of the table of pages.

    Attributes:
        url: the page.
        key: key of its row.
        tablet: number of the tablet that the row is in.
        server: who had that tablet last.
        versions: its captures, newest first.
        anchors: what links here, by source, newest first.
        rows: derived table -> part and row where the page stands in it.
        attempts: what came of asking for it, newest first; none where no crawl did.
    """

    url: str
    key: str
    tablet: int
    server: str
    versions: tuple[Version, ...]
    anchors: tuple[Anchor, ...]
    rows: dict[str, str]
    attempts: tuple[Attempt, ...] = ()
