"""``pagemill fame``: who mentions a name."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection
from pagemill.cli.console import Console, one_line
from pagemill.collection.layout import Layout
from pagemill.model.search import FameReport
from pagemill.searching.fame import fame

DESCRIPTION = """Show which pages and hosts of the collection DIR mention a name, how many in
each year, and which keywords go with it. Copies are counted apart."""
EXAMPLE = 'pagemill fame my.collection "night ferry"'


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument("name", metavar="NAME", nargs="+", help="one word or several")
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show what was found."""
    collection = Collection.open(args.dir).seen_by(args.user)
    report = fame(Layout(collection.root), collection.config, " ".join(args.name))
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return True


def show(report: FameReport, console: Console) -> None:
    """Print the figures, then hosts, years and keywords."""
    console.say(
        f"{report.pages:,} pages on {report.hosts:,} hosts mention {one_line(report.name)} "
        f"(copies not counted: {report.copies:,})"
    )
    for name, counts in (
        ("host", report.top_hosts),
        ("year", report.years),
        ("goes with", report.goes_with),
    ):
        if counts:
            console.say()
            console.table([name, "pages"], counts.items())
    for url in report.first:
        console.say(url)
