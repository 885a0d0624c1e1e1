"""``pagemill search``: find pages by their words."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, natural, positive
from pagemill.cli.console import Console, one_line
from pagemill.model.report import Hit, SearchResult

DESCRIPTION = """Find kept pages of the collection DIR by their words, best first. Whatever is
typed is a query; a wrong one finds nothing but is never an error."""
EXAMPLE = """pagemill search my.collection bread oven
pagemill search my.collection '"sourdough bread"' --limit 20 --offset 20"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "query",
        metavar="QUERY",
        nargs="+",
        help="words; -- before them lets one begin with a minus sign",
    )
    parser.add_argument(
        "--limit", metavar="N", type=positive, default=10, help="hits to list (default: 10)"
    )
    parser.add_argument(
        "--offset", metavar="N", type=natural, default=0, help="hits to pass over (default: 0)"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the hits."""
    query = " ".join(args.query)
    collection = Collection.open(args.dir)
    result = collection.search(query, limit=args.limit, offset=args.offset)
    if console.is_json:
        console.json(result)
    else:
        show(result, query, args.offset, console)
    return True


def show(result: SearchResult, query: str, offset: int, console: Console) -> None:
    """Print how many pages there are, then the hits, numbered from the offset on."""
    noun = "page" if result.total == 1 else "pages"
    console.say(f"{result.total:,} {noun} for {one_line(query)}")
    for place, hit in enumerate(result.hits, start=offset + 1):
        _show_one(place, hit, console)


def _show_one(place: int, hit: Hit, console: Console) -> None:
    copies = f"  (copies: {hit.near_copies:,})" if hit.near_copies else ""
    console.say()
    console.say(f"{place:>3}  {one_line(hit.title) or '(no title)'}{copies}")
    console.say(f"     {hit.url}")
    if hit.snippet:
        console.say(f"     {one_line(hit.snippet)}")
