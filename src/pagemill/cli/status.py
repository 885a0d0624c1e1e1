"""``pagemill status``: what the collection holds and what became of every row."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json
from pagemill.cli.console import Console, funnel_rows, size
from pagemill.model.report import Status

DESCRIPTION = """Show the funnel of the collection DIR, what each stage took in, wrote and
rejected by reason, how large its parts are, and what the next build would do."""
EXAMPLE = "pagemill status my.collection"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the accounts."""
    status = Collection.open(args.dir).status()
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
    console.say()
    console.table(("part", "size"), ((part, size(n)) for part, n in status.sizes.items()))
    console.say()
    stale = ", ".join(status.stale)
    console.say(f"the next build runs: {stale}" if stale else "up to date: nothing to build")
