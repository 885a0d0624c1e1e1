"""``pagemill topic``: a collection of the pages that are about one topic."""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection, place, share
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.export import Choice
from pagemill.searching.topic import Topic, topic

DESCRIPTION = """Find the pages of the collection DIR that are about a topic, told by pages
that are about it and by others that are not. With --to, make a new collection of
their captures, to be built like any other."""
EXAMPLE = """pagemill topic my.collection --like https://example.org/a
pagemill topic my.collection --like https://example.org/a --to topic.collection"""

_SHOWN = 20


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument(
        "--like",
        metavar="URL",
        action="append",
        required=True,
        help="a page that is about the topic; may be repeated",
    )
    parser.add_argument(
        "--unlike",
        metavar="URL",
        action="append",
        default=[],
        help="a page that is not; may be repeated",
    )
    parser.add_argument(
        "--least",
        metavar="COSINE",
        type=share,
        help="how like the topic a page must be (default: learned from these pages)",
    )
    parser.add_argument("--to", metavar="NEW", type=place, help="collection to make")
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the pages, and collect them where that was asked for."""
    collection = Collection.open(args.dir).seen_by(args.user)
    found = topic(
        Layout(collection.root), collection.config, args.like, args.unlike, args.least
    )
    if args.to:
        collect(collection, found, args.to)
    if console.is_json:
        console.json(found)
    else:
        show(found, console)
        if args.to:
            console.say(f"{args.to}: holds them; run 'pagemill build {args.to}'")
    return True


def collect(collection: Collection, found: Topic, to: Path) -> None:
    """Make a new collection of the captures of the pages."""
    new = Collection.create(to)
    with tempfile.TemporaryDirectory(prefix="pagemill-topic-") as scratch:
        warc = Path(scratch) / "topic.warc.gz"
        collection.export("warc", warc, choice=Choice(only=frozenset(found.pages)))
        new.import_([warc])


def show(found: Topic, console: Console) -> None:
    """Print the words of the topic and its pages."""
    words = ", ".join(list(found.words)[:_SHOWN])
    console.say(f"{len(found.pages):,} of {found.seen:,} pages are like: {words}")
    console.table(
        ["cosine", "page"],
        [(f"{cosine:.3f}", url) for url, cosine in list(found.pages.items())[:_SHOWN]],
    )
