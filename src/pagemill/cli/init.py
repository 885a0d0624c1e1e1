"""``pagemill init``: make an empty collection."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import place
from pagemill.cli.console import Console

DESCRIPTION = """Make an empty collection in DIR, which must not exist yet or be empty.
The file collection.toml in it holds every setting with its default."""
EXAMPLE = "pagemill init my.collection"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("dir", metavar="DIR", type=place, help="folder to make")


def run(args: Namespace, console: Console) -> bool:
    """Make the folder."""
    Collection.create(args.dir)
    console.say(
        f"{args.dir}: an empty collection. Next: pagemill import {args.dir} SOURCE... "
        f"or pagemill crawl {args.dir} URL..."
    )
    return True
