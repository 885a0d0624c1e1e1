"""Read and write WARC records: versions 0.17 to 1.1, plain, gzip and Zstandard.

Reading never raises for what a file holds. Damage is a value among the records, and reading
goes on at the next member (compressed) or the next record header (plain). A record is given
only when a record follows it, or the sound end of its member or file, so nothing is made up
from damaged bytes.

Source:
    ISO 28500:2017 (WARC/1.1); the versions before it differ in details that are tolerated.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import blake2b, sha1
from typing import NamedTuple

from pagemill import native
from pagemill.archive.codec import codec_of, gunzipped, gzipped
from pagemill.archive.digest import Digests
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.member import (
    WARC_MAGIC,
    BrokenMemberError,
    Flow,
    Member,
    Members,
)
from pagemill.archive.params import FAST
from pagemill.model.capture import UNDATED, Damage, Record

RECORD_LIMIT = 64 << 20
CAPTURE_KINDS = frozenset({"response", "resource", "conversion", "revisit"})
BESIDE = frozenset({"request", "metadata"})
"""Records that stand beside a capture and say how it was made."""

CODEC_BY_NAME = {"gz": "gzip", "zst": "zstd", "lz4": "lz4"}

_LONGEST_HEADER = 1 << 16
_FIRST_LINE = re.compile(rb"WARC/\d\.\d+[ \t]*\r?\n")
_LINE_ENDS = re.compile(rb"[\r\n]*")
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(r"[0-9]{1,18}\Z")
_DATE = re.compile(
    r"(\d{4})-?(\d\d)-?(\d{2,3})[T ]?(\d\d):?(\d\d):?(\d\d)"
    r"(?:\.(\d{1,9})\d*)?\s*(Z|[+-]\d\d:?\d\d)?\Z",
    re.ASCII,
)
_FIELD = re.compile(r"\n([^:\n]*):[ \t]*([^\r\n]*)")
_FOLD = re.compile(r"(?<![ \t\r])[ \t\r]*\n[ \t]+")  # tried once in each run of blanks
_OWN = {
    spelt: name.lower()
    for name in (
        "WARC-Type",
        "WARC-Record-ID",
        "WARC-Date",
        "WARC-Target-URI",
        "Content-Type",
        "Content-Length",
    )
    for spelt in (name, name.lower())
}
_TAIL = 16
_PARTING = b"\r\n\r\n"


class Placed(NamedTuple):
    """What was found, and where.

    ``offset`` is the start of its member, or in a plain file of the record; ``end`` is a
    place from which reading can be taken up again without losing anything behind this.
    """

    offset: int
    end: int
    found: Record | Damage


class _Fault(NamedTuple):
    """Why no record could be taken, and how far behind its start to look for the next.

    The kind is empty where it is the member that is broken.
    """

    kind: str
    passed: int


class _Header(NamedTuple):
    """The header of a record; ``size`` is its own bytes, ``length`` those of the block."""

    kind: str
    length: int
    size: int
    url: str
    date: str
    record_id: str
    content_type: str
    others: tuple[tuple[str, str], ...]


def records(
    file: FileBytes, name: str, *, start: int = 0, limit: int = RECORD_LIMIT
) -> Iterator[Placed]:
    """Every record of a file in order, with the damage between them.

    Args:
        file: the file.
        name: what :class:`Damage` calls it.
        start: 0, or the ``end`` of an earlier :class:`Placed`. Inside a member of several
            records that is the member's start, so its records are given again.
        limit: bytes of the largest block that is loaded; a larger one is skipped and
            reported as damage ``"record over the limit"``.
    """
    head = file.at(0, 8)
    if not head:
        yield Placed(0, 0, Damage(file=name, offset=0, kind="empty file"))
        return
    codec = codec_of(head)
    if codec == "plain" and not head.startswith(WARC_MAGIC):
        # The first member is damaged: the name is the next best evidence.
        codec = CODEC_BY_NAME.get(name.rpartition(".")[2], codec)
    reader = _Reader(Members(file, codec), name, limit)
    reader.learn(start)
    yield from reader.records(start)


def record_at(data: bytes) -> Record | None:
    """The record that one member, compressed or not, consists of; None if there is none."""
    plain = data if data.startswith(WARC_MAGIC) else gunzipped(data)
    header = _header_at(plain, 0)
    if header is None or len(plain) < header.size + header.length:
        return None
    return _record(header, plain[header.size : header.size + header.length])


def written(record: Record) -> bytes:
    """``record`` as WARC/1.1 without compression; the same record gives the same bytes."""
    head = [
        "WARC/1.1",
        f"WARC-Type: {record.kind}",
        f"WARC-Record-ID: {record.record_id or _made_id(record)}",
        f"WARC-Date: {_date_text(record.fetched_at)}",
    ]
    if record.url:
        head.append(f"WARC-Target-URI: {record.url}")
    head.extend(f"{name}: {value}" for name, value in record.fields)
    if record.content_type:
        head.append(f"Content-Type: {record.content_type}")
    head.append(f"Content-Length: {len(record.block)}\r\n\r\n")
    return b"".join(("\r\n".join(head).encode(), record.block, b"\r\n\r\n"))


def member(record: Record, strength: str = FAST) -> bytes:
    """``record`` as one gzip member, without a time stamp in its header.

    Args:
        record: what to write.
        strength: one of :data:`pagemill.archive.params.STRENGTHS`.
    """
    return gzipped(written(record), strength)


def block_digest(block: bytes) -> str:
    """32 hex digits, BLAKE2b-128 of a record's block."""
    return blake2b(block, digest_size=16).hexdigest()


def instant(text: str) -> datetime | None:
    """The UTC instant that a date field states, in any of the forms found in archives.

    Besides ISO 8601 these are 14 digits, and the day of the year in place of the day of the
    month, as in the ClueWeb09 collection. More digits than microseconds are cut off.

    Example:
        >>> instant("2008-10-294T05:21:46-0700")
        datetime.datetime(2008, 10, 20, 12, 21, 46, tzinfo=datetime.timezone.utc)
    """
    if len(text) == 20 and text[10] == "T" and text[19] == "Z":
        with suppress(ValueError):
            return datetime.fromisoformat(text)
    match = _DATE.match(text.strip())
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    micro = int((match[7] or "0").ljust(6, "0")[:6])
    clock = timedelta(
        hours=int(match[4]), minutes=int(match[5]), seconds=int(match[6]), microseconds=micro
    )
    try:
        midnight = datetime(year, 1, 1, tzinfo=UTC) + timedelta(days=day - 1)
        if len(match[3]) == 2:
            midnight = datetime(year, month, day, tzinfo=UTC)
        return midnight + clock - _zone(match[8])
    except (ValueError, OverflowError):
        return None


class _Reader:
    """Takes records out of one member after another."""

    def __init__(self, members: Members, name: str, limit: int) -> None:
        self._members = members
        self._name = name
        self._limit = limit
        self._digests = Digests(self._whatever)

    def learn(self, start: int) -> None:
        """Find out about this file's digests what reading up to ``start`` had shown."""
        for place in self.records(0) if start else ():
            if not self._digests.is_open or place.end >= start:
                break

    def _whatever(self) -> Iterator[Record]:
        """All records of the file, whatever their digests."""
        reader = _Reader(self._members, self._name, self._limit)
        reader._digests.ignore()
        return (place.found for place in reader.records(0) if isinstance(place.found, Record))

    def records(self, start: int) -> Iterator[Placed]:
        offset = start
        while True:
            try:
                member_ = self._members.open(offset)
            except BrokenMemberError as broken:
                after = self._members.next_after(offset)
                yield self._damage(offset, after, broken.kind)
                offset = after
                continue
            if member_ is None:
                return
            whole = member_.whole()
            record = self._sole(whole, member_) if whole else None
            if record is not None:
                after = member_.end()
                yield Placed(offset, after, record)
                offset = after
                continue
            flow = Flow(self._members, member_, whole)
            yield from self._of_flow(flow)
            offset = flow.member.end()
            if flow.fault:
                offset = self._members.next_after(flow.member.offset, flow.member)
                yield self._damage(flow.member.offset, offset, flow.fault)

    def _sole(self, buffer: bytes, member: Member) -> Record | None:
        """The record that a sound member consists of: nearly always there is just one."""
        header = _plain_header(buffer, 0)
        if (
            header is None
            or header.length > self._limit
            or header.size + header.length + 4 != len(buffer)
            or not buffer.endswith(b"\r\n\r\n")
        ):
            return None
        block = buffer[header.size : -4]
        if not member.checked:
            if not self._digests.clear(header.kind, header.others, block):
                return None
        elif self._digests.is_open:
            self._digests.learn(header.kind, header.others, block)
        return _record(header, block, member.compressed())

    def _following(self, flow: Flow) -> tuple[_Header, int] | None:
        """The header at the present place of a record that another one follows, and its end.

        Only where all is as the standard says and loaded already; None says nothing.
        """
        buffer, at = flow.buffer, flow.at
        header = _plain_header(buffer, at)
        if header is None or header.length > self._limit:
            return None
        stop = at + header.size + header.length
        return (header, stop) if buffer.startswith(b"\r\n\r\nWARC/", stop) else None

    def _of_flow(self, flow: Flow) -> Iterator[Placed]:
        is_plain = self._members.codec == "plain"
        while _skip_line_ends(flow):
            offset = flow.offset()
            usual = self._following(flow) if is_plain else None
            if usual is not None:
                header, stop = usual
                block = flow.buffer[flow.at + header.size : stop]
                if self._digests.clear(header.kind, header.others, block):
                    begin, flow.at = flow.at, stop + 4
                    yield Placed(offset, offset + flow.at - begin, _record(header, block))
                    continue
            found = self._next(flow)
            if isinstance(found, Record):
                yield Placed(offset, flow.resume(), found)
                continue
            flow.at += found.passed
            if not _find_header(flow) and flow.fault:
                return
            if found.kind:  # otherwise the caller reports the broken member once
                yield self._damage(offset, flow.resume(), found.kind)

    def _next(self, flow: Flow) -> Record | _Fault:
        """The record at the present place, which is left behind it; or what is wrong."""
        header = _header_ahead(flow)
        if header is None:
            return _Fault("no record header", 1)
        if header.length > self._limit:
            return self._skipped(flow, header)
        end = header.size + header.length
        flow.ensure(end + _TAIL)
        if not _ends_cleanly(flow, end):
            while _is_unfinished(flow, end) and flow.join():
                flow.ensure(end + _TAIL)
            fault = _tail_fault(flow, end)
            if fault:
                return _Fault(fault, header.size)
        begin = flow.at + header.size
        block = flow.buffer[begin : begin + header.length]
        if flow.is_certain(end):
            if self._digests.is_open:
                self._digests.learn(header.kind, header.others, block)
        elif flow.member.checked:
            return _Fault("", header.size)
        elif not self._digests.clear(header.kind, header.others, block):
            return _Fault("wrong digest", header.size)
        is_alone = flow.is_untouched and flow.buffer[begin + header.length :] == b"\r\n\r\n"
        flow.at += end
        _skip_line_ends(flow)
        return _record(header, block, flow.compressed() if is_alone else b"")

    def _skipped(self, flow: Flow, header: _Header) -> _Fault:
        if self._members.codec == "plain":
            target = flow.offset() + header.size + header.length
            tail = self._members.file.at(target, _TAIL)
            if target > self._members.file.size or _is_foreign(tail):
                return _Fault("wrong length", header.size)
        if not flow.skip(header.size + header.length):
            return _Fault("cut off", 0)
        return _Fault("record over the limit", 0)

    def _damage(self, offset: int, end: int, kind: str) -> Placed:
        return Placed(offset, end, Damage(file=self._name, offset=offset, kind=kind))


def _skip_line_ends(flow: Flow) -> bool:
    """Go behind line ends; whether anything follows them."""
    while True:
        if flow.at < len(flow.buffer):
            ends = _LINE_ENDS.match(flow.buffer, flow.at)
            flow.at = ends.end() if ends else flow.at
        if flow.at < len(flow.buffer):
            return True
        if not flow.ensure(1):
            return False


def _header_ahead(flow: Flow) -> _Header | None:
    """The header at the present place, loaded no further than needed."""
    wanted = 1024
    flow.ensure(wanted)
    end = _header_end(flow.buffer, flow.at)
    while end is None and not flow.ended and wanted < _LONGEST_HEADER:
        wanted *= 2
        flow.ensure(wanted)
        end = _header_end(flow.buffer, flow.at)
    if end is None and flow.join():
        return _header_ahead(flow)
    return None if end is None else _header(flow.buffer[flow.at : end[0]], end[1] - flow.at)


def _header_end(
    data: bytes, start: int, longest: int = _LONGEST_HEADER
) -> tuple[int, int] | None:
    """Where the header that starts at ``start`` ends, and where its block starts."""
    found = data.find(b"\r\n\r\n", start, start + longest)
    if found >= 0 and data.find(b"\n\n", start, found) < 0:
        return found, found + 4
    end = _HEADER_END.search(data, start, start + longest)
    return end.span() if end else None


def _may_begin(data: bytes, start: int) -> bool:
    """Whether a header may start here, told by looking no further than the next first line.

    So garbage made of first lines is gone through once, and not once for each of them.
    """
    if not _FIRST_LINE.match(data, start):
        return False
    again = _FIRST_LINE.search(data, start + 1, start + _LONGEST_HEADER)
    return again is None or _header_end(data, start, again.start() - start) is not None


def _ends_cleanly(flow: Flow, end: int) -> bool:
    """Whether the record is followed by what the standard says."""
    tail = flow.buffer[flow.at + end : flow.at + end + _TAIL]
    if tail == b"\r\n\r\n":
        return flow.ended and not flow.fault
    return tail.startswith(b"\r\n\r\nWARC/")


def _is_foreign(tail: bytes) -> bool:
    """Whether what follows a block shows that the block's length is wrong."""
    rest = tail.lstrip(b"\r\n")
    return bool(rest) and not rest.startswith(WARC_MAGIC) and tail[:4] != b"\r\n\r\n"


def _is_unfinished(flow: Flow, end: int) -> bool:
    """Whether the flow ends inside a record, so that it may run on in the next member."""
    if len(flow.buffer) - flow.at < end:
        return True
    rest = flow.buffer[flow.at + end :].lstrip(b"\r\n")
    return 0 < len(rest) < len(WARC_MAGIC) and WARC_MAGIC.startswith(rest)


def _tail_fault(flow: Flow, end: int) -> str:
    ahead = len(flow.buffer) - flow.at
    if ahead < end:
        return "cut off"
    tail = flow.buffer[flow.at + end : flow.at + end + _TAIL]
    if flow.fault and not tail.lstrip(b"\r\n").startswith(WARC_MAGIC):
        is_cut = flow.fault == "cut off" and len(tail) > 3
        return "" if is_cut and (_PARTING + WARC_MAGIC).startswith(tail) else flow.fault
    if _is_foreign(tail) or (
        not tail.lstrip(b"\r\n").startswith(WARC_MAGIC) and _swallows(flow, end)
    ):
        return "wrong length"
    return ""


def _swallows(flow: Flow, end: int) -> bool:
    """Whether garbage follows a block that holds a record: that of a record cut before it."""
    if flow.ended and not flow.buffer[flow.at + end :].strip(b"\r\n"):
        return False
    found = flow.buffer.find(WARC_MAGIC, flow.at + 1, flow.at + end)
    while found >= 0:
        is_first = _may_begin(flow.buffer, found)
        header = _header_at(flow.buffer, found) if is_first else None
        if header is not None and header.record_id:
            return True
        found = flow.buffer.find(WARC_MAGIC, found + 1, flow.at + end)
    return False


def _find_header(flow: Flow) -> bool:
    """Go to the next place that reads as a record header; False at the end of the flow."""
    while True:
        found = flow.buffer.find(WARC_MAGIC, flow.at)
        if found < 0:
            flow.at = max(flow.at, len(flow.buffer) - len(WARC_MAGIC) + 1)
            ahead = len(flow.buffer) - flow.at
            if flow.ensure(ahead + 1) == ahead:
                flow.at = len(flow.buffer)
                return False
            continue
        flow.at = found
        is_all = flow.ensure(_LONGEST_HEADER) >= _LONGEST_HEADER
        is_first = not is_all or _may_begin(flow.buffer, flow.at)
        header = _header_ahead(flow) if is_first else None
        # Pages may quote a record, so a header without id is not believed here.
        if header is not None and header.record_id:
            return True
        flow.at += 1


def _header_at(data: bytes, start: int) -> _Header | None:
    end = _header_end(data, start)
    return None if end is None else _header(data[start : end[0]], end[1] - start)


def _plain_header(data: bytes, start: int) -> _Header | None:
    """The header at ``start`` where lines end as the standard says; None says nothing."""
    if native.warc_header is not None:
        found = native.warc_header(data, start)
        if found is not None:
            return _Header._make(found)
    end = data.find(b"\r\n\r\n", start, start + _LONGEST_HEADER)
    return _header(data[start:end], end + 4 - start) if end > 0 else None


def _header(head: bytes, size: int) -> _Header | None:
    """The header made of the lines in ``head``, or None where they do not read as one."""
    if not _FIRST_LINE.match(head) or b"\0" in head or b"\n\n" in head:
        return None
    # A second first line shows that damage joined two headers.
    if head.find(WARC_MAGIC, 1) > 0 and _FIRST_LINE.search(head, 1):
        return None
    named: dict[str, str] = {}
    others: list[tuple[str, str]] = []
    for name, value in _fields(head):
        own = _OWN.get(name) or _OWN.get(name.lower())
        if own is None:
            others.append((name, value))
        elif own not in named:
            named[own] = value
    length = named.get("content-length", "")
    if "warc-type" not in named or not _LENGTH.match(length):
        return None
    return _Header(
        kind=named["warc-type"].lower(),
        length=int(length),
        size=size,
        url=named.get("warc-target-uri", ""),
        date=named.get("warc-date", ""),
        record_id=named.get("warc-record-id", ""),
        content_type=named.get("content-type", ""),
        others=tuple(others),
    )


def _fields(head: bytes) -> list[tuple[str, str]]:
    text = head.decode("utf-8", "replace")
    if "\n " in text or "\n\t" in text:
        text = _FOLD.sub(" ", text)
    found: list[tuple[str, str]] = _FIELD.findall(text)
    if " \r" in text or " :" in text or "\t" in text or " \n" in text:
        return [(name.strip(), value.strip()) for name, value in found]
    return found


def _record(header: _Header, block: bytes, member: bytes = b"") -> Record:
    return Record(
        url=header.url,
        fetched_at=instant(header.date) or UNDATED,
        kind=header.kind,
        record_id=header.record_id,
        content_type=header.content_type,
        block=block,
        fields=header.others,
        member=member,
    )


def _zone(text: str | None) -> timedelta:
    if not text or text == "Z":
        return timedelta(0)
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timedelta(minutes=minutes if text[0] == "+" else -minutes)


def _date_text(at: datetime) -> str:
    if at.year <= 999:
        return "0001-01-01T00:00:00Z"
    return f"{at.replace(tzinfo=None).isoformat()}Z"


def _made_id(record: Record) -> str:
    """An id that the same capture always gets."""
    digest = sha1(record.block, usedforsecurity=False).hexdigest()
    name = f"{record.url} {_date_text(record.fetched_at)} {digest}"
    return f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}>"
