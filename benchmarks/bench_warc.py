"""How fast WARC files are read and written, next to FastWARC and warcio, interleaved.

    python benchmarks/bench_warc.py [--pages 2000] [--rounds 5] [--bytes 9000]

``--bytes`` cuts a stretch of so many bytes out of each page: what small records cost.

Every rival reads every block in full and looks at the same four header fields. Times are CPU
seconds, the best of all rounds; a ratio is our megabytes for each CPU second over theirs.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import zstandard

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.http import capture
from pagemill.archive.params import STRENGTHS
from pagemill.archive.store import Appender, Pointer, captures, read_captures
from pagemill.archive.warc import member, records, written
from pagemill.model.capture import Record

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).resolve().parents[2] / "shared"))
AT = datetime(2026, 1, 1, tzinfo=UTC)


def bodies(count: int, length: int = 0) -> list[bytes]:
    """Real pages, again and again with a changed number, so that no two are equal."""
    paths = sorted((SHARED / "data" / "pages").rglob("*.html*"))
    pages = [data for p in paths[:600] if len(data := p.read_bytes()) < 400_000]
    if not pages:
        sys.exit(f"no pages below {SHARED}/data/pages; set PAGEMILL_SHARED")
    pages = [gzip.decompress(d) if d[:2] == b"\x1f\x8b" else d for d in pages]
    if length:
        middles = [len(data) // 2 for data in pages]
        pages = [data[at : at + length] for at, data in zip(middles, pages, strict=True)]
        pages = [data for data in pages if len(data) == length]
    return [pages[n % len(pages)] + b"<!-- %d -->" % n for n in range(count)]


def record(number: int, body: bytes) -> Record:
    head = b"HTTP/1.1 200 OK\r\nServer: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return Record(
        url=f"http://host{number % 97}.example.org/page/{number}",
        fetched_at=AT + timedelta(seconds=number),
        kind="response",
        record_id="",
        content_type="application/http; msgtype=response",
        block=head + body,
    )


def ours(path: Path) -> int:
    with path.open("rb") as stream:
        return sum(len(p.found.block) for p in records(FileBytes(stream), path.name))


def ours_decoded(path: Path) -> int:
    with path.open("rb") as stream:
        return sum(len(capture(p.found).payload) for p in records(FileBytes(stream), path.name))


def fastwarc(path: Path) -> int:
    from fastwarc.warc import ArchiveIterator  # noqa: PLC0415

    size = 0
    with path.open("rb") as stream:
        for found in ArchiveIterator(stream, parse_http=False):
            fields = found.headers
            _ = fields.get("WARC-Target-URI"), fields.get("WARC-Date"), fields.get("WARC-Type")
            size += len(found.reader.read())
    return size


def fastwarc_decoded(path: Path) -> int:
    from fastwarc.warc import ArchiveIterator  # noqa: PLC0415

    size = 0
    with path.open("rb") as stream:
        for found in ArchiveIterator(stream, parse_http=True):
            fields = found.headers
            _ = fields.get("WARC-Target-URI"), fields.get("WARC-Date"), fields.get("WARC-Type")
            _ = found.http_headers.get("Content-Type") if found.http_headers else None
            size += len(found.reader.read())
    return size


def warcio(path: Path) -> int:
    from warcio.archiveiterator import ArchiveIterator  # noqa: PLC0415

    size = 0
    with path.open("rb") as stream:
        for found in ArchiveIterator(stream, no_record_parse=True):
            fields = found.rec_headers
            _ = fields.get_header("WARC-Target-URI"), fields.get_header("WARC-Date")
            size += len(found.raw_stream.read())
    return size


def write_ours(pages: list[Record]) -> int:
    return sum(len(member(page)) for page in pages)


def write_zlib(pages: list[Record]) -> int:
    size = 0
    for page in pages:
        compressor = zlib.compressobj(6, wbits=31)
        size += len(compressor.compress(written(page)) + compressor.flush())
    return size


def write_fastwarc(pages: list[Record]) -> int:
    from fastwarc import stream_io, warc  # noqa: PLC0415

    out = io.BytesIO()
    stream = stream_io.GzipWriter(out)
    for page in pages:
        made = warc.WarcRecord()
        made.init_headers(record_type=warc.response)
        made.headers["WARC-Target-URI"] = page.url
        made.set_bytes_content(page.block)
        made.write(stream)
    stream.close()
    return out.tell() if not out.closed else 0


def write_warcio(pages: list[Record]) -> int:
    from warcio.statusandheaders import StatusAndHeaders  # noqa: PLC0415
    from warcio.warcwriter import WARCWriter  # noqa: PLC0415

    out = io.BytesIO()
    writer = WARCWriter(out, gzip=True)
    for page in pages:
        head, _, body = page.block.partition(b"\r\n\r\n")
        fields = [tuple(line.split(": ", 1)) for line in head.decode().split("\r\n")[1:]]
        made = writer.create_warc_record(
            page.url,
            "response",
            payload=io.BytesIO(body),
            http_headers=StatusAndHeaders("200 OK", fields, protocol="HTTP/1.1"),
        )
        writer.write_record(made)
    return len(out.getvalue())


def race(rivals: dict[str, Callable[[], int]], size: int, rounds: int) -> None:
    best: dict[str, float] = {}
    result: dict[str, int] = {}
    for _ in range(rounds):
        for name, run in rivals.items():
            start = time.process_time()
            try:
                result[name] = run()
            except Exception as error:  # noqa: BLE001  a rival's failure is a result too
                print(f"    {name:22} failed: {type(error).__name__}: {error}")
                continue
            best[name] = min(best.get(name, 1e9), time.process_time() - start)
    first = next(iter(best.values()))
    for name, seconds in best.items():
        print(
            f"    {name:22} {size / seconds / 1e6:8.0f} MB/CPU-s"
            f"   ours/its {seconds / first:6.2f}   -> {result[name]:,}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--bytes", type=int, default=0)
    options = parser.parse_args()
    made = enumerate(bodies(options.pages, options.bytes))
    pages = [record(n, body) for n, body in made]
    size = sum(len(page.block) for page in pages)
    print(f"{len(pages)} pages, {size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        plain, zipped, zstd = root / "a.warc", root / "a.warc.gz", root / "a.warc.zst"
        plain.write_bytes(b"".join(map(written, pages)))
        zipped.write_bytes(b"".join(map(member, pages)))
        compressor = zstandard.ZstdCompressor(3)
        zstd.write_bytes(b"".join(compressor.compress(written(p)) for p in pages))
        for path in (plain, zipped, zstd):
            print(f"read {path.suffix[1:]}, ratio {size / path.stat().st_size:.2f}")
            rivals = {
                "pagemill": lambda p=path: ours(p),
                "fastwarc": lambda p=path: fastwarc(p),
            }
            if path is not zstd:
                rivals["warcio"] = lambda p=path: warcio(p)
            rivals_http = {
                "pagemill, decoded": lambda p=path: ours_decoded(p),
                "fastwarc, HTTP header": lambda p=path: fastwarc_decoded(p),
            }
            race(rivals, size, options.rounds)
            race(rivals_http, size, options.rounds)
        print("write gzip members")
        writers = {
            "pagemill": lambda: write_ours(pages),
            "zlib 6": lambda: write_zlib(pages),
            "fastwarc": lambda: write_fastwarc(pages),
            "warcio": lambda: write_warcio(pages),
        }
        for strength in STRENGTHS[1:]:
            writers[f"pagemill, {strength}"] = lambda s=strength: sum(
                len(member(page, s)) for page in pages
            )
        race(writers, size, min(options.rounds, 4))
        store(root / "archive", pages, size)


def store(folder: Path, pages: list[Record], size: int) -> None:
    start = time.process_time()
    with Appender(folder) as appender:
        for page in pages:
            appender.append(page)
    took = time.process_time() - start
    report("store, append", size, took, len(pages))
    pointers = sorted(
        Pointer(row.file, row.offset, row.length, row.block_digest) for row in captures(folder)
    )
    start = time.process_time()
    total = sum(len(got.payload) for _, got in read_captures(folder, pointers))
    took = time.process_time() - start
    report("store, read sorted", total, took, len(pages))


def report(what: str, size: int, took: float, pages: int) -> None:
    print(f"{what}: {size / took / 1e6:.0f} MB/CPU-s, {took / pages * 1e6:.0f} us a page")


if __name__ == "__main__":
    main()
