"""``pagemill export``: write the kept pages for other tools."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, add_quiet, place
from pagemill.cli.console import Console
from pagemill.errors import UsageError
from pagemill.model.report import ExportReport

DESCRIPTION = """Write the kept pages of the collection DIR to OUT, one page for each text:
jsonl and parquet hold the DocViews, markdown is a folder with one file for
each page, dc and schema.org describe each page by the elements of Dublin Core
or as JSON-LD, an object on each line, warc holds the captures as they were
received, and wacz holds them with an index, a list of pages and their text."""
EXAMPLE = """pagemill export my.collection --to jsonl pages.jsonl
pagemill export my.collection --to markdown pages/"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "--to",
        choices=("jsonl", "parquet", "markdown", "dc", "schema.org", "warc", "wacz"),
        required=True,
        help="what to write",
    )
    parser.add_argument(
        "out",
        metavar="OUT",
        type=place,
        help="file or folder to write; - writes jsonl to standard output",
    )
    add_json(parser)
    add_quiet(parser)


def run(args: Namespace, console: Console) -> bool:
    """Write the export and show its accounts."""
    to_stream = args.out == Path("-")
    if to_stream and (args.to != "jsonl" or console.is_json):
        raise UsageError("-: standard output takes --to jsonl, without --json; name a file")
    collection = Collection.open(args.dir)
    out = console.out if to_stream else args.out
    with console.progress("export") as progress:
        report = collection.export(args.to, out, progress=progress)
    if to_stream:
        console.remark(f"{report.rows:,} pages written")
    else:
        show(report, args.out, console)
    return report.is_clean


def show(report: ExportReport, out: Path, console: Console) -> None:
    """Print what was written and what was not."""
    if console.is_json:
        console.json(report)
        return
    console.say(f"{report.rows:,} pages written to {out}")
    for reason, count in sorted(report.rejects.items()):
        console.say(f"  {count:,} not written: {reason}")
