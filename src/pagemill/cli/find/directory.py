"""``pagemill directory``: categories as a tree."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection
from pagemill.cli.console import Console, one_line
from pagemill.collection.layout import Layout
from pagemill.searching.directory import directory

DESCRIPTION = """Show the categories of the collection DIR as a tree with the number of kept
pages at and below each. Its pages are found by a search for category:PATH."""
EXAMPLE = "pagemill directory my.collection"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show what was found."""
    collection = Collection.open(args.dir).seen_by(args.user)
    found = directory(Layout(collection.root), collection.config)
    if console.is_json:
        console.json(found)
    else:
        show(found, console)
    return True


def show(found: dict[str, int], console: Console) -> None:
    """Print the tree, each category indented below the one it lies in."""
    if not found:
        console.say("no page has a category")
    for category, pages in found.items():
        parts = category.split("/")
        console.say(f"{'  ' * (len(parts) - 1)}{one_line(parts[-1])}  {pages:,}")
