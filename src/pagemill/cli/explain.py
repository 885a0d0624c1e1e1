"""``pagemill explain``: what each stage decided about one page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json
from pagemill.cli.console import Console
from pagemill.model.report import Explanation

DESCRIPTION = """Show what each stage decided about the page URL of the collection DIR, and the
figures that decided it."""
EXAMPLE = "pagemill explain my.collection https://example.org/a"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument("url", metavar="URL", help="page to explain")
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the decisions."""
    explanation = Collection.open(args.dir).explain(args.url)
    if console.is_json:
        console.json(explanation)
    else:
        show(explanation, console)
    return True


def show(explanation: Explanation, console: Console) -> None:
    """Print one line for each decision."""
    console.say(explanation.url)
    console.table(
        ("stage", "decision", "reason"),
        ((step.stage, step.decision, step.reason) for step in explanation.steps),
    )
