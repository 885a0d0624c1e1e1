"""A capture: what one request for one URL came to, at one time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

UNDATED = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """One answer as it was received, before anything is decided about it.

    Attributes:
        url: absolute URL as it stands in the source, without user name and password.
        fetched_at: aware instant in UTC, whole microseconds.
        kind: WARC record type: ``response`` (an HTTP answer), ``resource`` (a file without
            HTTP), ``conversion`` (text made from an answer, as in WET), or ``revisit`` (the
            answer equalled an earlier one; no payload of its own).
        status: HTTP status; 0 where there was no HTTP.
        headers: HTTP header fields in order, names as received; empty without HTTP.
        media_type: media type with parameters as the server stated it, or ``""``. For a
            resource, that of the record.
        payload: the body after transfer and content decoding.
        block_digest: 32 hex digits, BLAKE2b-128 of the record's whole block; with URL, time
            and kind it tells captures apart.
    """

    url: str
    fetched_at: datetime
    kind: str
    status: int
    headers: tuple[tuple[str, str], ...]
    media_type: str
    payload: bytes
    block_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A capture as it lies in an archive: nothing decoded, nothing lost.

    Attributes:
        url: as for :class:`Capture`; ``""`` for records that belong to no URL.
        fetched_at: as for :class:`Capture`; :data:`UNDATED` where no usable date is stated.
        kind: WARC record type; besides those of a capture also ``request``, ``metadata``,
            ``warcinfo`` and whatever else a source holds.
        record_id: the source's ``WARC-Record-ID`` with its angle brackets, or ``""``.
        content_type: media type of the block, such as ``application/http; msgtype=response``.
        block: the record's bytes: HTTP header and body for an HTTP answer.
        fields: further named fields of the WARC header in their order, names as received.
        member: the gzip member that the record was read from, where it holds this record and
            nothing else; ``b""`` otherwise. It says the same once more, so it does not count
            when records are compared.
    """

    url: str
    fetched_at: datetime
    kind: str
    record_id: str
    content_type: str
    block: bytes
    fields: tuple[tuple[str, str], ...] = ()
    member: bytes = field(default=b"", compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """A place of a source file that could not be read; reading went on behind it.

    Attributes:
        file: the source's path, with the inner name for a file inside an archive.
        offset: bytes from the start of that file to the damaged member, record or line; -1
            where the file as a whole cannot be used.
        kind: short fixed wording, such as ``"cut off"``.
    """

    file: str
    offset: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reject:
    """One row or file of a source that was read but cannot become a capture.

    Attributes:
        url: its URL as far as it is known, else ``""``.
        reason: short fixed wording under which rejects are counted.
        detail: where it stands and what was found.
    """

    url: str
    reason: str
    detail: str
