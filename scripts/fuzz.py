"""Feed every reader of foreign bytes with what nobody would write.

The targets are ``decoder``, ``addresses`` and ``pages``; ``archives``, ``answers`` and
``indexes``; ``crawled`` (robots.txt, sitemaps, feeds); ``documents``. Libraries in native code
are not among them: documents that these read are converted in a process of their own.

``python scripts/fuzz.py [TARGET] [-max_total_time=60 ...]`` mutates inputs by what they cover
of the code (needs ``pip install atheris``). ``--random SECONDS`` does without it: a bounded run
of random mutations, the same for the same seed (``--random SECONDS SEED``). A target fails by
any exception that its boundary does not allow, or by taking longer than ten seconds for one
input.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import random
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import lz4.frame
import zstandard


def demand(condition: object) -> None:
    """Raise where something does not hold that must."""
    if not condition:
        raise AssertionError


def watched() -> contextlib.AbstractContextManager[object]:
    """While modules are loaded in here, atheris learns to see what runs in them."""
    if "--random" in sys.argv:
        return contextlib.nullcontext()
    import atheris  # noqa: PLC0415 - not needed for a random run

    return atheris.instrument_imports(include=["pagemill"])


with watched():
    from pagemill.archive import cdx, http
    from pagemill.archive.file_bytes import FileBytes
    from pagemill.archive.sources.source import SourceOptions
    from pagemill.archive.sources.trec import TrecSource
    from pagemill.archive.sources.wacz import WaczSource
    from pagemill.archive.sources.warc import items, reader_of
    from pagemill.archive.sources.zipnum import search_key, wanted
    from pagemill.archive.warc import member, written
    from pagemill.convert.inside import converted
    from pagemill.crawl import robots
    from pagemill.crawl.reading import feed, sitemap
    from pagemill.errors import DocumentError, UsageError
    from pagemill.html import links
    from pagemill.html.encoding import decoded, late, prescanned
    from pagemill.html.encoding_labels import LABELS
    from pagemill.html.identity import identified
    from pagemill.html.legacy_decode import read
    from pagemill.html.legacy_encode import escaped_query
    from pagemill.html.tree import parsed
    from pagemill.html.url import joined
    from pagemill.html.url_rules import PROFILES, normalized_by
    from pagemill.html.utf8 import malformed
    from pagemill.media.sniff import media_type
    from pagemill.model.capture import Damage, Record
    from pagemill.view.byline import author, published_at
    from pagemill.view.frames.join import frames_of
    from pagemill.view.metadata import metadata
    from pagemill.view.title import page_title

NAMES = sorted(set(LABELS.values()) - {"replacement"})
LONGEST_SECONDS = 10.0
DOCUMENTS = Path(__file__).resolve().parents[1] / "tests" / "fixtures" / "documents"
OURS = {".docx", ".odt", ".ods", ".odp", ".epub", ".pptx", ".doc"}
LIMIT = 1 << 20
AT = datetime(2026, 3, 1, tzinfo=UTC)
RECORD = Record(
    url="http://a.example/",
    fetched_at=AT,
    kind="response",
    record_id="<urn:x:1>",
    content_type="application/http; msgtype=response",
    block=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
)
ARC = (
    b"filedesc://a.arc 0.0.0.0 20260101000000 text/plain 73\n1 0 X\n"
    b"URL IP-address Archive-date Content-type Archive-length\n\n\n"
    b"http://a.example/ 1.1.1.1 20260101000000 text/html 4\nbody\n"
)
ARCHIVES = (
    written(RECORD) * 3,
    member(RECORD) * 3,
    zstandard.compress(written(RECORD)) * 2,
    lz4.frame.compress(written(RECORD)) * 2,
    ARC,
    b"<DOC>\n<DOCNO>1</DOCNO>\n<DOCHDR>\nhttp://a.example/\n</DOCHDR>\n<p>x\n</DOC>\n" * 2,
    b"PK\x03\x04\x14\0\0\0\0\0\0\0!\0" + bytes(12) + b"\x11\0\0\0archive/a.warc.gz",
)
ANSWERS = (
    RECORD.block,
    b"HTTP/1.0 200\nContent-Encoding: gzip, deflate, br, zstd\n\n" + gzip.compress(b"<p>x"),
    b"HTTP/1.1 404 N\r\nContent-Encoding: zstd\r\n\r\n" + zstandard.compress(b"<p>x"),
)
INDEXES = (
    b'org,a)/ 20260101000000 {"url": "http://a.org/", "offset": "7", "filename": "a.gz"}',
    b"org,a)/ 20260101 http://a.org/ text/html 200 ABC - - 9 7 a.warc.gz",
    b" CDX N b a m s k r M S V g",
    b"*.example.org/a*b?c#d",
)
CRAWLED = (
    b"User-agent: *\nDisallow: /a*$\nAllow: /\nCrawl-delay: 1e9\nSitemap: /s.xml\n",
    b"<?xml version='1.0'?><urlset><url><loc>http://a.example/</loc><lastmod>2026-01-01",
    b"<rss version='2.0'><channel><ttl>60</ttl><item><title>&lt;b></title><link>/x</link>",
    b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='x'/><updated>2026-01-01T",
    b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "x", "id": 1}]}',
)
PAGES = (
    b"<meta charset=gbk><title>\xd6\xd0 - x</title><a href='?q=\xd6\xd0#x'>\x81\x30\x81\x30",
    b"<?xml version='1.0' encoding='utf-16'?><html lang=de><base href='//b.example:80/../'>",
    b"\x1b$B$\"\x1b(B <meta http-equiv=content-type content='text/html; charset=shift_jis'>",
    b"http://u:p@A.example:80/%7Ea/../;jsessionid=0A?b=&a=1&&c#x",
    b'<script type=\'application/ld+json\'>{"@type":["NewsArticle"],"author":[{"name":1}]}',
    b"<div itemscope itemtype='//schema.org/Article'><p itemprop='author datePublished'>2024-1",
    b"<frameset><frame src=a><frame src='http://[::1]/'><img srcset='a 1x, (b, c'>",
    b"<meta http-equiv=refresh content='0;url=x'><h1>A - B</h1><p class=date>7 May 2024",
    "é中\U0001f600".encode() + b"\xff\xe4\xb8\xed\xa0\x80\xf4\x90\x80\x80",
)


def decoder(data: bytes) -> None:
    """Bytes to text, in every encoding, with evidence or without."""
    text, guess = decoded(data[1:], "text/html; charset=gbk" if data[:1] < b"\x40" else "")
    text.encode("utf-8", "surrogatepass")
    demand(guess.name)
    name = NAMES[data[0] % len(NAMES)] if data else "big5"
    escaped_query(read(data[1:], name)[:200], name)
    prescanned(data[:1024])
    late(data)
    demand(all(fault.length for fault in malformed(data)))


def addresses(data: bytes) -> None:
    """Addresses under every profile, as text and as bytes."""
    url = data.decode("utf-8", "surrogateescape")
    base, _, reference = url.partition("\n")
    for by in PROFILES.values():
        normalized_by(data, by)
        normalized_by(url, by)
    identified(url, final=reference, canonical=base)
    joined(base, reference, "iso-2022-jp")


def pages(data: bytes) -> None:
    """Links and metadata of a page."""
    html, guess = decoded(data)
    url = "http://a.example/x"
    try:
        tree = parsed(html)
    except DocumentError:
        return
    links.outlinks(tree, url, guess.name)
    for read_links in (links.pictures, links.refreshed, links.translations, frames_of):
        read_links(tree, url, guess.name)
    links.robots(tree)
    said = metadata(tree)
    title = page_title(tree, said, url)
    author(tree, said)
    published_at(tree, said, url, title)


def archives(data: bytes) -> None:
    """Archive files of every kind, whatever their names say."""
    options = SourceOptions(record_limit=LIMIT)
    for name in ("a.warc.gz", "a.arc"):
        file = FileBytes(io.BytesIO(data))
        found = list(reader_of(file, name)(file, name, limit=LIMIT))
        demand(all(0 <= place.offset <= place.end for place in found))
        for item in items(io.BytesIO(data), name, start=0, options=options):
            if isinstance(item.found, Record):
                answer_of(item.found)
    with tempfile.NamedTemporaryFile(suffix=".wacz") as file:
        file.write(data)
        file.flush()
        for source in (WaczSource, TrecSource):
            with contextlib.suppress(UsageError):
                found = [item.found for item in source(Path(file.name), options).read()]
                demand(all(not isinstance(one, Damage) or one.kind for one in found))


def answer_of(record: Record) -> None:
    """What a record's answer comes to, decoded."""
    with contextlib.suppress(DocumentError):
        demand(len(http.capture(record, limit=LIMIT).payload) <= LIMIT)


def answers(data: bytes) -> None:
    """HTTP answers, chunked and coded in any way."""
    answer_of(replace(RECORD, block=data))
    media_type(data, "text/html")


def indexes(data: bytes) -> None:
    """Lines of indexes, patterns and keys."""
    for line in data.decode("utf-8", "replace").splitlines():
        demand(cdx.place(line) is None or cdx.place(line).offset >= 0)
        with contextlib.suppress(UsageError, ValueError):
            demand(wanted(line).first <= wanted(line).last)
        with contextlib.suppress(DocumentError):
            search_key(line)
        with contextlib.suppress(ValueError):
            cdx.row(line)


def crawled(data: bytes) -> None:
    """What a site says to crawlers."""
    read = robots.parsed(data)
    for url in ("http://a.example/", "http://a.example/a/b?c", "http://a.example/a%2fé"):
        read.allows("pagemill", url)
    url = "http://a.example/x"
    with contextlib.suppress(DocumentError):
        sitemap.parsed(data, url)
    with contextlib.suppress(DocumentError):
        feed.parsed(data, url)


def documents(data: bytes) -> None:
    """Documents that are read by code of our own.

    The first bytes choose a document and a file in it; the rest says what to change there.
    """
    files = sorted(path for path in DOCUMENTS.iterdir() if path.suffix in OURS)
    path = files[data[0] % len(files)] if data else files[0]
    payload = path.read_bytes()
    kind = media_type(payload, "")
    found, html = converted(changed(payload, data[1:]), kind)
    demand(("reason" in found) != (b"<body" in html))


def changed(payload: bytes, data: bytes) -> bytes:
    """Change a file inside a package, or a document that is none, and pack it again."""
    if not zipfile.is_zipfile(io.BytesIO(payload)):
        return patched(payload, data)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(payload)) as package, zipfile.ZipFile(out, "w") as packed:
        names = package.namelist()
        chosen = names[data[0] % len(names)] if data else ""
        for name in names:
            content = package.read(name)
            packed.writestr(name, patched(content, data[1:]) if name == chosen else content)
    return out.getvalue()


def patched(payload: bytes, data: bytes) -> bytes:
    """Overwrite, or insert, four bytes after each other at places that the data names."""
    found = bytearray(payload)
    for at in range(0, len(data) - 7, 8):
        place = int.from_bytes(data[at : at + 3], "big") % (len(found) + 1)
        found[place : place + data[at + 3] % 9] = data[at + 4 : at + 8]
    return bytes(found)


class Target(NamedTuple):
    """Something that reads bytes, and bytes that it reads."""

    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


TARGETS = {
    "decoder": Target(decoder, PAGES),
    "addresses": Target(addresses, PAGES),
    "pages": Target(pages, PAGES),
    "archives": Target(archives, ARCHIVES),
    "answers": Target(answers, ANSWERS),
    "indexes": Target(indexes, INDEXES),
    "crawled": Target(crawled, CRAWLED),
    "documents": Target(documents, tuple(bytes([n]) * 64 for n in range(12))),
}


def every(data: bytes) -> None:
    """All targets, one after the other."""
    for target in TARGETS.values():
        target.run(data)


def mutated(chance: random.Random, seeds: tuple[bytes, ...]) -> bytes:
    """Return a seed, or some joined, with a few bytes changed, cut, doubled or moved."""
    found = bytearray(b"".join(chance.choices(seeds, k=chance.randint(1, 3))))
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(found) + 1)
        to = min(len(found), at + chance.randint(1, 20))
        match chance.randrange(4):
            case 0:
                del found[at:to]
            case 1:
                found[at:at] = found[at:to] * chance.randint(1, 40)
            case 2:
                found[at:to] = chance.randbytes(to - at)
            case _:
                found[at:at] = chance.choice((b"<", b"%", b"\x00", b"\x1b$B", b"\xe4", b"'>"))
    return bytes(found)


def run_random(seconds: float, targets: list[Target], seed: int = 20260101) -> int:
    """Mutate for so long, each target in turn; return how many inputs were tried."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    end, tried = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        target = targets[tried % len(targets)]
        data = mutated(chance, target.seeds)
        begun = time.monotonic()
        try:
            target.run(data)
        except Exception:
            print(f"input: {data!r}", file=sys.stderr)
            raise
        demand(time.monotonic() - begun < LONGEST_SECONDS)
        tried += 1
    return tried


def main() -> int:
    """Fuzz by atheris, or at random."""
    arguments = sys.argv[1:]
    name = arguments.pop(0) if arguments and arguments[0] in TARGETS else ""
    targets = [TARGETS[name]] if name else list(TARGETS.values())
    if arguments[:1] == ["--random"]:
        seed = int(arguments[2]) if len(arguments) > 2 else 20260101
        print(f"{run_random(float(arguments[1]), targets, seed):,} inputs, no fault")
        return 0
    import atheris  # noqa: PLC0415 - not needed for a random run

    with tempfile.TemporaryDirectory() as corpus:
        seeds = [seed for target in targets for seed in target.seeds]
        for number, seed in enumerate(seeds):
            (Path(corpus) / str(number)).write_bytes(seed)
        atheris.Setup(
            [sys.argv[0], corpus, "-len_control=0", *arguments],
            targets[0].run if name else every,
        )
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
