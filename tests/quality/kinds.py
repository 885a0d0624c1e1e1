"""Score genres, page types, blocks of hub and image pages: ``python -m tests.quality.kinds``.

Genres and hubs are judged on wcxb, each page by trees and a classifier of blocks that never saw
its site. A hub is a page of the genre listing or collection. The blocks kept of those pages are
held against their true text: a block is content if most of its runs of four words stand there.
No real pages are labelled as image pages, so these, and blocks by place, are judged on pages of
our own (``tests/material/hubpages.py``).
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.material import renderedpages
from tests.material.hubpages import LabelledPage, pages
from tests.quality.extraction import FOLDS, Task, forest_of, scorer, tasks_of

from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.model.docview import GENRES
from pagemill.view.assemble import docview, page_ledger
from pagemill.view.kind.genre import INDEXES, by_genre, genre
from pagemill.view.kind.page_type import page_type, vote
from pagemill.view.kind.traits import traits
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import Blocks, cut
from pagemill.view.purify.content import choose
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.lead import with_lead
from pagemill.view.purify.learned import read

JUDGED = "wcxb"
WORKERS = 2
RUN = 4
_BOXES = re.compile(rb' data-box(?:es)?="[^"]*"')
ADDRESS = "http://a.example/page.html"


@dataclass(frozen=True)
class Judged:
    """What was said of one real page, and of its blocks: right, kept, true."""

    genre: str
    said: str
    page_type: str
    blocks: tuple[int, int, int]


@cache
def trees_of(model: str) -> tuple[Forest, ...]:
    """Trees of genres that never saw the sites of a fold; ``fold-3`` -> ``genres-3``."""
    return by_genre(read(FOLDS / f"{model.replace('fold', 'genres')}.npz"))


def true_blocks(score: ModuleType, blocks: Blocks, truth: str) -> list[bool]:
    """Whether most runs of four words of each block stand in the true text."""
    known = set(score.shingles(score.tokens(truth), RUN))
    running = f" {' '.join(score.tokens(truth))} "
    found: list[bool] = []
    for text in blocks.text:
        tokens = score.tokens(text)
        if len(tokens) < RUN:
            found.append(bool(tokens) and f" {' '.join(tokens)} " in running)
            continue
        runs = score.shingles(tokens, RUN)
        found.append(2 * sum(run in known for run in runs) > len(runs))
    return found


def judged(task: Task) -> Judged:
    """Judge one real page, out of fold."""
    tree = parsed(decoded(task.payload(), "")[0])
    blocks, declared = cut(tree), metadata(tree)
    choice = choose(
        tree, blocks, declared.title_element, declared.body, knows=forest_of(task.model)
    )
    choice = with_lead(tree, blocks, choice, declared.descriptions)
    row = traits(tree, blocks, choice, declared, task.truth.get("url") or "")
    said = genre(row, trees_of(task.model))
    kind = page_type(vote(tree, blocks, choice.marks, choice.kept), said.index_chance)
    score = sys.modules.get("pages_score") or scorer(Path(task.shared))
    true = true_blocks(score, blocks, task.truth["main_text"])
    right = sum(true[number] for number in choice.kept)
    counts = (right, len(choice.kept), sum(true))
    return Judged(task.truth["page_type"], said.name, kind.name, counts)


def real(shared: Path) -> dict[str, float]:
    """Figures of the real pages."""
    tasks = [task for task in tasks_of(shared) if task.name == JUDGED]
    with ProcessPoolExecutor(WORKERS) as pool:
        found = list(pool.map(judged, tasks, chunksize=16))
    hubs = [one for one in found if one.genre in INDEXES]
    said = [one for one in found if one.page_type == "hub"]
    both = sum(one.genre in INDEXES for one in said)
    precision, recall = _mean_of_blocks([one.blocks for one in hubs])
    return {
        "genre accuracy": sum(one.genre == one.said for one in found) / len(found),
        "genre mean F1": _mean_f1(found),
        "hub precision": both / max(1, len(said)),
        "hub recall": both / len(hubs),
        "hub block precision": precision,
        "hub block recall": recall,
    }


def own() -> dict[str, float]:
    """Figures of the pages of our own."""
    blocks: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    types: dict[str, list[bool]] = defaultdict(list)
    shown: Counter[str] = Counter()
    for page in pages():
        view = docview(page.html, ADDRESS)
        blocks[page.page_type].append(counted(page))
        types[page.page_type].append(view.page_type == page.page_type)
        if page.page_type == "image":
            shown["wanted"] += len(page.images)
            shown["found"] += sum(
                f'src="http://a.example{one}"' in view.html for one in page.images
            )
            shown["all"] += view.html.count("<img")
    figures: dict[str, float] = {}
    for kind in ("hub", "image"):
        precision, recall = _mean_of_blocks(blocks[kind])
        figures[f"own {kind} recall"] = sum(types[kind]) / len(types[kind])
        figures[f"own {kind} block precision"] = precision
        figures[f"own {kind} block recall"] = recall
    figures["own topic recall"] = sum(types["topic"]) / len(types["topic"])
    figures["own image pictures precision"] = shown["found"] / max(1, shown["all"])
    figures["own image pictures recall"] = shown["found"] / shown["wanted"]
    return figures


def rendered() -> dict[str, float]:
    """Figures of hub and image pages of our own that a browser has laid out."""
    figures: dict[str, float] = {}
    for name in ("boxes", "no boxes"):
        blocks: list[tuple[int, int, int]] = []
        for page in renderedpages.pages():
            data = renderedpages.stored(page)
            if name == "no boxes":
                data = _BOXES.sub(b"", data)
            if page.page_type != "topic":
                blocks.append(counted(page, data))
        precision, recall = _mean_of_blocks(blocks)
        figures[f"{name}: block precision"] = precision
        figures[f"{name}: block recall"] = recall
    return figures


def counted(page: LabelledPage, data: bytes = b"") -> tuple[int, int, int]:
    """Blocks of a page of our own, or of it as ``data``: right, kept, true."""
    texts: dict[int, list[str]] = defaultdict(list)
    is_kept: dict[int, bool] = {}
    for line in page_ledger(data or page.html.encode()):
        if line.block >= 0:
            texts[line.block].append(line.text)
            is_kept[line.block] = line.kept
    whole = {block: " ".join("".join(parts).split()) for block, parts in texts.items()}
    unlabelled = set(whole.values()) - page.centre - page.edges
    if unlabelled:
        raise ValueError(f"{page.name}: blocks without a label: {unlabelled}")
    true = {block for block, text in whole.items() if text in page.centre}
    kept = {block for block, kept in is_kept.items() if kept}
    return len(true & kept), len(kept), len(true)


def _mean_of_blocks(counts: Sequence[tuple[int, int, int]]) -> tuple[float, float]:
    """Precision and recall of blocks, each page counted alike."""
    precisions = [right / kept for right, kept, _ in counts if kept]
    recalls = [right / true for right, _, true in counts if true]
    return sum(precisions) / len(precisions), sum(recalls) / len(recalls)


def _mean_f1(found: Sequence[Judged]) -> float:
    values: list[float] = []
    for name in GENRES:
        both = sum(one.genre == one.said == name for one in found)
        either = sum((one.genre == name) + (one.said == name) for one in found)
        values.append(2 * both / max(1, either))
    return sum(values) / len(values)


def lines(figures: Mapping[str, float]) -> Iterator[str]:
    """Rows of a table."""
    yield "| what | figure |\n|---|---|"
    for name, figure in figures.items():
        yield f"| {name} | {figure:.3f} |"


def main() -> None:
    """Run from the command line."""
    shared = Path(os.environ.get("PAGEMILL_SHARED") or Path.cwd().parent / "shared")
    print("\n".join(lines(real(shared) | own() | rendered())))


if __name__ == "__main__":
    main()
