"""``pagemill crawl``: fetch a site into the archive."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, add_quiet, natural
from pagemill.cli.console import Console
from pagemill.model.report import CrawlReport

DESCRIPTION = """Fetch pages from the web into the archive of the collection DIR, beginning
with each URL and following links within the scope. robots.txt is obeyed, a host is
asked one page at a time with a pause between, and private addresses are never
asked unless --allow-network names them. A crawl that was stopped or killed goes on
when it is repeated, with or without URLs. Pages are asked for again only with --refresh
or --continuous, and only what has changed is sent and stored. Every setting also
stands in [crawl] of collection.toml."""
EXAMPLE = """pagemill crawl my.collection https://www.example.org/ --contact me@example.org
pagemill crawl my.collection --max-pages 1000"""


_SETTINGS = (
    "contact",
    "scope",
    "depth",
    "requisites",
    "order",
    "topic",
    "examples",
    "forms",
    "render",
    "delay",
    "max_pages",
    "max_bytes",
    "max_time",
    "continuous",
    "proxy",
    "logins",
    "metrics",
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument("urls", metavar="URL", nargs="*", help="where to begin")
    parser.add_argument("--contact", metavar="ADDRESS", help="who can be asked about the crawl")
    parser.add_argument(
        "--scope",
        choices=("host", "domain", "prefix", "page", "web"),
        help="how far from the URLs to go",
    )
    parser.add_argument("--depth", metavar="N", type=natural, help="most links from a URL")
    parser.add_argument(
        "--requisites",
        action="store_true",
        default=None,
        help="fetch the pictures, styles, scripts and fonts of pages too",
    )
    parser.add_argument(
        "--delay", metavar="SECONDS", type=_seconds, help="pause between requests to a host"
    )
    _add_choices(parser)
    _add_ends(parser)
    _add_network(parser)
    _add_access(parser)
    _add_orders(parser)
    add_json(parser)
    add_quiet(parser)


def _add_choices(parser: ArgumentParser) -> None:
    """Which pages come first, and what else is tried."""
    parser.add_argument(
        "--order",
        choices=("breadth", "importance"),
        help="what comes first: few links from a URL, or what is worth most by its links",
    )
    parser.add_argument(
        "--topic", metavar="WORDS", help="ask first for what pages about these words lead to"
    )
    parser.add_argument(
        "--examples",
        metavar="FILE",
        help="learn the topic from example pages, or with 'search' from the collection",
    )
    parser.add_argument(
        "--forms", metavar="N", type=natural, help="try N choices of forms that need no writing"
    )
    parser.add_argument(
        "--render",
        action="store_true",
        default=None,
        help="render pages in a browser that say nothing without JavaScript",
    )


def _add_ends(parser: ArgumentParser) -> None:
    parser.add_argument("--max-pages", metavar="N", type=natural, help="end after N pages")
    parser.add_argument("--max-bytes", metavar="N", type=natural, help="end after N bytes")
    parser.add_argument(
        "--max-time", metavar="SECONDS", type=_seconds, help="end after this time"
    )
    parser.add_argument(
        "--continuous",
        action="store_true",
        default=None,
        help="go on without end: visit pages again when they are due",
    )
    parser.add_argument(
        "--refresh",
        action="store_true",
        help="visit all pages again that were fetched before",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="show what would be asked for first; ask nobody"
    )


def _add_network(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--allow-network",
        metavar="CIDR",
        action="append",
        default=[],
        help="private network that may be asked, such as 192.168.1.0/24; repeatable",
    )
    parser.add_argument(
        "--resolve",
        metavar="NAME=ADDRESS",
        action="append",
        default=[],
        type=_pair,
        help="address of a name that is not to be looked up; repeatable",
    )


def _add_access(parser: ArgumentParser) -> None:
    parser.add_argument("--proxy", metavar="URL", help="proxy through which to ask")
    parser.add_argument(
        "--logins", metavar="FILE", help="passwords, headers, cookies, forms of private sites"
    )


def _add_orders(parser: ArgumentParser) -> None:
    told = parser.add_mutually_exclusive_group()
    for order, said in (
        ("pause", "tell the crawl that is running to ask for nothing until --resume"),
        ("resume", "tell the crawl that is running to go on"),
        ("stop", "tell the crawl that is running to end, after what is under way"),
    ):
        told.add_argument(
            f"--{order}", dest="told", action="store_const", const=order, help=said
        )
    parser.add_argument(
        "--metrics", metavar="[HOST:]PORT", help="where Prometheus may ask for figures"
    )
    parser.add_argument(
        "--json-progress",
        action="store_true",
        help="show progress as lines of JSON, one a second",
    )


_HINTS = {"private address": " (--allow-network CIDR lets your own in, such as 127.0.0.0/8)"}


def run(args: Namespace, console: Console) -> bool:
    """Crawl and show what it came to."""
    collection = Collection.open(args.dir)
    if args.told:
        collection.order_crawl(args.told)
        return True
    settings = {name: getattr(args, name) for name in _SETTINGS}
    settings = {name: value for name, value in settings.items() if value is not None}
    with console.progress("crawl", as_json=args.json_progress) as progress:
        report = collection.crawl(
            args.urls,
            allow_networks=args.allow_network,
            resolve=dict(args.resolve),
            refresh=args.refresh,
            dry_run=args.dry_run,
            progress=progress,
            **settings,
        )
    show(report, console)
    return report.is_clean


def show(report: CrawlReport, console: Console) -> None:
    """Print what a crawl came to."""
    if console.is_json:
        console.json(report)
        return
    console.say(
        f"{report.fetched:,} answers kept, {report.unchanged:,} of them unchanged, "
        f"{report.received:,} bytes received in "
        f"{report.took_s:,.0f} s; {report.queued:,} addresses still queued"
    )
    if report.elsewhere:
        console.say(f"{report.elsewhere:,} of them with a text that a host met earlier showed")
    if report.requisites:
        console.say(f"{report.requisites:,} further answers kept that pages are shown with")
    console.say(f"ended: {report.ended}")
    if report.harvest is not None:
        console.say(f"harvest rate: {report.harvest:.3f} of the pages are about the topic")
    for url in report.first:
        console.say(f"  next: {url}")
    for what, counts in (
        ("failed", report.failures),
        ("not asked for", report.refusals),
        ("show little", report.hidden),
    ):
        for reason, count in counts.items():
            hint = _HINTS.get(reason, "")
            console.say(f"  {count:,} {what}: {reason}{hint}")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise ArgumentTypeError(f"{text!r} is no number of seconds of at least 0")
    return seconds


def _pair(text: str) -> tuple[str, str]:
    name, equals, address = text.partition("=")
    if not equals or not name or not address:
        raise ArgumentTypeError(f"{text!r} must be written as name=address")
    return name, address
