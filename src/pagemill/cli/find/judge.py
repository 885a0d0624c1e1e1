"""``pagemill judge``: how well pages are found, and what cleaning does for it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pagemill.api import Collection
from pagemill.cli.arguments import add_collection, add_json, positive
from pagemill.cli.console import Console
from pagemill.collection.layout import Layout
from pagemill.model.search import QualityReport
from pagemill.searching.judging import judge

DESCRIPTION = """Judge search in the collection DIR by known items: pages are looked for by
their own titles and by what other pages call them, in indexes of the texts alone, with
and without purification and de-duplication. Shown are nDCG of the first ten hits
and mean reciprocal rank with intervals (95 %), the size of each index, the time to
build it and the time of a query."""
EXAMPLE = "pagemill judge my.collection --queries 200"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add_collection(parser)
    parser.add_argument(
        "--queries",
        metavar="N",
        type=positive,
        default=200,
        help="queries at most by titles, and as many by anchor texts (default: 200)",
    )
    add_json(parser)


def run(args: Namespace, console: Console) -> bool:
    """Judge and show the figures."""
    report = judge(Layout(Collection.open(args.dir).root), args.queries)
    if console.is_json:
        console.json(report)
    else:
        show(report, console)
    return True


def show(report: QualityReport, console: Console) -> None:
    """Print quality, then cost, a line for each way of indexing."""
    _show_quality(report, console)
    console.say()
    _show_costs(report, console)


def _show_quality(report: QualityReport, console: Console) -> None:
    console.table(
        [
            "items",
            "purified",
            "de-duplicated",
            "queries",
            "nDCG@10",
            "MRR",
            "distinct",
            "against",
        ],
        [
            (
                one.items,
                _yes(one.purified),
                _yes(one.deduplicated),
                one.queries,
                _interval(one.ndcg, one.ndcg_low, one.ndcg_high),
                _interval(one.mrr, one.mrr_low, one.mrr_high),
                f"{one.distinct:.3f}",
                _interval(one.against, one.against_low, one.against_high),
            )
            for one in report.judgements
        ],
    )


def _show_costs(report: QualityReport, console: Console) -> None:
    console.table(
        ["purified", "de-duplicated", "pages", "index bytes", "CPU s", "p50 ms", "p99 ms"],
        [
            (
                _yes(one.purified),
                _yes(one.deduplicated),
                one.pages,
                one.size,
                f"{one.build_s:.2f}",
                f"{one.query_p50_ms:.2f}",
                f"{one.query_p99_ms:.2f}",
            )
            for one in report.costs
        ],
    )


_MORE = ("distinct", "nDCG against the first")


def _yes(value: bool) -> str:  # noqa: FBT001
    return "yes" if value else "no"


def _interval(mean: float, low: float, high: float) -> str:
    return f"{mean:.3f} ({low:.3f} to {high:.3f})"
