"""WARC files by hand: bytes are put together and taken apart here, with zlib alone."""

from __future__ import annotations

import gzip
import hashlib
import uuid
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CONTENT_TYPES = {
    "response": "application/http; msgtype=response",
    "request": "application/http; msgtype=request",
    "revisit": "application/http; msgtype=response",
    "warcinfo": "application/warc-fields",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record as it was read: its header fields (names in lower case) and its block."""

    fields: dict[str, str]
    block: bytes

    @property
    def kind(self) -> str:
        """Return the record type."""
        return self.fields.get("warc-type", "")

    @property
    def url(self) -> str:
        """Return the target, without the angle brackets of some writers."""
        return self.fields.get("warc-target-uri", "").strip("<>")

    @property
    def payload(self) -> bytes:
        """Return the body, freed of what HTTP did to it."""
        if "application/http" not in self.fields.get("content-type", ""):
            return self.block
        head, _, body = self.block.partition(b"\r\n\r\n")
        lowered = head.lower()
        if b"\ntransfer-encoding: chunked" in lowered:
            body = _joined(body)
        if b"\ncontent-encoding: gzip" in lowered:
            body = gzip.decompress(body)
        return body


def http_answer(
    payload: bytes,
    content_type: str = "text/html; charset=utf-8",
    status: str = "200 OK",
    extra: tuple[tuple[str, str], ...] = (),
) -> bytes:
    """Return the bytes of an HTTP answer."""
    fields = [("Content-Type", content_type), ("Content-Length", str(len(payload))), *extra]
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields if value)
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode("latin-1") + payload


def record(
    kind: str,
    url: str,
    block: bytes,
    date: str,
    extra: tuple[tuple[str, str], ...] = (),
) -> bytes:
    """Return one WARC record, uncompressed; equal arguments give equal bytes."""
    name = uuid.UUID(bytes=hashlib.md5(f"{kind} {url} {date}".encode() + block).digest())  # noqa: S324
    fields = [
        ("WARC-Type", kind),
        ("WARC-Record-ID", f"<urn:uuid:{name}>"),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("Content-Type", CONTENT_TYPES.get(kind, "text/html")),
        *extra,
        ("Content-Length", str(len(block))),
    ]
    lines = "".join(f"{key}: {value}\r\n" for key, value in fields if value)
    return f"WARC/1.0\r\n{lines}\r\n".encode() + block + b"\r\n\r\n"


def member(data: bytes) -> bytes:
    """Return the data as one gzip member without a time stamp."""
    return gzip.compress(data, compresslevel=6, mtime=0)


def write(path: Path, records: Iterable[bytes]) -> Path:
    """Write records, one gzip member each where the name ends in ``.gz``."""
    is_gzip = path.suffix == ".gz"
    with path.open("wb") as out:
        for data in records:
            out.write(member(data) if is_gzip else data)
    return path


def members(data: bytes) -> Iterator[bytes]:
    """Yield the content of each gzip member; a damaged rest yields what can be read of it."""
    while data:
        unzip = zlib.decompressobj(31)
        try:
            content = unzip.decompress(data)
        except zlib.error:
            return
        yield content
        if not unzip.eof:
            return
        data = unzip.unused_data


def records(path: Path) -> list[Record]:
    """Read every record of a WARC file, plain, gzip or zstd."""
    data = path.read_bytes()
    if data.startswith(b"\x1f\x8b"):
        data = b"".join(members(data))
    elif data.startswith(b"\x28\xb5\x2f\xfd"):
        import zstandard  # noqa: PLC0415

        data = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    return list(_parsed(data))


def captures(folder_or_file: Path) -> list[Record]:
    """Read the records that hold an answer or a document, in all WARC files found."""
    files = [folder_or_file]
    if folder_or_file.is_dir():
        files = sorted(file for file in folder_or_file.rglob("*.warc*") if file.is_file())
    kinds = ("response", "resource", "conversion", "revisit")
    return [found for file in files for found in records(file) if found.kind in kinds]


def _parsed(data: bytes) -> Iterator[Record]:
    position = 0
    while True:
        while data[position : position + 2] == b"\r\n":
            position += 2
        if position >= len(data):
            return
        end = data.index(b"\r\n\r\n", position)
        lines = data[position:end].decode("utf-8").split("\r\n")
        assert lines[0].startswith("WARC/1."), lines[0]
        pairs = (line.partition(":") for line in lines[1:])
        fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
        position = end + 4 + int(fields["content-length"])
        block = data[end + 4 : position]
        assert len(block) == int(fields["content-length"]), "record is cut"
        yield Record(fields=fields, block=block)


def _joined(body: bytes) -> bytes:
    """Join chunks; a body that is not chunked, whatever its header says, stays as it is."""
    parts: list[bytes] = []
    position = 0
    while True:
        end = body.find(b"\r\n", position)
        try:
            size = int(body[position:end].split(b";")[0], 16)
        except ValueError:
            return body
        if size == 0:
            return b"".join(parts)
        parts.append(body[end + 2 : end + 2 + size])
        position = end + 2 + size + 2
