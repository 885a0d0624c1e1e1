"""``pagemill history``: all captures of one page, and what links to it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection
from pagemill.cli.console import Console
from pagemill.model.history import History

DESCRIPTION = """Show every capture of the page URL in the collection DIR, newest first: when it
was made, what had changed, its validators, and where it stands in the archive;
then what else came of asking for it, which pages link to it and what they call it."""
EXAMPLE = "pagemill history my.collection https://example.org/a"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument("url", metavar="URL", help="page to show")
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the history."""
    history = Collection.open(args.dir).seen_by(args.user).history(args.url)
    if console.is_json:
        console.json(history)
    else:
        show(history, console)
    return True


def show(history: History, console: Console) -> None:
    """Print the row of the page."""
    console.say(f"{history.url}: {len(history.versions)} captures, tablet {history.tablet}")
    console.table(
        ("captured", "change", "status", "bytes", "validators", "stands in"),
        (
            (
                f"{one.at:%Y-%m-%dT%H:%M:%SZ}",
                one.change,
                f"{one.status} {one.kind}",
                f"{one.payload_bytes:,}",
                " ".join(filter(None, (one.etag, one.last_modified))) or "none",
                f"{one.file} at byte {one.offset:,}",
            )
            for one in history.versions
        ),
    )
    for one in history.attempts:
        if one.outcome != "fetched":
            why = ", ".join(filter(None, (one.reason, one.detail, one.target)))
            console.say(
                f"asked {one.at:%Y-%m-%dT%H:%M:%SZ}: {one.outcome}, {why or one.status}"
            )
    for anchor in history.anchors:
        texts = ", ".join(f'"{text}"' for text in anchor.texts)
        console.say(f"linked from {anchor.source}: {texts}")
    for table, place in history.rows.items():
        console.say(f"{table}: {place}")
