"""``pagemill lab``: the classic ways of measuring the web, where the truth is known."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.cli.arguments import add_json, natural
from pagemill.cli.console import Console
from pagemill.measure.lab.lesson import Lesson, Row
from pagemill.measure.lab.lessons import LESSONS

DESCRIPTION = """Measure invented webs in the classic ways and hold the results against the
truth: what each is off by, and what puts it right. Without a name, all lessons are listed."""
EXAMPLE = """pagemill lab
pagemill lab overlap
pagemill lab cut-off --seed 7"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    names = ", ".join(lesson.name for lesson in LESSONS)
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        choices=[lesson.name for lesson in LESSONS],
        help=f"one of {names}",
    )
    parser.add_argument(
        "--seed", metavar="N", type=natural, default=0, help="another invented world (0)"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Give a lesson, or list all."""
    if args.lesson is None:
        show_list(console)
        return True
    lesson = next(one for one in LESSONS if one.name == args.lesson)
    rows = lesson.rows(args.seed)
    if console.is_json:
        console.json(
            [{"how": r.how, "value": r.value, "truth": r.truth, "note": r.note} for r in rows]
        )
    else:
        show(lesson, rows, console)
    return True


def show_list(console: Console) -> None:
    """Print what each lesson shows."""
    if console.is_json:
        console.json([{"name": one.name, "says": one.says} for one in LESSONS])
    else:
        console.table(("lesson", ""), ((one.name, one.says) for one in LESSONS))


def show(lesson: Lesson, rows: list[Row], console: Console) -> None:
    """Print the figures of a lesson next to the truth."""
    console.say(lesson.says)
    console.table(
        ("way", "measured", "true", "off by", "note"),
        (
            (row.how, _number(row.value), _number(row.truth), _off(row), row.note)
            for row in rows
        ),
    )


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3f}"


def _off(row: Row) -> str:
    return "-" if row.value is None or not row.truth else f"{row.value / row.truth - 1:+.1%}"
