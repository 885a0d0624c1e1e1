"""``pagemill export``: write the kept pages for other tools."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from pagemill.api import Collection
from pagemill.cli.arguments import (
    add_json,
    add_quiet,
    add_read_collection,
    natural,
    place,
    positive,
)
from pagemill.cli.console import Console
from pagemill.errors import UsageError
from pagemill.export import FORMS, Choice
from pagemill.model.report import ExportReport
from pagemill.sharing.selection import selection

DESCRIPTION = """Write the kept pages of the collection DIR to OUT, one page for each text:
jsonl and parquet hold the DocViews, markdown is a folder with one file for
each page, dc and schema.org describe each page by the elements of Dublin Core
or as JSON-LD, an object on each line, warc holds the captures as they were
received, wacz holds them with an index, a list of pages and their text, trec is
one file of documents, dataset a folder with a Parquet file and a card that
data set loaders read as it is, and products a Parquet file with a row for each
product that pages describe."""
EXAMPLE = """pagemill export my.collection --to jsonl pages.jsonl
pagemill export my.collection --to markdown pages/
pagemill export my.collection --to products products.parquet
pagemill export my.collection --to dataset set --where 'lang:en type:topic' --rules gopher"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument(
        "--to",
        choices=tuple(FORMS),
        required=True,
        help="what to write",
    )
    parser.add_argument(
        "out",
        metavar="OUT",
        type=place,
        help="file or folder to write; - writes jsonl to standard output",
    )
    _add_choice(parser)
    add_json(parser)
    add_quiet(parser)


def _add_choice(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--where",
        metavar="FILTERS",
        default="",
        help="only pages of these filters: lang:, type:, site:, category:, after:, before:",
    )
    parser.add_argument(
        "--rules",
        metavar="NAME",
        action="append",
        default=[],
        help="only pages that pass this published rule set: gopher, c4 or fineweb; may be "
        "repeated",
    )
    parser.add_argument(
        "--redact",
        action="store_true",
        help="replace mail addresses, telephone, card and account numbers, and IP addresses",
    )
    parser.add_argument(
        "--rights",
        action="store_true",
        help="add the columns licence and opt_out: what each page states",
    )
    parser.add_argument(
        "--sample", metavar="N", type=positive, default=0, help="only N pages drawn by chance"
    )
    parser.add_argument(
        "--seed", metavar="N", type=natural, default=1, help="of the sample (default: 1)"
    )


def run(args: Namespace, console: Console) -> bool:
    """Write the export and show its accounts."""
    to_stream = args.out == Path("-")
    if to_stream and (args.to != "jsonl" or console.is_json):
        raise UsageError("-: standard output takes --to jsonl, without --json; name a file")
    collection = Collection.open(args.dir).seen_by(args.user)
    out = console.out if to_stream else args.out
    with console.progress("export") as progress:
        report = collection.export(args.to, out, choice=chosen(args), progress=progress)
    if to_stream:
        console.remark(f"{report.rows:,} pages written")
    else:
        show(report, args.out, console)
    return report.is_clean


def chosen(args: Namespace) -> Choice:
    """What is asked for on the command line.

    Raises:
        UsageError: a filter or a rule set is unknown.
    """
    words = [f"--where '{args.where}'"] if args.where else []
    words += [f"--rules {name}" for name in args.rules]
    words += [f"--{name}" for name in ("redact", "rights") if getattr(args, name)]
    words += [f"--sample {args.sample} --seed {args.seed}"] if args.sample else []
    is_partial = args.where or args.rules or args.redact
    return Choice(
        selection=selection(args.where, args.rules, redact=args.redact) if is_partial else None,
        sample=args.sample,
        seed=args.seed,
        rights=args.rights,
        said=" ".join(words),
    )


def show(report: ExportReport, out: Path, console: Console) -> None:
    """Print what was written and what was not."""
    if console.is_json:
        console.json(report)
        return
    console.say(f"{report.rows:,} pages written to {out}")
    for reason, count in sorted(report.rejects.items()):
        console.say(f"  {count:,} not written: {reason}")
