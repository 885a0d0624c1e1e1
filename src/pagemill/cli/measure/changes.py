"""``pagemill changes``: what is new, changed or vanished since an instant."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import UTC, datetime

from pagemill.cli.arguments import add_collection, add_json
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.measuring.changes import Change, atom, changes

DESCRIPTION = """List the pages of the collection DIR that are new, changed or vanished since an
instant, with what differs in their texts; as an Atom feed with --atom."""
EXAMPLE = """pagemill changes my.collection --since 2026-03-01
pagemill changes my.collection --since 2026-03-01T12:00 --atom"""


def instant(text: str) -> datetime:
    """Read a date or an instant; without an offset it is in UTC."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no date such as 2026-03-01") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "--since",
        metavar="TIME",
        type=instant,
        default=datetime.min.replace(tzinfo=UTC),
        help="captures up to then are the old state; all pages are new by default",
    )
    parser.add_argument("--atom", action="store_true", help="print an Atom feed")
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """List the changes."""
    found = list(changes(Layout(args.dir), args.since))
    if args.atom:
        now = datetime.now(UTC)  # noqa: TID251 - the edge, where the clock comes in
        console.say(atom(args.dir.resolve().name, found, now).rstrip())
    elif console.is_json:
        console.json_lists({"changes": map(_plain, found)})
    else:
        show(found, console)
    return True


def _plain(change: Change) -> dict[str, object]:
    return {
        "url": change.url,
        "kind": change.kind,
        "at": change.at.isoformat(),
        "before": change.before.isoformat() if change.before else None,
        "title": change.title,
        "difference": list(change.difference),
    }


def show(found: list[Change], console: Console) -> None:
    """Print the changes, and what differs of changed pages."""
    for change in found:
        console.say(f"{change.kind}: {change.url} ({change.at:%Y-%m-%dT%H:%M:%SZ})")
        if change.kind == "changed":
            for line in change.difference:
                console.say(f"  {line}")
    kinds = ("new", "changed", "vanished")
    counts = [f"{sum(one.kind == kind for one in found):,} {kind}" for kind in kinds]
    console.say(", ".join(counts))
