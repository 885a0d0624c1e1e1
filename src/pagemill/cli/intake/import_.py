"""``pagemill import``: take pages into the archive."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, add_quiet, source
from pagemill.cli.console import Console, damage_lines, reject_lines
from pagemill.model.report import ImportReport

DESCRIPTION = """Take pages from SOURCEs into the archive of the collection DIR. A SOURCE is a
WARC or ARC file (plain, gzip, zstd or lz4), a WACZ, a WET file, a CDX or CDXJ
index beside its archive, a TREC Web file, JSONL or Parquet with the columns url
and html, a document (PDF, DOCX, ODT, EPUB, e-mail and others), or a folder of
HTML files and documents, hidden ones left out; the other kinds are read only when
they are named themselves. A SOURCE may also be the address (https, s3) of a clustered index of
a remote archive, of which --match says the pages: only these are fetched. What
the archive holds already is not stored twice, so an import that was interrupted
goes on when it is repeated."""
EXAMPLE = """pagemill import my.collection crawl.warc.gz more-pages.jsonl
pagemill import --mirror my.collection ./mirror
pagemill import --match 'example.org/*' my.collection https://example.net/indexes"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "sources", metavar="SOURCE", nargs="+", type=source, help="what to read"
    )
    parser.add_argument(
        "--mirror",
        action="store_true",
        help="folders hold HOST/PATH as wget --mirror leaves them: a page's URL is its path",
    )
    parser.add_argument(
        "--match",
        default="",
        metavar="PAGES",
        help="of an index take these: an address, 'HOST/PATH*' or '*.HOST'",
    )
    parser.add_argument(
        "--base",
        default="",
        metavar="PLACE",
        help="folder or address that the file names of an index belong to",
    )
    add_json(parser)
    add_quiet(parser)


def run(args: Namespace, console: Console) -> bool:
    """Import the sources and show the accounts."""
    collection = Collection.open(args.dir)
    with console.progress("import") as progress:
        report = collection.import_(
            args.sources,
            mirror=args.mirror,
            match=args.match,
            base=args.base,
            progress=progress,
        )
    show(report, console)
    return report.is_clean


def show(report: ImportReport, console: Console) -> None:
    """Print damaged places and sources with faults, then what was read and stored."""
    if console.is_json:
        console.json(report)
        return
    for line in damage_lines(report.damage):
        console.say(line)
    for line in reject_lines(report.faults):
        console.say(line)
    console.say(f"{report.captures:,} captures read, {report.stored:,} stored")
    if report.beside:
        console.say(f"  {report.beside:,} requests and metadata kept beside them")
    for reason, count in sorted(report.rejects.items()):
        console.say(f"  {count:,} not stored: {reason}")
