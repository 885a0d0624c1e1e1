"""``pagemill measure``: how large, how complete, how fresh, how redundant."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pagemill.cli.arguments import add_json, natural, place, positive
from pagemill.cli.console import Console
from pagemill.cli.measure import show
from pagemill.collection.layout import Layout
from pagemill.comparing import documents_of
from pagemill.errors import UsageError
from pagemill.measure.lexicon import SAMPLE
from pagemill.measure.overlap.check import WAYS
from pagemill.measure.picture.venn import venn
from pagemill.measure.size.choose import METHODS
from pagemill.measuring import (
    comparing,
    crawls,
    graphs,
    lexicons,
    own,
    relocating,
    sharing,
    sizing,
)
from pagemill.measuring.orders import BUDGET, Order

DESCRIPTION = """Measure an engine through its answers, or a collection exactly. ENGINE is the
folder of a collection, or a TOML file that describes an engine (HTTP with JSON or HTML,
OpenSearch, SQLite FTS5; see docs/engines.md). WHAT is one of:

  size        how many pages there are, with interval, visible share, method, cost
  compare     what two or more engines have in common; exactly where all pages can
              be listed (exit code 1 if they differ), else by sampling
  freshness   share of pages whose indexed text is the live one; of a collection:
              freshness and age now, backlog, freshness against budget
  age         the same report of a collection
  duplicates, spam, language, type
              share of pages with copies, stuffed with repeated words, in a language;
              of a collection all these, page types and metadata at once
  graph       of a collection: bow tie, PageRank, links to a page
  crawl       of a collection that was crawled: attempts by outcome, soft 404s, dead
              links, harvest rate of focused crawls
  coverage    what share of the web successive crawls see, and what share of pages
              stays: of three collections or more, or of one that was crawled again
  lexicon     make a word list of collections or files, for asking other engines
  moved       find the text of a file (--text) in an engine by the words that mark it"""
EXAMPLE = """pagemill measure lexicon my.collection --out words.jsonl
pagemill measure size api.toml --lexicon words.jsonl --budget 500 --journal size.journal
pagemill measure size api.toml --lexicon words.jsonl --budget 500 --replay size.journal
pagemill measure compare old.collection new.collection
pagemill measure compare my.collection api.toml --venn overlap.svg
pagemill measure freshness my.collection"""

KINDS = (
    *("size", "compare", "freshness", "age", "duplicates", "spam", "language", "type"),
    *("graph", "crawl", "coverage", "lexicon", "moved"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("what", metavar="WHAT", choices=KINDS, help="what to measure")
    parser.add_argument(
        "engines", metavar="ENGINE", nargs="+", type=place, help="collection or description"
    )
    _add_asking(parser)
    parser.add_argument(
        "--method",
        metavar="NAME",
        default="auto",
        help=f"of size: {', '.join(METHODS)}; of compare: {', '.join(comparing.SAMPLERS)}",
    )
    parser.add_argument(
        "--sampled",
        action="store_true",
        help="compare by sampling even where pages can be listed",
    )
    parser.add_argument(
        "--by", choices=WAYS, default="several", help="how a page is looked for (%(default)s)"
    )
    parser.add_argument(
        "--log",
        metavar="FILE",
        type=place,
        help="compare by the answers to these queries, one a line",
    )
    parser.add_argument("--venn", metavar="FILE", type=place, help="draw the overlap as SVG")
    _add_of_some(parser)
    add_json(parser)


def _add_of_some(parser: ArgumentParser) -> None:
    """What only one kind of measurement takes."""
    parser.add_argument(
        "--language", metavar="TAG", default="", help="which language, such as en"
    )
    parser.add_argument(
        "--pause",
        metavar="HOURS",
        type=positive,
        default=crawls.PAUSE_HOURS,
        help="of coverage: a pause longer than this parts two crawls (%(default)s)",
    )
    parser.add_argument("--text", metavar="FILE", type=place, help="text of the moved page")
    parser.add_argument("--out", metavar="FILE", type=place, help="where to write the lexicon")
    parser.add_argument(
        "--pages",
        metavar="N",
        type=positive,
        default=SAMPLE,
        help="pages of the lexicon at most (default %(default)s)",
    )


def _add_asking(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--budget",
        metavar="N",
        type=positive,
        default=BUDGET,
        help="searches at most, of each engine (default %(default)s)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=natural, default=0, help="all chance comes from it (0)"
    )
    parser.add_argument(
        "--lexicon", metavar="FILE", type=place, help="words of an outside sample of pages"
    )
    parser.add_argument(
        "--journal", metavar="FILE", type=place, help="record every request and answer here"
    )
    parser.add_argument(
        "--replay", metavar="FILE", type=place, help="answer from this journal, ask nobody"
    )


def run(args: Namespace, console: Console) -> bool:
    """Measure."""
    return _RUNS[args.what](args, console)


def _order(args: Namespace) -> Order:
    return Order(
        budget=args.budget,
        seed=args.seed,
        journal=args.journal,
        replay=args.replay,
        lexicon=args.lexicon,
        method=args.method,
    )


def _one(args: Namespace) -> Path:
    if len(args.engines) != 1:
        raise UsageError(f"measure {args.what} takes one engine, not {len(args.engines)}")
    found: Path = args.engines[0]
    return found


def _own(args: Namespace) -> Layout:
    layout = Layout(_one(args))
    if not layout.config.exists():
        raise UsageError(f"{layout.root}: measure {args.what} is for collections only")
    return layout


def _size(args: Namespace, console: Console) -> bool:
    show.estimate(sizing.measure_size(_one(args), _order(args)), console)
    return True


def _share(args: Namespace, console: Console) -> bool:
    place_of = _one(args)
    if Layout(place_of).config.exists() and not args.sampled:
        show.makeup(own.makeup(Layout(place_of)), console)
        return True
    if args.what == "type":
        raise UsageError("measure type is for collections only: types need a page's HTML")
    found = sharing.measure_share(place_of, _order(args), args.what, args.language)
    show.estimate(found, console)
    return True


def _freshness(args: Namespace, console: Console) -> bool:
    place_of = _one(args)
    if args.what == "age" or Layout(place_of).config.exists():
        now = datetime.now(UTC)  # noqa: TID251 - the edge, where the clock comes in
        show.freshness(own.freshness(_own(args), now), console)
        return True
    show.estimate(sharing.measure_share(place_of, _order(args), "freshness"), console)
    return True


def _compare(args: Namespace, console: Console) -> bool:
    if len(args.engines) < 2:
        raise UsageError("measure compare takes two engines or more")
    if args.log is not None:
        lines = args.log.read_text("utf-8").splitlines()
        found = comparing.by_queries(args.engines[0], args.engines[1], _order(args), lines)
        show.ratio(found, console)
        return True
    if len(args.engines) == 2 and not (args.sampled or args.replay or args.venn):
        exact = comparing.exactly(args.engines[0], args.engines[1], _order(args))
        if exact is not None:
            show.differences(exact, console)
            return exact.is_equal
    sampled = comparing.by_sampling(args.engines, _order(args), args.by)
    if args.venn is not None:
        cells = {tuple(one == "1" for one in key): v for key, v in sampled.cells.items()}
        args.venn.write_text(venn(sampled.engines, cells), "utf-8")
    show.comparison(sampled, console)
    return True


def _graph(args: Namespace, console: Console) -> bool:
    show.graph(graphs.graph(_own(args)), console)
    return True


def _crawl(args: Namespace, console: Console) -> bool:
    show.crawl_yield(crawls.crawl_yield(_own(args)), console)
    return True


def _coverage(args: Namespace, console: Console) -> bool:
    show.coverage(crawls.longitudinal(args.engines, args.pause), console)
    return True


def _lexicon(args: Namespace, console: Console) -> bool:
    if args.out is None:
        raise UsageError("say where to write the lexicon with --out FILE")
    found = lexicons.made(args.engines, args.out, most=args.pages, seed=args.seed)
    summary = {
        "pages": len(found.pages),
        "words": len(found.frequencies),
        "file": str(args.out),
    }
    if console.is_json:
        console.json(summary)
    else:
        console.say(
            f"{args.out}: {summary['words']:,} different words of {summary['pages']:,} pages"
        )
    return True


def _moved(args: Namespace, console: Console) -> bool:
    if args.text is None:
        raise UsageError("name the file with the page's text with --text FILE")
    [(_, text)] = documents_of([args.text])
    show.relocated(relocating.relocate(text, _one(args), _order(args)), console)
    return True


_RUNS: dict[str, Callable[[Namespace, Console], bool]] = {
    "size": _size,
    "compare": _compare,
    "freshness": _freshness,
    "age": _freshness,
    "duplicates": _share,
    "spam": _share,
    "language": _share,
    "type": _share,
    "graph": _graph,
    "crawl": _crawl,
    "coverage": _coverage,
    "lexicon": _lexicon,
    "moved": _moved,
}
