"""``pagemill status``: what the collection holds and what became of every row."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection
from pagemill.cli.console import Console, funnel_rows, one_line, size
from pagemill.model.report import CrawlStatus, Rejected, Status
from pagemill.model.sites import SiteReport, TemplateAlarm

DESCRIPTION = """Show the funnel of the collection DIR, what each stage took in, wrote and
rejected by reason, how large its parts are, and what the next build would do."""
EXAMPLE = "pagemill status my.collection"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument(
        "--sites",
        action="store_true",
        help="show mirrors, copies within and across sites, and hosts full of template instead",
    )
    parser.add_argument(
        "--rejects",
        action="store_true",
        help="list the pages that stages rejected for more than being surplus instead",
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the accounts."""
    collection = Collection.open(args.dir).seen_by(args.user)
    if args.sites:
        report = collection.sites()
        if console.is_json:
            console.json(report)
        else:
            show_sites(report, collection.funnel().captures, console)
        return True
    if args.rejects:
        show_rejects(collection.rejects(), console)
        return True
    status = collection.status()
    if console.is_json:
        console.json(status)
    else:
        show(status, console)
    return True


def show(status: Status, console: Console) -> None:
    """Print the accounts as tables."""
    console.table(("", "rows"), funnel_rows(status.funnel))
    if status.records:
        console.say()
        console.table(
            ("stage", "rows in", "rows out", "rejected", "seconds"),
            (
                (r.stage, r.rows_in, r.rows_out, sum(r.rejects.values()), f"{r.took_s:.1f}")
                for r in status.records
            ),
        )
    rejected = [
        (stage, reason, count)
        for stage, reasons in status.rejects.items()
        for reason, count in sorted(reasons.items())
    ]
    if rejected:
        console.say()
        console.table(("stage", "rejected because", "rows"), rejected)
    for record in status.records:
        for note, count in sorted(record.notes.items()):
            console.say(f"{record.stage}: {note}: {count:,}")
    show_alarms(status.templates, console)
    if status.crawl is not None:
        show_crawl(status.crawl, console)
    console.say()
    console.table(("part", "size"), ((part, size(n)) for part, n in status.sizes.items()))
    console.say()
    stale = ", ".join(status.stale)
    if stale and not status.funnel.captures and status.sizes.get("archive"):
        console.say("not built yet: the rows above count what was built")
    console.say(f"the next build runs: {stale}" if stale else "up to date: nothing to build")


def show_crawl(crawl: CrawlStatus, console: Console) -> None:
    """Print how the crawl stands, and why addresses were left out."""
    counts = ", ".join(f"{count:,} {state}" for state, count in crawl.counts.items())
    console.say()
    console.say(f"crawl: {counts}")
    console.say(f"crawl: {crawl.idle or 'at work'}")
    reasons = [
        (what, reason, count)
        for what, found in (
            ("not asked for", crawl.refusals),
            ("without answer", crawl.failures),
            ("shows little", crawl.hidden),
        )
        for reason, count in found.items()
    ]
    if reasons:
        console.table(("crawl", "because", "addresses"), reasons)


def show_rejects(rejects: Iterable[Rejected], console: Console) -> None:
    """Print each rejected page on a line of its own."""
    if console.is_json:
        console.json_lists({"rejects": rejects})
        return
    for one in rejects:
        console.say("\t".join(map(one_line, (one.stage, one.reason, one.url, one.detail))))


def show_sites(report: SiteReport, captures: int, console: Console) -> None:
    """Print the funnel of mirrors and reprints, the mirrors, and the alarms."""
    rows = (
        ("captures", captures),
        ("pages", report.pages),
        ("without mirrors", report.without_mirrors),
        ("without reprints", report.without_reprints),
        ("copies on the same site", report.same_site),
        ("copies on another site", report.cross_site),
    )
    console.table(("", "rows"), rows)
    console.say()
    console.say(
        f"{report.in_mirrors:.1%} of the pages are in mirrors, {report.reprinted:.1%} of the "
        f"rest are reprints; in all {report.redundant:.1%} are copies"
    )
    if report.mirrors:
        console.say()
        told = ((each.kept, each.other, each.paths, each.equal) for each in report.mirrors)
        console.table(("kept", "its mirror", "shared paths", "equal"), told)
    show_alarms(report.templates, console)


def show_alarms(alarms: list[TemplateAlarm], console: Console) -> None:
    """Name the hosts whose pages are full of template."""
    for alarm in alarms:
        console.say()
        console.say(
            f"{alarm.host}: {alarm.share:.0%} of the words of {alarm.pages:,} pages are in "
            "lines that they share, such as"
        )
        for example in alarm.examples:
            console.say(f"  {example}")
