"""Score the page function on every set of real pages: ``python -m tests.quality.extraction``.

Each page is purified from its bytes; the texts are scored with the scorer that lies beside
the pages. Works from the root of the repository; the folder of shared data is taken from
``PAGEMILL_SHARED``, else ``../shared``.

The shipped model has seen the pages of five of these sets. ``--folds FOLDER`` gives the honest
figures: each page is purified with the model of its fold, which never saw a page of its site
(``scripts/train_blocks.py`` makes the folder). ``--method NAME`` scores another method.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.view.assemble import docview
from pagemill.view.forms.render import rendered
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import DEFAULT, choose
from pagemill.view.purify.learned import read

SETS = ("aeb", "aed", "wcxb", "daniel", "zhnews", "readability", "trafeval")
HEADLINE = ("aeb", "aed", "wcxb", "daniel", "zhnews")
"""Sets whose gram4 F1 is averaged: complete texts, checked by people."""

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


def scorer(shared: Path) -> ModuleType:
    """Load the scorer that lies beside the pages."""
    spec = importlib.util.spec_from_file_location("pages_score", shared / "data/pages/score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("pages_score", module)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Task:
    """One page to score, and what to purify it with."""

    shared: str
    name: str
    truth: dict[str, Any]
    method: str
    model: str


def text_of(payload: bytes, task: Task) -> str:
    """Text of a page as the page function gives it; of another method or model if asked."""
    if task.method == DEFAULT and not task.model:
        return docview(payload, url=task.truth.get("url") or "").text
    tree = parsed(decoded(payload, "")[0])
    blocks, declared = cut(tree), metadata(tree)
    forest = read(Path(task.model)) if task.model else None
    choice = choose(tree, blocks, declared.title_element, declared.body, task.method, forest)
    return rendered(tree, blocks, choice.kept, lambda _: None).text


def page_score(task: Task) -> dict[str, Any]:
    """Purify one page and score its text."""
    pages = Path(task.shared) / "data/pages"
    path = pages / task.name / "html" / f"{task.truth['id']}.html.gz"
    try:
        text = text_of(gzip.decompress(path.read_bytes()), task)
    except DocumentError:
        text = ""
    score = sys.modules.get("pages_score") or scorer(Path(task.shared))
    return dict(score.score_page(task.truth, text))


def tasks_of(
    shared: Path, names: tuple[str, ...], every: int, method: str, folds: Path | None
) -> list[Task]:
    """One task for every n-th page of each set."""
    fold_of = json.loads((folds / "folds.json").read_text("utf-8")) if folds else {}
    tasks: list[Task] = []
    for name in names:
        lines = (
            (shared / "data/pages" / name / "truth.jsonl")
            .read_text("utf-8")
            .rstrip("\n")
            .split("\n")
        )
        for truth in map(json.loads, lines[::every]):
            model = ""
            if folds:
                # A site that no model has seen is judged by the one of all pages.
                fold = fold_of.get(truth["site"], "all")
                model = str(folds / f"fold-{fold}.npz")
            tasks.append(Task(str(shared), name, truth, method, model))
    return tasks


def scores(
    shared: Path,
    names: tuple[str, ...] = SETS,
    every: int = 1,
    method: str = DEFAULT,
    folds: Path | None = None,
) -> list[Score]:
    """Score whole sets, or every n-th page of each; and wcxb by genre."""
    tasks = tasks_of(shared, names, every, method, folds)
    with ProcessPoolExecutor(WORKERS) as pool:
        results = list(pool.map(page_score, tasks, chunksize=16))
    score = scorer(shared)
    found: list[Score] = []
    for name in names:
        pages = [page for task, page in zip(tasks, results, strict=True) if task.name == name]
        metric = "gram4" if any("gram4" in page for page in pages) else "snip"
        rows = [page[metric] for page in pages if metric in page]
        figures = score.summarise(metric, rows)
        found.append(Score(name, metric, len(rows), figures["F1"], figures["P"], figures["R"]))
    genres: dict[str, list[Any]] = {}
    for task, page in zip(tasks, results, strict=True):
        if task.name == "wcxb":
            genres.setdefault(task.truth["page_type"], []).append(page["bag"])
    for genre, rows in sorted(genres.items()):
        figures = score.summarise("bag", rows)
        found.append(
            Score(f"wcxb {genre}", "bag", len(rows), figures["F1"], figures["P"], figures["R"])
        )
    return found


def genre_mean(found: list[Score]) -> float:
    """Mean bag F1 of the genres of wcxb, each counted alike."""
    values = [score.f1 for score in found if score.metric == "bag"]
    return sum(values) / max(1, len(values))


def headline(found: list[Score]) -> float:
    """Mean F1 of the sets that count."""
    values = [score.f1 for score in found if score.name in HEADLINE]
    return sum(values) / len(values)


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--folds", type=Path, help="folder of the models of the folds")
    asked.add_argument("--method", default=DEFAULT, help="method that chooses the blocks")
    options = asked.parse_args()
    shared = Path(os.environ.get("PAGEMILL_SHARED") or Path.cwd().parent / "shared")
    found = scores(shared, method=options.method, folds=options.folds)
    print("| set | metric | pages | F1 | P | R |\n|---|---|---|---|---|---|")
    for score in found:
        figures = f"{score.f1:.3f} | {score.precision:.3f} | {score.recall:.3f}"
        print(f"| {score.name} | {score.metric} | {score.pages} | {figures} |")
    print(f"\nmean gram4 F1 over {', '.join(HEADLINE)}: {headline(found):.4f}")
    print(f"mean bag F1 over the genres of wcxb: {genre_mean(found):.4f}")


if __name__ == "__main__":
    main()
