"""``pagemill lab``: the classic ways of measuring the web, where the truth is known."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.cli.arguments import add_json, natural, place
from pagemill.cli.console import Console
from pagemill.errors import UsageError
from pagemill.measure.lab.lesson import Lesson, Row
from pagemill.measure.lab.lessons import LESSONS
from pagemill.measure.lab.notebook import notebook, shown
from pagemill.measure.picture.dots import dots

DESCRIPTION = """Measure invented webs in the classic ways and hold the results against the
truth: what each is off by, and what puts it right. Without a name, all lessons are listed."""
EXAMPLE = """pagemill lab
pagemill lab overlap
pagemill lab cut-off --seed 7
pagemill lab overlap --picture overlap.svg
pagemill lab --notebook laboratory.ipynb"""


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
    parser.add_argument(
        "--notebook", metavar="FILE", type=place, help="write the lessons as a notebook"
    )
    parser.add_argument(
        "--picture", metavar="FILE", type=place, help="draw a lesson's figures as SVG"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Give a lesson, or list all."""
    chosen = [one for one in LESSONS if args.lesson in (None, one.name)]
    if args.notebook is not None:
        args.notebook.write_text(notebook(chosen, args.seed), "utf-8")
        console.say(f"{args.notebook}: {len(chosen)} lessons")
        return True
    if args.lesson is None:
        if args.picture is not None:
            raise UsageError("name the lesson that --picture is to draw")
        show_list(console)
        return True
    [lesson] = chosen
    rows = lesson.rows(args.seed)
    if args.picture is not None:
        drawn = dots(lesson.says, [(row.how, row.value, row.truth) for row in rows])
        args.picture.write_text(drawn, "utf-8")
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
        ((row.how, shown(row.value), shown(row.truth), _off(row), row.note) for row in rows),
    )


def _off(row: Row) -> str:
    return "-" if row.value is None or not row.truth else f"{row.value / row.truth - 1:+.1%}"
