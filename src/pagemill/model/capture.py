"""A capture: what one request for one URL came to, at one time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


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
