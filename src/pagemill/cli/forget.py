"""``pagemill forget``: remove a page or a host for good."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, add_quiet
from pagemill.cli.console import Console
from pagemill.model.report import ForgetReport

DESCRIPTION = """Remove every capture of a URL, or of all pages of a host, from the collection
DIR: from its archive, its tables and its index. It cannot be undone. What was
forgotten is never taken in again; forgotten.jsonl keeps what was removed and
when, without content."""
EXAMPLE = """pagemill forget my.collection https://example.org/a
pagemill forget my.collection example.org"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument("what", metavar="URL|HOST", help="URL of a page, or name of a host")
    add_json(parser)
    add_quiet(parser)


def run(args: Namespace, console: Console) -> bool:
    """Forget and show how much went."""
    report = Collection.open(args.dir).forget(args.what)
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return True


def show(report: ForgetReport, console: Console) -> None:
    """Print how much went, and what an order to forget means where nothing was held."""
    console.say(f"forgotten: {report.captures:,} captures, {report.pages:,} pages")
    if not report.captures:
        console.remark("nothing of it was held; from now on it is not taken in")
