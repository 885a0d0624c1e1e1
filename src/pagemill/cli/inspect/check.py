"""``pagemill check``: whether archives and collections are sound."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.checking import check
from pagemill.cli.arguments import add_json, add_quiet, place
from pagemill.cli.console import Console, damage_lines
from pagemill.model.check import CheckReport

DESCRIPTION = """Read FILEs from end to end and report each place that is not sound: archive
files of every kind that import takes, and folders of collections with their
index and tables. Stated digests are computed. Nothing is changed."""
EXAMPLE = "pagemill check crawl.warc.gz my.collection"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=place, help="archive file or collection"
    )
    add_json(parser)
    add_quiet(parser)


def run(args: Namespace, console: Console) -> bool:
    """Check the files and show what was found."""
    with console.progress("check") as progress:
        report = check(args.files, progress=progress)
    show(report, console)
    return report.is_clean


def show(report: CheckReport, console: Console) -> None:
    """Print damaged places, then one line for all."""
    if console.is_json:
        console.json(report)
        return
    for line in damage_lines(report.damage):
        console.say(line)
    records = sum(one.records for one in report.files)
    digests = sum(one.digests for one in report.files)
    console.say(
        f"{len(report.files):,} files, {records:,} records, {digests:,} digests held, "
        f"{len(report.damage):,} damaged places"
    )
