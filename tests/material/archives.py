"""Archives of other kinds than our own, put together by hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from material import warcs

LIST = b"URL IP-address Archive-date Content-type Archive-length\n"


def page(name: str) -> bytes:
    """An HTTP answer that holds a page."""
    return warcs.http_answer(f"<title>{name}</title><p>Text of {name}.\n\n".encode())


def arc_record(url: str, block: bytes, at: str = "20010203040506") -> bytes:
    """One record of an ARC file, version 1."""
    return f"{url} 192.0.2.7 {at} text/html {len(block)}\n".encode() + block + b"\n"


def arc_head(name: str = "a.arc") -> bytes:
    """What an ARC file begins with."""
    block = b"1 0 somebody\n" + LIST + b"\n"
    return (
        f"filedesc://{name} 0.0.0.0 20010203040506 text/plain {len(block)}\n".encode() + block
    )


def trec_document(number: int, url: str, page: str, head: str = "") -> bytes:
    """One document of a TREC Web file."""
    return (
        f"<DOC>\n<DOCNO>WT-{number:02d}</DOCNO>\n<DOCHDR>\n{url}\n{head}</DOCHDR>\n{page}\n</DOC>\n"
    ).encode()


def key(url: str) -> str:
    """The sort key of an address, for the plain ones used here."""
    host, _, path = url.partition("://")[2].partition("/")
    return ",".join(reversed(host.split("."))) + ")/" + path


def crawl(root: Path, urls: list[str], lines_a_member: int = 3) -> None:
    """An archive with a clustered index, laid out as Common Crawl does."""
    (root / "crawl-data" / "X").mkdir(parents=True)
    (root / "cc-index" / "X").mkdir(parents=True)
    lines: list[str] = []
    warc = b""
    for url in urls:
        record = warcs.record("response", url, page(url), "2026-01-02T03:04:05Z")
        data = warcs.member(record)
        fields = {
            "url": url,
            "mime": "text/html",
            "status": "200",
            "digest": "X",
            "length": str(len(data)),
            "offset": str(len(warc)),
            "filename": "crawl-data/X/a.warc.gz",
        }
        lines.append(f"{key(url)} 20260102030405 {json.dumps(fields)}\n")
        warc += data
    (root / "crawl-data" / "X" / "a.warc.gz").write_bytes(warc)
    lines.sort()
    cdx, clusters = b"", ""
    for number, first in enumerate(range(0, len(lines), lines_a_member), start=1):
        part = lines[first : first + lines_a_member]
        data = gzip.compress("".join(part).encode(), mtime=0)
        begin = " ".join(part[0].split(" ")[:2])
        clusters += f"{begin}\tcdx-00000.gz\t{len(cdx)}\t{len(data)}\t{number}\n"
        cdx += data
    (root / "cc-index" / "X" / "cdx-00000.gz").write_bytes(cdx)
    (root / "cc-index" / "X" / "cluster.idx").write_text(clusters)
