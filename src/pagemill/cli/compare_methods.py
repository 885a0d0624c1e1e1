"""``pagemill compare-methods``: which method of finding duplicates is good enough here."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from pagemill.cli.arguments import add_json, natural, place, share
from pagemill.cli.console import Console
from pagemill.comparing import SAMPLE, compare_methods, documents_of
from pagemill.dedup.compare.catalogue import METHODS
from pagemill.dedup.params import DedupParams
from pagemill.errors import UsageError
from pagemill.model.comparison import Comparison, MethodFigures

DESCRIPTION = """Run every method of finding duplicates on your own texts and hold what each
finds against the exact resemblance of all pairs: precision, recall, speed in
texts a second of processor time, and the bytes to be kept of a text. SOURCE is a
collection, a file of JSON lines with text and id or url, an HTML or text file, or
a folder of such files."""
EXAMPLE = """pagemill compare-methods my.collection
pagemill compare-methods texts.jsonl --methods bands,simhash,winnowing --threshold 0.9
pagemill compare-methods texts.jsonl --sample 5000 --curve
pagemill compare-methods --list"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "sources", metavar="SOURCE", nargs="*", type=place, help="collection, file or folder"
    )
    parser.add_argument(
        "--methods", metavar="NAMES", help="compare these, with commas between; all by default"
    )
    parser.add_argument(
        "--threshold",
        metavar="T",
        type=share,
        default=DedupParams().threshold,
        help="resemblance that makes a pair a duplicate (default %(default)s)",
    )
    parser.add_argument(
        "--sample",
        metavar="N",
        type=natural,
        default=SAMPLE,
        help="texts at most, 0 for all (default %(default)s); many methods compare all pairs",
    )
    parser.add_argument(
        "--curve",
        action="store_true",
        help="show the share of pairs found at each resemblance: measured, and by formula",
    )
    parser.add_argument("--list", action="store_true", help="list the methods and do no more")
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Compare, or list the methods."""
    if args.list:
        show_list(console)
        return True
    if not args.sources:
        raise UsageError("no SOURCE; name a collection, a file or a folder, or use --list")
    comparison = compare_methods(
        documents_of(args.sources),
        threshold=args.threshold,
        methods=args.methods.split(",") if args.methods else None,
        most=args.sample,
        with_curve=args.curve,
    )
    if console.is_json:
        console.json(comparison)
    else:
        show(comparison, console)
    return True


def show_list(console: Console) -> None:
    """Print what each method does."""
    if console.is_json:
        console.json([{"name": method.name, "says": method.says} for method in METHODS])
    else:
        console.table(("method", ""), ((method.name, method.says) for method in METHODS))


def show(comparison: Comparison, console: Console) -> None:
    """Print the table, and the curves if there are any."""
    with_sites = any(
        figures.precision_same_site is not None or figures.precision_cross_site is not None
        for figures in comparison.figures
    )
    sites = ("same site", "cross site") if with_sites else ()
    console.table(
        (
            *("method", "pairs", "right", "precision", "recall", "F1"),
            *("texts/s", "bytes/text"),
            *sites,
        ),
        (_row(figures, with_sites=with_sites) for figures in comparison.figures),
    )
    if comparison.curve:
        console.say()
        console.say("share of pairs found, by exact resemblance")
        _show_curve(comparison, console)
    for line in _remarks(comparison, with_sites=with_sites):
        console.remark(line)


def _row(figures: MethodFigures, *, with_sites: bool) -> list[object]:
    shares = [figures.precision, figures.recall, figures.f1]
    sites = [figures.precision_same_site, figures.precision_cross_site] if with_sites else []
    return [
        *(figures.method, figures.pairs, figures.right, *map(_share, shares)),
        *(round(figures.texts_per_second), round(figures.bytes_per_text)),
        *map(_share, sites),
    ]


def _share(value: float | None) -> str:
    return "    -" if value is None else f"{value:.3f}"


def _show_curve(comparison: Comparison, console: Console) -> None:
    points = comparison.curve
    rows: list[list[object]] = [["", "pairs", *(f"{point.pairs:,}" for point in points)]]
    for figures in comparison.figures:
        name = figures.method
        rows.append([name, "measured", *(f"{point.found[name]:.3f}" for point in points)])
        if name in points[0].expected:
            expected = [f"{point.expected[name]:.3f}" for point in points]
            rows.append(["", "formula", *expected])
    console.table(("method", "", *(f"{point.low:.2f}-" for point in points)), rows)


def _remarks(comparison: Comparison, *, with_sites: bool) -> Iterator[str]:
    yield (
        f"texts: {comparison.texts:,} of {comparison.given:,}; "
        f"{comparison.too_short:,} shorter than a shingle left out"
    )
    yield (
        f"duplicates: {comparison.duplicates:,} pairs with an exact resemblance of "
        f"{comparison.threshold} or more"
    )
    if with_sites:
        yield "same site, cross site: precision among pairs of one host, and of two"
