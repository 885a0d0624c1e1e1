"""``pagemill links``: where pages stand by their links."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection, positive
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.model.search import LinkedPage, LinkReport, RankDifference, SpamReport
from pagemill.searching.linking import link_report
from pagemill.searching.seeds import spam_report

DESCRIPTION = """Show the first pages of the collection DIR by PageRank, as hubs and as
authorities, over the topic links among its pages. With --all, all links are read
from the archive as well, and it is told what they change. With --spam, the pages and
hosts that are most likely made for search engines are told, with the signs of it."""
EXAMPLE = """pagemill links my.collection
pagemill links my.collection --all --top 20
pagemill links my.collection --spam"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument("--all", action="store_true", help="compare with PageRank by all links")
    parser.add_argument(
        "--spam", action="store_true", help="tell pages and hosts that are most likely spam"
    )
    parser.add_argument(
        "--top", metavar="N", type=positive, default=10, help="pages of each (default: 10)"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the pages."""
    root = Collection.open(args.dir).seen_by(args.user).root
    if args.spam:
        tell_spam(spam_report(Layout(root), args.top), console)
        return True
    report = link_report(Layout(root), args.top, with_all=args.all)
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return True


def show(report: LinkReport, console: Console) -> None:
    """Print each list, then what all links change."""
    console.say(f"{report.links:,} topic links among {report.pages:,} pages")
    for name, pages in (
        ("PageRank", report.pagerank),
        ("hub", report.hubs),
        ("authority", report.authorities),
    ):
        console.say()
        console.table([name, "links to it", "page"], map(_row, pages))
    if report.all_links is not None:
        console.say()
        _show_difference(report.all_links, console)


def tell_spam(report: SpamReport, console: Console) -> None:
    """Print pages and hosts that are likely spam, each with its signs."""
    if console.is_json:
        console.json(report)
        return
    console.say(f"{report.likely:,} of {report.pages_read:,} pages are likely spam")
    console.say()
    console.table(
        ["score", "text", "farm", "mass", "page"],
        [
            (
                f"{one.score:.2f}",
                f"{one.content:.2f}",
                f"{one.farm:.2f}",
                f"{one.mass:.2f}",
                one.url,
            )
            for one in report.pages
        ],
    )
    console.say()
    console.table(
        ["score", "farm", "host"],
        [(f"{one.score:.2f}", f"{one.farm:.2f}", one.host) for one in report.hosts],
    )


def _row(page: LinkedPage) -> tuple[str, int, str]:
    return f"{page.score:.6f}", page.incoming, page.url


def _show_difference(found: RankDifference, console: Console) -> None:
    console.say(
        f"by all {found.all_links:,} links instead of {found.topic_links:,} topic links: "
        f"correlation of places {found.correlation:.3f}, {found.common:.0%} of the first "
        "pages in common"
    )
    for name, pages in (("higher by all links", found.risen), ("lower", found.fallen)):
        for url in pages:
            console.say(f"  {name}: {url}")
