"""``pagemill sample``: a uniform sample of the kept pages that can be drawn again."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection, natural, positive
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.export import sampled

DESCRIPTION = """Print the addresses of N kept pages of the collection DIR, drawn so that
every page has the same chance. The same pages and seed give the same sample,
whatever their order; a larger sample holds the smaller one."""
EXAMPLE = "pagemill sample my.collection --count 10 --seed 7"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument(
        "--count", metavar="N", type=positive, default=10, help="pages (default: 10)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=natural, default=1, help="of the chance (default: 1)"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Print the addresses."""
    root = Collection.open(args.dir).seen_by(args.user).root
    urls = sampled(Layout(root), args.count, args.seed)
    if console.is_json:
        console.json(urls)
    else:
        for url in urls:
            console.say(url)
    return True
