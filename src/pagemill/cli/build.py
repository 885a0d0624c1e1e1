"""``pagemill build``: bring every table and the index up to date."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import islice

from pagemill import native
from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, add_quiet, positive
from pagemill.cli.console import Console, funnel_rows, one_line
from pagemill.errors import UsageError
from pagemill.model.report import BuildReport, Rejected, is_sorting

MACHINE, RAY = "machine", "ray"
"""Who can do the work."""

REJECTS_SHOWN = 5
"""Rejected pages that are named at the end."""

DESCRIPTION = """Purify the pages of the collection DIR, find exact and near duplicates, and
index what is kept. Only what is missing or changed is done. It may be
interrupted at any moment: the same command goes on."""
EXAMPLE = """pagemill build my.collection
pagemill build my.collection --workers 4
pagemill build /shared/my.collection --engine ray --address 10.0.0.1:6379"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "--workers",
        metavar="N",
        type=positive,
        default=None,
        help="processes to use (default: one for each processor); the result is the same",
    )
    parser.add_argument(
        "--engine",
        choices=(MACHINE, RAY),
        default=MACHINE,
        help="who does the work: processes of this machine (default), or the nodes of a Ray "
        "cluster, which all see DIR at the same path; the result is the same",
    )
    parser.add_argument(
        "--address",
        metavar="HOST:PORT",
        default=None,
        help="with --engine ray: the head of the cluster, or 'auto' for the one that this "
        "machine is a node of (default: a cluster of this machine alone)",
    )
    add_json(parser)
    add_quiet(parser)


def run(args: Namespace, console: Console) -> bool:
    """Build and show the funnel."""
    collection = Collection.open(args.dir)
    if native.sketch is None:
        console.remark(
            f"{native.description()}; install with a compiler at hand to change that"
        )
    with console.progress("build") as progress:
        report = collection.build(
            workers=args.workers, cluster=_cluster(args), progress=progress
        )
    show(report, console)
    if not console.is_json:
        show_rejects(collection.rejects(), args.dir, console)
    return report.is_clean


def _cluster(args: Namespace) -> str | None:
    """The address of the cluster that is to do the work."""
    if args.engine == RAY:
        return args.address or "local"
    if args.address:
        raise UsageError(f"--address {args.address} is of a cluster; add --engine {RAY}")
    return None


def show_rejects(rejects: Iterator[Rejected], folder: str, console: Console) -> None:
    """Name the first pages that were rejected, and say where all are listed."""
    for one in islice(rejects, REJECTS_SHOWN):
        detail = f" ({one_line(one.detail)})" if one.detail else ""
        console.warn(f"{one.stage}: {one.reason}: {one.url}{detail}")
    if next(rejects, None):
        console.warn(f"more: 'pagemill status {folder} --rejects' lists all")


def show(report: BuildReport, console: Console) -> None:
    """Print the funnel, and as warnings what stages rejected for more than being surplus."""
    if console.is_json:
        console.json(report)
        return
    console.table(("", "rows"), funnel_rows(report.funnel))
    for record in report.records:
        for reason, count in sorted(record.rejects.items()):
            if not is_sorting(reason):
                console.warn(f"{record.stage}: {count:,} rejected: {reason}")
        for note, count in sorted(record.notes.items()):
            console.warn(f"{record.stage}: {note}: {count:,}")
