"""Score the page function on every set of real pages: ``python -m tests.quality.extraction``.

Each page is purified from its bytes; the texts are scored with the scorer that lies beside
the pages. Works from the root of the repository; the folder of shared data is taken from
``PAGEMILL_SHARED``, else ``../shared``.

The figures are out of fold. The shipped model has seen the pages of five of these sets, so each
page is purified with the model of its fold (``tests/quality/folds``), which never saw a page of
its site; sites are folded over all sets together. Pages of sites that are in no training set
are purified with the shipped model, which never saw them. The last line is of the model that
never saw a Chinese page. ``--shipped`` gives the in-sample figures of the shipped model alone,
``--method NAME`` those of another method; ``template`` is scored on sites with several pages.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.util
import json
import os
import sys
import zlib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.view.forms.render import rendered
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import DEFAULT, TEMPLATE, choose
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.lead import with_lead
from pagemill.view.purify.learned import read
from pagemill.view.purify.methods.template import Template, template_of

SETS = ("aeb", "aed", "wcxb", "daniel", "zhnews", "readability", "trafeval")
HEADLINE = ("aeb", "aed", "wcxb", "daniel", "zhnews")
"""Sets whose gram4 F1 is averaged: complete texts, checked by people."""

TRAINED_ON = ("aeb", "aed", "wcxb", "zhnews", "trafeval")
FOLDS = Path(__file__).parent / "folds"
FOLD_COUNT = 5
NOT_CHINESE = "not-chinese"
WORKERS = 2


@dataclass(frozen=True)
class Score:
    """Figures of one set; ``metric`` is gram4, or snip where no full text is known."""

    name: str
    metric: str
    pages: int
    f1: float
    precision: float
    recall: float


SEVERAL = 4
"""Pages of a site from which its template is learned, at least."""


@dataclass(frozen=True)
class Task:
    """One page to score, and what to purify it with."""

    shared: str
    name: str
    truth: dict[str, Any]
    method: str = DEFAULT
    model: str = ""

    def payload(self) -> bytes:
        """Return the page as its source stored it."""
        pages = Path(self.shared) / "data/pages"
        path = pages / self.name / "html" / f"{self.truth['id']}.html.gz"
        return gzip.decompress(path.read_bytes())


def scorer(shared: Path) -> ModuleType:
    """Load the scorer that lies beside the pages."""
    spec = importlib.util.spec_from_file_location("pages_score", shared / "data/pages/score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("pages_score", module)
    spec.loader.exec_module(module)
    return module


def truths(shared: Path, name: str) -> list[dict[str, Any]]:
    """Read what is true of the pages of a set."""
    lines = (shared / "data/pages" / name / "truth.jsonl").read_text("utf-8")
    return [json.loads(line) for line in lines.rstrip("\n").split("\n")]


def corpus(shared: Path) -> str:
    """Digest of all pages and of what is true of them: figures hold for one corpus only."""
    digest = hashlib.sha256()
    for name in SETS:
        folder = shared / "data/pages" / name
        digest.update((folder / "truth.jsonl").read_bytes())
        for page in sorted((folder / "html").glob("*.gz")):
            digest.update(page.name.encode() + hashlib.sha256(page.read_bytes()).digest())
    return digest.hexdigest()


def model_of(site: str, trained: frozenset[str]) -> str:
    """Name of the model that never saw a site; ``""`` for the shipped one."""
    return f"fold-{zlib.crc32(site.encode()) % FOLD_COUNT}" if site in trained else ""


@cache
def forest_of(name: str) -> Forest | None:
    """Read the model of a name."""
    return read(FOLDS / f"{name}.npz") if name else None


@cache
def site_template(shared: str, site: str) -> Template:
    """Learn the template of a site from its pages here."""
    own = [
        Task(shared, name, truth)
        for name in SETS
        for truth in truths(Path(shared), name)
        if truth["site"] == site
    ]
    trees = (parsed(decoded(task.payload(), "")[0]) for task in own)
    return template_of((tree, cut(tree)) for tree in trees)


def text_of(task: Task) -> str:
    """Text of a page by the method and the model of its task."""
    tree = parsed(decoded(task.payload(), "")[0])
    blocks, declared = cut(tree), metadata(tree)
    if task.method == TEMPLATE:
        knows = site_template(task.shared, task.truth["site"])
    else:
        knows = forest_of(task.model)
    choice = choose(tree, blocks, declared.title_element, declared.body, task.method, knows)
    if task.method == DEFAULT:
        choice = with_lead(tree, blocks, choice, declared.descriptions)
    return rendered(tree, blocks, choice.kept, lambda _: None).text


def page_score(task: Task) -> dict[str, Any]:
    """Purify one page and score its text."""
    try:
        text = text_of(task)
    except DocumentError:
        text = ""
    score = sys.modules.get("pages_score") or scorer(Path(task.shared))
    return dict(score.score_page(task.truth, text))


def tasks_of(shared: Path, method: str = DEFAULT, *, is_honest: bool = True) -> list[Task]:
    """One task for every page: out of fold where the model is a trained one."""
    trained = frozenset(truth["site"] for name in TRAINED_ON for truth in truths(shared, name))
    is_folded = is_honest and method == DEFAULT
    return [
        Task(
            str(shared),
            name,
            truth,
            method,
            model_of(truth["site"], trained) if is_folded else "",
        )
        for name in SETS
        for truth in truths(shared, name)
    ]


def scored(tasks: Sequence[Task]) -> list[dict[str, Any]]:
    """Score pages over processes, in order."""
    with ProcessPoolExecutor(WORKERS) as pool:
        return list(pool.map(page_score, tasks, chunksize=16))


def summary(score: ModuleType, name: str, metric: str, rows: Sequence[Any]) -> Score:
    """Figures of one group of pages."""
    found = score.summarise(metric, rows)
    return Score(name, metric, len(rows), found["F1"], found["P"], found["R"])


def scores(shared: Path, method: str = DEFAULT, *, is_honest: bool = True) -> list[Score]:
    """Score all sets; and wcxb by genre."""
    tasks = tasks_of(shared, method, is_honest=is_honest)
    results = scored(tasks)
    score = scorer(shared)
    found: list[Score] = []
    genres: dict[str, list[Any]] = {}
    for name in SETS:
        pages = [page for task, page in zip(tasks, results, strict=True) if task.name == name]
        metric = "gram4" if any("gram4" in page for page in pages) else "snip"
        rows = [page[metric] for page in pages if metric in page]
        found.append(summary(score, name, metric, rows))
    for task, page in zip(tasks, results, strict=True):
        if task.name == "wcxb":
            genres.setdefault(task.truth["page_type"], []).append(page["bag"])
    found += [
        summary(score, f"wcxb {genre}", "bag", rows) for genre, rows in sorted(genres.items())
    ]
    return found


def chinese_scores(shared: Path) -> list[Score]:
    """Score the Chinese pages: out of fold, and by the model that saw none of any site."""
    tasks = [
        task
        for task in tasks_of(shared)
        if task.name == "zhnews" or (task.name == "daniel" and task.truth.get("lang") == "zh")
    ]
    score = scorer(shared)
    found: list[Score] = []
    for kind in ("Chinese pages out of fold", "without a Chinese page"):
        for name in ("zhnews", "daniel"):
            rows = scored([task for task in tasks if task.name == name])
            label = f"{name}, {kind}"
            found.append(summary(score, label, "gram4", [row["gram4"] for row in rows]))
        tasks = [replace(task, model=NOT_CHINESE) for task in tasks]
    return found


def template_scores(shared: Path) -> list[Score]:
    """Score pages of sites with several pages: by their template, and by the learned method."""
    tasks = [task for task in tasks_of(shared) if task.truth.get("main_text")]
    sizes = Counter((task.name, task.truth["site"]) for task in tasks)
    tasks = [task for task in tasks if sizes[task.name, task.truth["site"]] >= SEVERAL]
    tasks.sort(key=lambda task: (task.name, task.truth["site"]))
    score = scorer(shared)
    found: list[Score] = []
    for name in ("wcxb", "daniel"):
        own = [task for task in tasks if task.name == name]
        for method in (TEMPLATE, DEFAULT):
            asked = own if method == DEFAULT else [replace(t, method=TEMPLATE) for t in own]
            rows = [row["gram4"] for row in scored(asked)]
            found.append(
                summary(score, f"{name}, sites of {SEVERAL}+: {method}", "gram4", rows)
            )
    return found


def genre_mean(found: Sequence[Score]) -> float:
    """Mean bag F1 of the genres of wcxb, each counted alike."""
    values = [score.f1 for score in found if score.metric == "bag"]
    return sum(values) / max(1, len(values))


def headline(found: Sequence[Score]) -> float:
    """Mean F1 of the sets that count."""
    values = [score.f1 for score in found if score.name in HEADLINE]
    return sum(values) / len(values)


def show(found: Sequence[Score]) -> None:
    """Print a table."""
    print("| set | metric | pages | F1 | P | R |\n|---|---|---|---|---|---|")
    for score in found:
        figures = f"{score.f1:.3f} | {score.precision:.3f} | {score.recall:.3f}"
        print(f"| {score.name} | {score.metric} | {score.pages} | {figures} |")


def main() -> None:
    """Run from the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--shipped", action="store_true", help="the shipped model, in-sample")
    asked.add_argument("--method", default=DEFAULT, help="method that chooses the blocks")
    options = asked.parse_args()
    shared = Path(os.environ.get("PAGEMILL_SHARED") or Path.cwd().parent / "shared")
    is_honest = not options.shipped
    if options.method == TEMPLATE:
        show(template_scores(shared))
        return
    found = scores(shared, options.method, is_honest=is_honest)
    is_folded = is_honest and options.method == DEFAULT
    print(f"corpus {corpus(shared)}")
    print("out of fold\n" if is_folded else "shipped model, or a method without one\n")
    show([*found, *(chinese_scores(shared) if is_folded else [])])
    print(f"\nmean gram4 F1 over {', '.join(HEADLINE)}: {headline(found):.4f}")
    print(f"mean bag F1 over the genres of wcxb: {genre_mean(found):.4f}")


if __name__ == "__main__":
    main()
