"""Score the page function on every set of real pages: ``python -m tests.quality.extraction``.

Each page is purified from its bytes; the texts are scored with the scorer that lies beside
the pages. Works from the root of the repository; the folder of shared data is taken from
``PAGEMILL_SHARED``, else ``../shared``.
"""

from __future__ import annotations

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
from pagemill.view.assemble import docview

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


def page_score(task: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    """Purify one page and score its text."""
    shared, name, truth = task
    path = Path(shared) / "data/pages" / name / "html" / f"{truth['id']}.html.gz"
    try:
        text = docview(gzip.decompress(path.read_bytes()), url=truth.get("url") or "").text
    except DocumentError:
        text = ""
    score = sys.modules.get("pages_score") or scorer(Path(shared))
    return dict(score.score_page(truth, text))


def scores(shared: Path, names: tuple[str, ...] = SETS, every: int = 1) -> list[Score]:
    """Score whole sets, or every n-th page of each."""
    tasks: list[tuple[str, str, dict[str, Any]]] = []
    for name in names:
        lines = (
            (shared / "data/pages" / name / "truth.jsonl")
            .read_text("utf-8")
            .rstrip("\n")
            .split("\n")
        )
        tasks += [(str(shared), name, json.loads(line)) for line in lines[::every]]
    with ProcessPoolExecutor(WORKERS) as pool:
        results = list(pool.map(page_score, tasks, chunksize=16))
    score = scorer(shared)
    found: list[Score] = []
    for name in names:
        pages = [result for task, result in zip(tasks, results, strict=True) if task[1] == name]
        metric = "gram4" if any("gram4" in page for page in pages) else "snip"
        rows = [page[metric] for page in pages if metric in page]
        figures = score.summarise(metric, rows)
        found.append(Score(name, metric, len(rows), figures["F1"], figures["P"], figures["R"]))
    return found


def headline(found: list[Score]) -> float:
    """Mean F1 of the sets that count."""
    values = [score.f1 for score in found if score.name in HEADLINE]
    return sum(values) / len(values)


def main() -> None:
    shared = Path(os.environ.get("PAGEMILL_SHARED") or Path.cwd().parent / "shared")
    found = scores(shared)
    print("| set | metric | pages | F1 | P | R |\n|---|---|---|---|---|---|")
    for score in found:
        figures = f"{score.f1:.3f} | {score.precision:.3f} | {score.recall:.3f}"
        print(f"| {score.name} | {score.metric} | {score.pages} | {figures} |")
    print(f"\nmean gram4 F1 over {', '.join(HEADLINE)}: {headline(found):.4f}")


if __name__ == "__main__":
    main()
