"""``pagemill search``: find pages by their words."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, add_user, natural, positive
from pagemill.cli.console import Console, one_line
from pagemill.model.report import Hit, ScoreReport, SearchResult

DESCRIPTION = """Find kept pages of the collection DIR by their words, best first. Whatever is
typed is a query; a wrong one finds nothing but is never an error."""
EXAMPLE = """pagemill search my.collection bread oven
pagemill search my.collection '"sourdough bread"' --limit 20 --offset 20
pagemill search my.collection 'bread type:topic after:2020' --facet language"""


FORMS = ("plain", "table", "json")


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
    parser.add_argument(
        "--facet",
        metavar="NAME",
        action="append",
        default=[],
        help="count the pages that match by site, language, page_type, category or year; "
        "may be repeated",
    )
    _add_wishes(parser)
    add_user(parser)
    parser.add_argument(
        "--explain", metavar="URL", help="tell how the score of this page comes about instead"
    )
    parser.add_argument(
        "--format", choices=FORMS, default="plain", help="form of the output (default: plain)"
    )
    add_json(parser)


def _add_wishes(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--expand",
        action=BooleanOptionalAction,
        help="look for related words too, learned from the collection, and name them",
    )
    parser.add_argument(
        "--like",
        metavar="URL",
        action="append",
        default=[],
        help="a page that was found right: look for more like it; may be repeated",
    )
    parser.add_argument(
        "--unlike",
        metavar="URL",
        action="append",
        default=[],
        help="a page that was found wrong; may be repeated",
    )


def run(args: Namespace, console: Console) -> bool:
    """Show the hits."""
    query = " ".join(args.query)
    collection = Collection.open(args.dir)
    is_json = console.is_json or args.format == "json"
    if args.explain:
        report = collection.score(query, args.explain, user=args.user)
        console.json(report) if is_json else show_score(report, console)
        return True
    result = collection.search(
        query,
        limit=args.limit,
        offset=args.offset,
        user=args.user,
        facets=args.facet,
        expand=args.expand,
        like=args.like,
        unlike=args.unlike,
    )
    if is_json:
        console.json(result)
    elif args.format == "table":
        show_table(result, args.offset, console)
    else:
        show(result, query, args.offset, console)
    return True


def show(result: SearchResult, query: str, offset: int, console: Console) -> None:
    """Print how many pages there are, then the hits, numbered from the offset on."""
    noun = "page" if result.total == 1 else "pages"
    console.say(f"{result.total:,} {noun} for {one_line(query)}")
    if result.suggestion:
        console.say(f"did you mean: {one_line(result.suggestion)}")
    for word, more in result.expansion.items():
        console.say(f"looked for as well as {word}: {', '.join(more)}")
    for place, hit in enumerate(result.hits, start=offset + 1):
        _show_one(place, hit, console)
    for name, values in result.facets.items():
        console.say()
        console.table([name, "pages"], values.items())


def show_table(result: SearchResult, offset: int, console: Console) -> None:
    """Print the hits as the rows of a table."""
    console.table(
        ["place", "score", "copies", "fetched", "title", "url"],
        [
            (
                place,
                f"{hit.score:.3f}",
                hit.near_copies,
                "yes" if hit.is_fetched else "no",
                one_line(hit.title),
                hit.url,
            )
            for place, hit in enumerate(result.hits, start=offset + 1)
        ],
    )


def show_score(report: ScoreReport, console: Console) -> None:
    """Print what each word in each field, and what is known of the page, adds."""
    console.say(f"score {report.score:.6f} of {report.url} for {one_line(report.query)}")
    console.table(
        ["word", "field", "times", "of words", "usual", "weight", "idf", "adds"],
        [
            (
                part.word,
                part.field,
                f"{part.frequency:g}",
                f"{part.length:g}",
                f"{part.average:.1f}",
                f"{part.weight:g}",
                f"{part.idf:.3f}",
                f"{part.adds:.6f}",
            )
            for part in report.parts
        ],
    )


def _show_one(place: int, hit: Hit, console: Console) -> None:
    copies = f"  (copies: {hit.near_copies:,})" if hit.near_copies else ""
    unfetched = "" if hit.is_fetched else "  (not fetched)"
    console.say()
    console.say(f"{place:>3}  {one_line(hit.title) or '(no title)'}{copies}{unfetched}")
    console.say(f"     {hit.url}")
    if hit.snippet:
        console.say(f"     {one_line(hit.snippet)}")
