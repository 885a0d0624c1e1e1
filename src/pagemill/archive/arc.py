"""Read ARC files, versions 1 and 2: what web archives were before WARC.

A record is one line (address, IP, 14 digits of time, media type, in version 2 five more
fields, length) and a block of that length. The line is all there is to tell a record from
garbage, so it has to match closely, and a record counts only if another one follows it, or
the sound end of its member or file.

Source:
    The ARC file format of the Internet Archive (1996), and what its writers made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pagemill.archive.codec import codec_of
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.member import BrokenMemberError, Flow, Members
from pagemill.archive.warc import CODEC_BY_NAME, RECORD_LIMIT, Placed, instant
from pagemill.model.capture import UNDATED, Damage, Record

ARC_MAGIC = b"filedesc:"

_LONGEST_LINE = 1 << 14
_MOST_FIELDS = 14  # from the end of the line, the address not counted
_SCHEME = re.compile(rb"(?:https?|ftp|file|dns|filedesc|warcinfo|whois|nntp|news|gopher):")
_IP = re.compile(rb"[0-9A-Fa-f.:]{1,45}|-")
_DATE = re.compile(rb"\d{8,17}")
_LENGTH = re.compile(rb"\d{1,15}")
_BLANKS = re.compile(rb"[\r\n]*")
_HTTP = re.compile(rb"\s*HTTP/[0-9.]+[ \t]")


class _Line(NamedTuple):
    """The line that opens a record."""

    size: int
    length: int
    url: str
    ip: str
    date: str
    media_type: str


class _Fault(NamedTuple):
    kind: str
    passed: int


def begins_arc(content: bytes) -> bool:
    """Whether an ARC record may start here, line ends aside."""
    content = content.lstrip(b"\r\n")
    return content.startswith(ARC_MAGIC) or _line_at(content, 0) is not None


def records(
    file: FileBytes, name: str, *, start: int = 0, limit: int = RECORD_LIMIT
) -> Iterator[Placed]:
    """Every record of an ARC file in order, with the damage between them.

    Args:
        file: the file.
        name: what :class:`Damage` calls it.
        start: 0, or the ``end`` of an earlier :class:`Placed`.
        limit: bytes of the largest block that is loaded.
    """
    head = file.at(0, 8)
    if not head:
        yield Placed(0, 0, Damage(file=name, offset=0, kind="empty file"))
        return
    codec = codec_of(head)
    if codec == "plain" and not file.at(0, 512).lstrip(b"\r\n").startswith(ARC_MAGIC):
        codec = CODEC_BY_NAME.get(name.rpartition(".")[2], codec)
    yield from _Reader(Members(file, codec, begins_arc), name, limit).records(start)


class _Reader:
    """Takes records out of one member after another."""

    def __init__(self, members: Members, name: str, limit: int) -> None:
        self._members = members
        self._name = name
        self._limit = limit

    def records(self, start: int) -> Iterator[Placed]:
        offset = start
        while True:
            try:
                member = self._members.open(offset)
            except BrokenMemberError as broken:
                after = self._members.next_after(offset)
                yield self._damage(offset, after, broken.kind)
                offset = after
                continue
            if member is None:
                return
            flow = Flow(self._members, member, member.whole())
            yield from self._of_flow(flow)
            offset = flow.member.end()
            if flow.fault:
                offset = self._members.next_after(flow.member.offset, flow.member)
                yield self._damage(flow.member.offset, offset, flow.fault)

    def _of_flow(self, flow: Flow) -> Iterator[Placed]:
        while _skip_blanks(flow):
            offset = flow.offset()
            found = self._next(flow)
            if isinstance(found, Record):
                yield Placed(offset, flow.resume(), found)
                continue
            flow.at += found.passed
            if not _find_line(flow) and flow.fault:
                return
            if found.kind:  # otherwise the caller reports the broken member once
                yield self._damage(offset, flow.resume(), found.kind)

    def _next(self, flow: Flow) -> Record | _Fault:
        line = _line_ahead(flow)
        if line is None:
            return _Fault("no record header", 1)
        if line.length > self._limit:
            return self._skipped(flow, line)
        end = line.size + line.length
        ahead = flow.ensure(end + _LONGEST_LINE)
        while ahead < end and flow.join():
            ahead = flow.ensure(end + _LONGEST_LINE)
        fault = _tail_fault(flow, line)
        if fault:
            return _Fault(fault, line.size)
        if flow.member.checked and not flow.is_certain(end):
            return _Fault("", line.size)
        block = flow.buffer[flow.at + line.size : flow.at + end]
        flow.at += end
        _skip_blanks(flow)
        return _record(line, block)

    def _skipped(self, flow: Flow, line: _Line) -> _Fault:
        """Pass over a block that is too large to be loaded, if its length is to be believed."""
        if self._members.codec == "plain":
            file, target = self._members.file, flow.offset() + line.size + line.length
            tail = file.at(target, _LONGEST_LINE).lstrip(b"\r\n")
            if target > file.size or (tail and _line_at(tail, 0) is None):
                return _Fault("wrong length", line.size)
        is_there = flow.skip(line.size + line.length)
        return _Fault("record over the limit" if is_there else "cut off", 0)

    def _damage(self, offset: int, end: int, kind: str) -> Placed:
        return Placed(offset, end, Damage(file=self._name, offset=offset, kind=kind))


def _skip_blanks(flow: Flow) -> bool:
    """Go behind line ends; whether anything follows them."""
    while True:
        blanks = _BLANKS.match(flow.buffer, flow.at)
        flow.at = blanks.end() if blanks else flow.at
        if flow.at < len(flow.buffer):
            return True
        if not flow.ensure(1):
            return False


def _line_ahead(flow: Flow) -> _Line | None:
    flow.ensure(_LONGEST_LINE)
    line = _line_at(flow.buffer, flow.at)
    return _line_ahead(flow) if line is None and flow.join() else line


def _line_at(data: bytes, at: int) -> _Line | None:
    if not _SCHEME.match(data, at):
        return None
    end = data.find(b"\n", at, at + _LONGEST_LINE)
    return _line(data[at:end].rstrip().split(b" "), end + 1 - at) if end >= 0 else None


def _line(parts: list[bytes], size: int) -> _Line | None:
    """The line of these fields; addresses and media types may have blanks in them."""
    if not _LENGTH.fullmatch(parts[-1]):
        return None
    for place in range(max(2, len(parts) - _MOST_FIELDS), len(parts) - 2):
        if _DATE.fullmatch(parts[place]) and _IP.fullmatch(parts[place - 1]):
            behind = parts[place + 1 : -1]
            # Version 2: status, checksum, location, offset and file name follow the type.
            media_type = behind[:-5] if len(behind) >= 6 else behind
            return _Line(
                size=size,
                length=int(parts[-1]),
                url=b" ".join(parts[: place - 1]).decode("utf-8", "replace"),
                ip=parts[place - 1].decode(),
                date=parts[place].decode(),
                media_type=b" ".join(media_type).decode("utf-8", "replace"),
            )
    return None


def _tail_fault(flow: Flow, line: _Line) -> str:
    """What the bytes behind a block say against it, or ``""``."""
    end = flow.at + line.size + line.length
    if len(flow.buffer) < end:
        return "cut off"
    blanks = _BLANKS.match(flow.buffer, end)
    after = blanks.end() if blanks else end
    if after == len(flow.buffer):  # the end of the member, or damage
        return "" if flow.fault == "cut off" and flow.member.checked else flow.fault
    # A block need not end with a line, but the next one must begin with one.
    is_parted = after > end or flow.buffer[end - 1 : end] == b"\n"
    return "" if is_parted and _line_at(flow.buffer, after) else "wrong length"


def _find_line(flow: Flow) -> bool:
    """Go to the next line that opens a record; whether there is one."""
    while True:
        at = flow.at
        while at >= 0:
            if _line_at(flow.buffer, at):
                flow.at = at
                return True
            at = flow.buffer.find(b"\n", at) + 1 or -1
        if flow.ended:
            flow.at = len(flow.buffer)
            return False
        flow.at = max(flow.at, len(flow.buffer) - _LONGEST_LINE)
        flow.ensure(len(flow.buffer) - flow.at + 1)


def _record(line: _Line, block: bytes) -> Record:
    if line.url.startswith(("filedesc:", "warcinfo:")):
        kind, content_type = "warcinfo", line.media_type
    elif line.url.startswith("http") and _HTTP.match(block):
        kind, content_type = "response", "application/http; msgtype=response"
    else:
        kind, content_type = "resource", line.media_type
    fields = (("WARC-IP-Address", line.ip),) if line.ip not in {"-", "0.0.0.0"} else ()  # noqa: S104
    return Record(
        url="" if kind == "warcinfo" else line.url,
        fetched_at=instant(line.date[:14].ljust(14, "0")) or UNDATED,
        kind=kind,
        record_id="",
        content_type=content_type,
        block=block,
        fields=fields,
    )
