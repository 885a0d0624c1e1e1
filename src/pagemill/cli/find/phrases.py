"""``pagemill phrases``: what came up lately."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection, instant, positive
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.index.query import first_day
from pagemill.model.search import PhraseReport
from pagemill.searching.phrases import phrase_report

DESCRIPTION = """Show words and phrases that came up lately in the collection DIR: pairs of
words that belong together, and words of Han script, that pages dated on a day or later have far
more often than earlier ones."""
EXAMPLE = "pagemill phrases my.collection --since 2024-01-01"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument(
        "--since",
        metavar="DAY",
        type=instant,
        help="first day of the later stretch (default: the day that halves the pages)",
    )
    parser.add_argument(
        "--top", metavar="N", type=positive, default=20, help="phrases to list (default: 20)"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show what was found."""
    root = Collection.open(args.dir).seen_by(args.user).root
    since = first_day(args.since.date().isoformat()) if args.since else None
    report = phrase_report(Layout(root), since, args.top)
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return True


def show(report: PhraseReport, console: Console) -> None:
    """Print the phrases of either kind with their pages."""
    console.say(f"{report.late:,} pages since {report.since}, {report.early:,} pages before")
    for name, phrases in (
        ("words side by side", report.collocations),
        ("new word", report.new_words),
    ):
        if phrases:
            console.say()
            rows = [(one.text, one.late, one.early, f"{one.growth:g}") for one in phrases]
            console.table([name, "pages since", "before", "growth"], rows)
