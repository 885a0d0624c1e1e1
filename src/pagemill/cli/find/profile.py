"""``pagemill profile``: what the one who searches here is interested in."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.searching import profile

DESCRIPTION = """Show, enlarge or erase the interests that the collection DIR knows of the one
who searches it. They are made from the pages that are named here and from nothing
else, lie in interests.json, and are used only where [search] profile = true is set
in collection.toml."""
EXAMPLE = """pagemill profile my.collection
pagemill profile my.collection --add https://example.org/a
pagemill profile my.collection --erase"""

_SHOWN = 30


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "--add",
        metavar="URL",
        action="append",
        default=[],
        help="a page of interest: its keywords count; may be repeated",
    )
    parser.add_argument("--erase", action="store_true", help="remove the file")
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Change the interests where that was asked for, and show them."""
    collection = Collection.open(args.dir)
    path = Layout(collection.root).interests
    if args.erase and args.add:
        raise UsageError("--erase: takes no --add; first the one, then the other")
    interests = {} if args.erase else profile.read(path)
    for url in args.add:
        interests = profile.added(interests, collection.docview(url).keywords)
    if args.erase or args.add:
        profile.write(path, interests)
    if console.is_json:
        console.json(interests)
    else:
        show(interests, console)
    return True


def show(interests: profile.Interests, console: Console) -> None:
    """Print the heaviest interests."""
    if not interests:
        console.say("no interests are known")
        return
    order = sorted(interests.items(), key=lambda one: (-one[1], one[0]))
    console.table(["interest", "weight"], [(word, f"{n:g}") for word, n in order[:_SHOWN]])
