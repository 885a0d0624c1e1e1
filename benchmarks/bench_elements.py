"""Titles, dates, authors, keywords, abstracts and links by pagemill and its peers, in one run.

    python -m benchmarks.bench_elements [--every 1] [--keep FILE]

Needs the shared pages; peers as ``bench_extraction`` says, and ``pip install htmldate``. Each
gets the same characters and address of each page of aed, wcxb and zhnews; pagemill's content is
out of fold. ``tests/quality/elements.py`` says how each element is judged.

A peer that does not offer an element has no figure; a page that it says nothing of counts as
wrong. The last lines are the difference to the best peer with its 95 % interval by sites.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import pickle
import random
import re
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from types import ModuleType

from benchmarks.outside import SYSTEMS, Outside
from tests.quality.elements import COLUMNS, SETS, Judged, Said, anchors, figure, judge, ours
from tests.quality.extraction import Task, scorer, tasks_of

from pagemill.html.encoding import decoded

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).resolve().parents[2] / "shared"))
OURS = "pagemill"
ROUNDS = 1000
PAGES_AT_ONCE = 64
_MARKDOWN_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")

System = Callable[[str, str], Said]


def _trafilatura(library: ModuleType) -> System:
    def say(html: str, url: str) -> Said:
        found = library.extract_metadata(html, default_url=url or None)
        text = library.extract(html, include_links=True, output_format="markdown") or ""
        return {
            "title": found.title,
            "date": found.date,
            "author": found.author,
            "keywords": [*(found.tags or []), *(found.categories or [])],
            "abstract": found.description,
            "links": _MARKDOWN_LINK.findall(text),
        }

    return say


def _newspaper(library: ModuleType) -> System:
    def say(html: str, url: str) -> Said:
        page = library.Article(url or "http://a.example/", fetch_images=False)
        page.download(input_html=html)
        page.parse()
        # Its own keywords and summaries want data that it would have to download.
        return {
            "title": page.title,
            "date": str(page.publish_date or "")[:10],
            "author": ", ".join(page.authors),
            "keywords": page.meta_keywords,
            "abstract": page.meta_description,
            "links": anchors(page.article_html or ""),
        }

    return say


def _goose(library: ModuleType) -> System:
    goose = library.Goose({"enable_image_fetching": False, "strict": False})

    def say(html: str, url: str) -> Said:
        del url
        page = goose.extract(raw_html=html)
        return {
            "title": page.title,
            "date": str(page.publish_date or "")[:10],
            "author": ", ".join(page.authors or []),
            "keywords": [*(page.tags or []), *(page.meta_keywords or "").split(",")],
            "abstract": page.meta_description,
        }

    return say


def _readability(library: ModuleType) -> System:
    def say(html: str, url: str) -> Said:
        del url
        page = library.Document(html)
        return {"title": page.short_title(), "links": anchors(page.summary())}

    return say


def _htmldate(library: ModuleType) -> System:
    return lambda html, url: {"date": library.find_date(html, url=url or None) or ""}


PEERS: Mapping[str, tuple[str, Callable[[ModuleType], System]]] = {
    "trafilatura": ("trafilatura", _trafilatura),
    "newspaper4k": ("newspaper", _newspaper),
    "goose3": ("goose3", _goose),
    "readability-lxml": ("readability", _readability),
    "htmldate": ("htmldate", _htmldate),
}
OFFERED = {
    "magic-html": ("title", "links"),
    "rs-trafilatura": ("title", "date", "author", "abstract"),
}


@cache
def peer(name: str) -> System | None:
    """Load a peer; None where it is not installed."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    try:
        if name in SYSTEMS:
            outside = Outside(name)

            def say(html: str, url: str) -> Said:
                page = outside.page(html, url)
                page["abstract"] = page.get("description") or ""
                page["links"] = anchors(page.get("html") or "")
                return {one: page.get(one) or "" for one in OFFERED[name]}

            return say
        module, make = PEERS[name]
        return make(importlib.import_module(module))
    except ImportError:
        return None


def judged(task: Task) -> dict[str, Judged]:
    """Ask all systems about one page."""
    score = sys.modules.get("pages_score") or scorer(Path(task.shared))
    html = decoded(task.payload(), "")[0]
    url = task.truth.get("url") or ""
    found: dict[str, Judged] = {}
    for name in (OURS, *PEERS, *SYSTEMS):
        try:
            if name == OURS:
                said = ours(html, url, task.model)
            else:
                system = peer(name)
                if system is None:
                    continue
                said = system(html, url)
        except Exception:  # noqa: BLE001 - peers raise what they like
            said = dict.fromkeys(ELEMENTS_OF.get(name, ()), "") | {}
        found[name] = Judged(task.truth["site"], judge(score, task.truth, html, said))
    return found


ELEMENTS_OF: Mapping[str, tuple[str, ...]] = {
    "trafilatura": ("title", "date", "author", "keywords", "abstract", "links"),
    "newspaper4k": ("title", "date", "author", "keywords", "abstract", "links"),
    "goose3": ("title", "date", "author", "keywords", "abstract"),
    "readability-lxml": ("title", "links"),
    "htmldate": ("date",),
    **OFFERED,
}


def interval(
    mine: Sequence[Judged], other: Sequence[Judged], parts: Sequence[str]
) -> tuple[float, float]:
    """95 % interval of the difference, drawing sites."""
    sites: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(mine):
        sites[row.site].append(number)
    order = sorted(sites)
    draw = random.Random(20)  # noqa: S311 - a bootstrap
    seen: list[float] = []
    for _ in range(ROUNDS):
        pick = [number for site in draw.choices(order, k=len(order)) for number in sites[site]]
        left = figure([mine[number] for number in pick], parts)
        right = figure([other[number] for number in pick], parts)
        seen.append((left or 0.0) - (right or 0.0))
    seen.sort()
    return seen[int(0.025 * ROUNDS)], seen[int(0.975 * ROUNDS) - 1]


def report(found: Sequence[Mapping[str, Judged]]) -> None:
    """Print the table, then the difference to the best peer of each element."""
    systems = list(found[0])
    rows = {name: [page[name] for page in found] for name in systems}
    reached = {
        name: {column: figure(rows[name], parts) for column, parts in COLUMNS.items()}
        for name in systems
    }
    print("| system | " + " | ".join(COLUMNS) + " |\n" + "|---" * (len(COLUMNS) + 1) + "|")
    for name in systems:
        cells = ["" if value is None else f"{value:.3f}" for value in reached[name].values()]
        print(f"| {name} | {' | '.join(cells)} |")
    print("\n| element | best peer | pagemill minus it | 95 % over sites |\n|---|---|---|---|")
    for column, parts in COLUMNS.items():
        offering = [name for name in systems if name != OURS and reached[name][column]]
        best = max(offering, key=lambda name: reached[name][column] or 0.0)
        gain = (reached[OURS][column] or 0.0) - (reached[best][column] or 0.0)
        low, high = interval(rows[OURS], rows[best], parts)
        print(f"| {column} | {best} | {gain:+.3f} | {low:+.3f} to {high:+.3f} |")


def main() -> None:
    """Run from the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--every", type=int, default=1, help="every n-th page only")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--keep", type=Path, help="file of what was judged so far")
    options = asked.parse_args()
    tasks = [task for task in tasks_of(SHARED) if task.name in SETS][:: options.every]
    found: list[dict[str, Judged]] = []
    if options.keep and options.keep.exists():
        found = pickle.loads(options.keep.read_bytes())  # noqa: S301 - our own
    with ProcessPoolExecutor(options.workers) as pool:
        while rest := tasks[len(found) : len(found) + PAGES_AT_ONCE]:
            found += pool.map(judged, rest, chunksize=4)
            if options.keep:
                options.keep.write_bytes(pickle.dumps(found))
    report(found)


if __name__ == "__main__":
    main()
