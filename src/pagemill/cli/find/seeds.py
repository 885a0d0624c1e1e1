"""``pagemill seeds``: where to begin a crawl about a topic."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection, positive
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.model.search import SeedReport
from pagemill.searching.seeds import seeds

DESCRIPTION = """Propose pages with which to begin a crawl about TOPIC, words that describe
it: of the pages of the collection DIR around those that say the words, the ones that most
others point to, fetched or not, likely spam left out. Each comes with the reasons."""
EXAMPLE = """pagemill seeds my.collection bread oven
pagemill seeds my.collection bread oven --top 3 --per-host 2"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument("topic", metavar="TOPIC", nargs="+", help="words that describe it")
    parser.add_argument(
        "--top", metavar="N", type=positive, default=10, help="seeds at most (default: 10)"
    )
    parser.add_argument(
        "--per-host",
        metavar="N",
        type=positive,
        default=1,
        help="seeds of one host at most (default: 1)",
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the seeds."""
    collection = Collection.open(args.dir).seen_by(args.user)
    report = seeds(
        Layout(collection.root),
        collection.config,
        " ".join(args.topic),
        top=args.top,
        per_host=args.per_host,
    )
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return True


def show(report: SeedReport, console: Console) -> None:
    """Print each seed with its reasons."""
    console.say(
        f"{report.matching:,} pages say it, {report.around:,} are around these, "
        f"{report.spam:,} of them likely spam"
    )
    for seed in report.seeds:
        console.say(seed.url)
        for reason in seed.reasons:
            console.say(f"  {reason}")
    if not report.seeds:
        console.say("no page around the topic is linked to from another host")
