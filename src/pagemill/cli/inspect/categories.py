"""``pagemill categories``: the categories of pages, and learning them of labelled examples."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json
from pagemill.cli.console import Console
from pagemill.model.taxonomy import TaxonomyReport

DESCRIPTION = """Show the taxonomy that tells the categories of the pages of the collection DIR,
how good it is on pages of hosts that it never saw, and how many pages have which
category. With --learn, make a taxonomy of labelled examples first: a file of JSON
lines, each with "category", a path such as science/physics, and the "url" of a
page of the collection or a "text" (and "title"). The next build uses it."""
EXAMPLE = """pagemill categories my.collection
pagemill categories my.collection --learn labels.jsonl"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--learn", type=Path, metavar="FILE", help="labelled examples to learn a taxonomy of"
    )
    how.add_argument(
        "--ready", action="store_true", help="go back to the taxonomy that comes with pagemill"
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Learn if asked, and show the taxonomy."""
    report = Collection.open(args.dir).categories(args.learn, ready=args.ready)
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return not report.unused


def show(report: TaxonomyReport, console: Console) -> None:
    """Print how good the taxonomy is, then a line for each category."""
    figures = report.figures
    whose = "learned of your examples" if report.is_own else "the ready one"
    console.say(
        f"taxonomy: {whose}; {figures.examples:,} examples of {figures.groups:,} hosts; "
        f"method {figures.method}"
    )
    for method, right in figures.accuracy.items():
        console.say(f"  {method}: right {right:.3f}, mean F1 {figures.mean_f1[method]:.3f}")
    console.say(
        f"  a category is stated for {figures.stated:.1%}; of these right "
        f"{figures.right_if_stated:.3f}"
    )
    for reason, count in report.unused.items():
        console.say(f"  {count:,} examples not used: {reason}")
    known = {one.category: one for one in figures.categories}
    console.table(
        ("category", "examples", "precision", "recall", "pages"),
        (
            (
                name or "none",
                known[name].examples if name in known else "",
                f"{known[name].precision:.3f}" if name in known else "",
                f"{known[name].recall:.3f}" if name in known else "",
                report.pages.get(name, 0),
            )
            for name in sorted({*known, *report.pages})
        ),
    )
