"""``pagemill words``: what the pages of a collection teach about words."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection
from pagemill.cli.console import Console
from pagemill.model.words import WordsReport

DESCRIPTION = """Show, for each language of the collection DIR, the stop words that its pages
teach: words that stand twice or more in many pages. With --url, also the keywords
of that page by TF-IDF weights learned from all pages of its language: the
heaviest, and those that exceed the average by far enough."""
EXAMPLE = """pagemill words my.collection
pagemill words my.collection --url https://example.org/a --alpha 5"""

_SHOWN = 30


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument("--url", default="", help="page whose keywords are wanted")
    parser.add_argument("--alpha", type=int, default=10, help="keywords at most (default: 10)")
    parser.add_argument(
        "--beta",
        type=float,
        default=3.0,
        help="the relative strategy keeps what weighs more than the average times 1 + BETA "
        "(default: 3.0)",
    )
    parser.add_argument(
        "--share",
        type=float,
        default=0.02,
        help="part of the pages in which a stop word stands twice or more (default: 0.02)",
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show what was learned."""
    report = (
        Collection.open(args.dir)
        .seen_by(args.user)
        .words(args.url, alpha=args.alpha, beta=args.beta, share=args.share)
    )
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return True


def show(report: WordsReport, console: Console) -> None:
    """Print keywords of the page that was asked for, then stop words by language."""
    if report.page:
        console.say(f"absolute: {', '.join(report.page.absolute)}")
        console.say(f"relative: {', '.join(report.page.relative)}")
        return
    console.table(
        ("language", "pages", "terms", "stop words"),
        (
            (one.language or "?", one.pages, one.terms, ", ".join([*one.stop_words][:_SHOWN]))
            for one in report.languages
        ),
    )
