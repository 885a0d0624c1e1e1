"""Main content by pagemill and its peers on the same pages in one run: how right, how fast.

    python -m benchmarks.bench_extraction [--every 1] [--systems NAME ...] [--keep FILE]

Needs the shared pages. Each system gets the same characters of each page, one system after the
other, page by page. pagemill answers out of fold: with the model that never saw the site.
F1 is that of the scorer beside the pages; times are CPU seconds. For each set the last table
holds the difference to the best peer with its 95 % interval, by a paired bootstrap over sites.
Peers are slow: ``--keep`` writes down what each said, and a run that was ended goes on there.
Peers that are not installed are left out:
``pip install trafilatura resiliparse readability-lxml newspaper4k justext boilerpy3 goose3``
(readability-lxml asks for an older chardet than pagemill: install chardet 7 after it);
magic-html and rs-trafilatura want a newer Python, see ``benchmarks/outside.py``.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import pickle
import random
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from benchmarks.outside import SYSTEMS, Outside
from tests.quality.extraction import HEADLINE, SETS, Task, forest_of, scorer, tasks_of

from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.view.forms.render import rendered
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose
from pagemill.view.purify.lead import with_lead

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).resolve().parents[2] / "shared"))
OURS = "pagemill"
ROUNDS = 1000
PAGES_AT_ONCE = 64
Extract = Callable[[str], str]


def ours(html: str, model: str) -> str:
    """Text by pagemill with a model of a fold."""
    tree = parsed(html)
    blocks, declared = cut(tree), metadata(tree)
    title, body = declared.title_element, declared.body
    choice = choose(tree, blocks, title, body, knows=forest_of(model))
    choice = with_lead(tree, blocks, choice, declared.descriptions)
    return rendered(tree, blocks, choice.kept, lambda _: None).text


def _trafilatura(library: ModuleType, *, fast: bool) -> Extract:
    return lambda html: library.extract(html, fast=fast, include_comments=True) or ""


def _resiliparse(library: ModuleType) -> Extract:
    tree = importlib.import_module("resiliparse.parse.html").HTMLTree
    return lambda html: library.extract_plain_text(
        tree.parse(html), main_content=True, alt_texts=False, preserve_formatting=True
    )


def _readability(library: ModuleType) -> Extract:
    lxml_html = importlib.import_module("lxml.html")

    def extract(html: str) -> str:
        summary = lxml_html.fromstring(library.Document(html).summary())
        return "\n".join(text.strip() for text in summary.itertext() if text.strip())

    return extract


def _newspaper(library: ModuleType) -> Extract:
    def extract(html: str) -> str:
        article = library.Article("http://a.example/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return str(article.text)

    return extract


def _justext(library: ModuleType) -> Extract:
    words = frozenset[str]().union(*map(library.get_stoplist, library.get_stoplists()))
    return lambda html: "\n".join(
        part.text for part in library.justext(html, words) if not part.is_boilerplate
    )


def _boilerpy(library: ModuleType) -> Extract:
    extractor = library.extractors.ArticleExtractor(raise_on_failure=False)
    return lambda html: str(extractor.get_content(html))


def _goose(library: ModuleType) -> Extract:
    goose = library.Goose({"enable_image_fetching": False, "strict": False})
    return lambda html: str(goose.extract(raw_html=html).cleaned_text)


def _outside(system: str, _: ModuleType) -> Extract:
    return Outside(system)


PEERS: Mapping[str, tuple[str, Callable[[ModuleType], Extract]]] = {
    "trafilatura": ("trafilatura", partial(_trafilatura, fast=False)),
    "trafilatura fast": ("trafilatura", partial(_trafilatura, fast=True)),
    "resiliparse": ("resiliparse.extract.html2text", _resiliparse),
    "readability-lxml": ("readability", _readability),
    "newspaper4k": ("newspaper", _newspaper),
    "jusText": ("justext", _justext),
    "boilerpy3": ("boilerpy3", _boilerpy),
    "goose3": ("goose3", _goose),
    **{name: ("benchmarks.outside", partial(_outside, name)) for name in SYSTEMS},
}


class Answer(NamedTuple):
    """What one system made of one page."""

    name: str
    site: str
    genre: str
    scores: dict[str, Any]
    seconds: float


@cache
def peer(system: str) -> Extract | None:
    """Load a peer; None where it is not installed."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    module, make = PEERS[system]
    try:
        return make(importlib.import_module(module))
    except ImportError:
        return None


def answers(systems: Sequence[str], task: Task) -> dict[str, Answer]:
    """Let all systems extract one page."""
    score = sys.modules.get("pages_score") or scorer(Path(task.shared))
    html = decoded(task.payload(), "")[0]
    found: dict[str, Answer] = {}
    for system in systems:
        extract = partial(ours, model=task.model) if system == OURS else peer(system)
        if extract is None:
            continue
        began = time.process_time()
        try:
            text = extract(html)
        except Exception:  # noqa: BLE001 - peers raise what they like; no text is the answer
            text = ""
        seconds = time.process_time() - began
        if isinstance(extract, Outside):
            seconds = extract.seconds
        truth = task.truth
        found[system] = Answer(
            task.name,
            truth["site"],
            truth.get("page_type") or "",
            dict(score.score_page(truth, text)),
            seconds,
        )
    return found


def figure(score: ModuleType, metric: str, rows: Sequence[Answer]) -> float:
    """F1 of some pages; of bag the mean over genres."""
    if metric == "bag":
        genres: dict[str, list[Any]] = defaultdict(list)
        for row in rows:
            genres[row.genre].append(row.scores["bag"])
        values = [score.summarise("bag", pages)["F1"] for pages in genres.values()]
        return float(sum(values) / len(values))
    return float(score.summarise(metric, [row.scores[metric] for row in rows])["F1"])


def interval(
    score: ModuleType, metric: str, mine: Sequence[Answer], other: Sequence[Answer]
) -> tuple[float, float]:
    """95 % interval of the difference of F1, drawing sites."""
    sites: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(mine):
        sites[row.site].append(number)
    names = sorted(sites)
    draw = random.Random(20)  # noqa: S311 - a bootstrap
    seen: list[float] = []
    for _ in range(ROUNDS):
        pick = [number for site in draw.choices(names, k=len(names)) for number in sites[site]]
        left, right = [mine[number] for number in pick], [other[number] for number in pick]
        seen.append(figure(score, metric, left) - figure(score, metric, right))
    seen.sort()
    return seen[int(0.025 * ROUNDS)], seen[int(0.975 * ROUNDS) - 1]


COLUMNS = (
    *((name, "snip" if name == "trafeval" else "gram4") for name in SETS),
    ("wcxb", "bag"),
)


def report(score: ModuleType, found: Sequence[Mapping[str, Answer]]) -> None:
    """Print all tables."""
    systems = list(found[0])
    print("| system | " + " | ".join(f"{name} {metric}" for name, metric in COLUMNS), end="")
    print(" | mean gram4 | pages a CPU second |\n" + "|---" * (len(COLUMNS) + 3) + "|")
    reached: dict[tuple[str, str, str], float] = {}
    rows: dict[tuple[str, str, str], list[Answer]] = {}
    for system in systems:
        for name, metric in COLUMNS:
            own = [page[system] for page in found if page[system].name == name]
            rows[system, name, metric] = own
            reached[system, name, metric] = figure(score, metric, own)
        mean = sum(reached[system, name, "gram4"] for name in HEADLINE) / len(HEADLINE)
        speed = len(found) / sum(page[system].seconds for page in found)
        figures = [f"{reached[system, name, metric]:.3f}" for name, metric in COLUMNS]
        print(f"| {system} | {' | '.join(figures)} | {mean:.4f} | {speed:.0f} |")
    print("\n| set | best peer | pagemill minus it | 95 % over sites |\n|---|---|---|---|")
    above: list[str] = []
    for name, metric in COLUMNS:
        peers = [system for system in systems if system != OURS]
        best = max(peers, key=lambda system: reached[system, name, metric])
        gain = reached[OURS, name, metric] - reached[best, name, metric]
        pair = rows[OURS, name, metric], rows[best, name, metric]
        low, high = interval(score, metric, *pair)
        print(f"| {name} {metric} | {best} | {gain:+.3f} | {low:+.3f} to {high:+.3f} |")
        for peer_name in (one for one in peers if name in HEADLINE and metric == "gram4"):
            # A peer with a lower figure can be no better for certain.
            if reached[peer_name, name, metric] > reached[OURS, name, metric]:
                pair = rows[OURS, name, metric], rows[peer_name, name, metric]
                low, high = interval(score, metric, *pair)
                print(f"  {peer_name} is above on {name}: {low:+.3f} to {high:+.3f}")
                above += [f"{peer_name} on {name}"] if high < 0 else []
    print(f"\nsignificantly above pagemill, of the five sets: {', '.join(above) or 'none'}")


def kept(path: Path | None) -> list[dict[str, Answer]]:
    """What was said in an earlier run, page by page."""
    if path is None or not path.exists():
        return []
    found: list[dict[str, Answer]] = pickle.loads(path.read_bytes())  # noqa: S301 - our own
    return found


def main() -> None:
    """Run from the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--every", type=int, default=1, help="every n-th page only")
    asked.add_argument("--systems", nargs="+", default=list(PEERS), choices=list(PEERS))
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--keep", type=Path, help="file of what was said so far")
    options = asked.parse_args()
    systems = [OURS, *options.systems]
    tasks = tasks_of(SHARED)[:: options.every]
    score = scorer(SHARED)
    found = kept(options.keep)
    with ProcessPoolExecutor(options.workers) as pool:
        while rest := tasks[len(found) : len(found) + PAGES_AT_ONCE]:
            found += pool.map(partial(answers, systems), rest, chunksize=4)
            if options.keep:
                options.keep.write_bytes(pickle.dumps(found))
    report(score, found)


if __name__ == "__main__":
    main()
