"""``pagemill explain``: what each stage decided about one page."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import zip_longest

from pagemill.api import Collection
from pagemill.cli.arguments import add_json, add_read_collection
from pagemill.cli.console import Console, folded, pad
from pagemill.model.comparison import Passage, Removal
from pagemill.model.ledger import LedgerLine
from pagemill.model.report import Explanation

DESCRIPTION = """Show what each stage decided about the page URL of the collection DIR, and the
figures that decided it. If the page was removed as a copy, the passages in which
it differs from the page that is kept stand side by side. With --ledger every text node
of the page follows: whether it was kept, its content block, and why."""
EXAMPLE = "pagemill explain my.collection https://example.org/a"

TEXT_WIDTH = 48
GUTTER = " | "
RULE = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_read_collection(parser)
    parser.add_argument("url", metavar="URL", help="page to explain")
    parser.add_argument(
        "--ledger",
        action="store_true",
        help="tell what became of each text node of the page",
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Show the decisions."""
    explanation = (
        Collection.open(args.dir).seen_by(args.user).explain(args.url, ledger=args.ledger)
    )
    if console.is_json:
        console.json(explanation)
    else:
        show(explanation, console)
    return True


def show(explanation: Explanation, console: Console) -> None:
    """Print one line for each decision."""
    console.say(explanation.url)
    console.table(
        ("stage", "decision", "reason"),
        ((step.stage, step.decision, step.reason) for step in explanation.steps),
    )
    if explanation.removal is not None:
        console.say()
        show_removal(explanation.url, explanation.removal, console)
    if explanation.ledger is not None:
        console.say()
        show_ledger(explanation.ledger, console)


def show_ledger(ledger: Sequence[LedgerLine], console: Console) -> None:
    """Print one line for each text node; long texts are cut, ``--json`` has them whole."""
    console.table(
        ("node", "", "block", "type", "score", "text", "reason"),
        (
            (
                line.node,
                "kept" if line.kept else "dropped",
                line.block if line.block >= 0 else "-",
                line.block_type or "-",
                f"{line.score:.3f}",
                next(iter(folded(line.text, TEXT_WIDTH)), ""),
                line.reason + "".join(f", {mark}" for mark in line.marks),
            )
            for line in ledger
        ),
    )


def show_removal(url: str, removal: Removal, console: Console) -> None:
    """Print the kept page beside the removed one, passage by passage."""
    console.say(f"removed for {removal.kept}")
    console.say(f"similarity {removal.similarity:.3f}, by {removal.method}")
    if not removal.passages:
        console.say("both texts have the same words")
        return
    width = (max(40, shutil.get_terminal_size().columns) - len(GUTTER)) // 2
    rows = [
        (f"kept: {removal.kept}", f"removed: {url}"),
        *((side(each, each.kept), side(each, each.removed)) for each in removal.passages),
    ]
    for left, right in rows:
        console.say(pad("", width, RULE) + GUTTER.replace(" ", RULE) + pad("", width, RULE))
        lines = zip_longest(folded(left, width), folded(right, width), fillvalue="")
        for one, two in lines:
            console.say(f"{pad(one, width)}{GUTTER}{two}".rstrip())
    if removal.more:
        console.say(f"and {removal.more:,} more passages")


def side(passage: Passage, words: str) -> str:
    """One side of a passage: what both texts have, and in brackets what this one has."""
    return " ".join(filter(None, (passage.before, f"[{words}]", passage.after)))
