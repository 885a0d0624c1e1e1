"""Train the classifier of genres, and print honest figures by folds of sites.

    python scripts/train_genres.py --cache FILE [--folds] [--ship]

Needs lightgbm and the shared pages (folder from PAGEMILL_SHARED, else ../shared). The seven
genres are labelled on wcxb only; aeb, aed and zhnews add articles at a lower weight. daniel and
readability have no part. Each page counts twice, with its address and without, since a page may
come without one. One thread and fixed seeds: the same pages give the same model.

FILE keeps the traits between runs. Pages of one site are in one fold, so every figure is of
sites that the judging model never saw. ``--folds`` writes these models into the folder
tests/quality/folds, genres-0.npz and so on, for ``tests/quality/kinds.py``. ``--ship`` trains
on all pages and writes the model.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray
from train_blocks import FOLDER, FOLDS, flat, fold_of

from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.model.docview import GENRES
from pagemill.view.kind.genre import FILE, INDEXES, Genre, by_genre, genre
from pagemill.view.kind.page_type import Vote, page_type, vote
from pagemill.view.kind.traits import names, traits
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.lead import with_lead
from pagemill.view.purify.learned import write

JUDGED = "wcxb"
SETS = (JUDGED, "aeb", "aed", "zhnews")
WEIGHT_OF_OTHERS = 0.3
WEIGHT_WITHOUT_ADDRESS = 0.3
WEIGHTS = (1.0, 1.3, 1.3, 1.6, 1.6, 1.8, 1.2)
"""Of the genres in their order: rare ones count a little more."""

ROUNDS = 80
SETTINGS = {
    "objective": "multiclass",
    "num_class": len(GENRES),
    "learning_rate": 0.1,
    "num_leaves": 6,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.3,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "seed": 1,
    "verbosity": -1,
}


class Sample(NamedTuple):
    """One page: its set, site and genre, its traits with and without address, its vote."""

    name: str
    site: str
    genre: int
    row: NDArray[np.int16]
    bare: NDArray[np.int16]
    vote: Vote


def sample_of(shared: Path, name: str, truth: dict[str, Any]) -> Sample:
    """Read one page."""
    path = shared / "data/pages" / name / "html" / f"{truth['id']}.html.gz"
    tree = parsed(decoded(gzip.decompress(path.read_bytes()), "")[0])
    blocks, declared = cut(tree), metadata(tree)
    choice = choose(tree, blocks, declared.title_element, declared.body)
    choice = with_lead(tree, blocks, choice, declared.descriptions)
    return Sample(
        name,
        truth["site"],
        GENRES.index(truth["page_type"]),
        traits(tree, blocks, choice, declared, truth.get("url") or ""),
        traits(tree, blocks, choice, declared, ""),
        vote(tree, blocks, choice.marks, choice.kept),
    )


def all_samples(shared: Path) -> list[Sample]:
    """Read all pages."""
    found: list[Sample] = []
    for name in SETS:
        lines = (shared / "data/pages" / name / "truth.jsonl").read_text("utf-8")
        found += [
            sample_of(shared, name, json.loads(line)) for line in lines.rstrip("\n").split("\n")
        ]
    return found


def trained(samples: Sequence[Sample]) -> Forest:
    """Train trees and turn them into flat arrays."""
    rows: list[NDArray[np.int16]] = []
    weights: list[float] = []
    for sample in samples:
        weight = WEIGHTS[sample.genre] * (1 if sample.name == JUDGED else WEIGHT_OF_OTHERS)
        rows += [sample.row, sample.bare]
        weights += [weight, weight * WEIGHT_WITHOUT_ADDRESS]
    labels = [label for sample in samples for label in (sample.genre, sample.genre)]
    data = lightgbm.Dataset(np.concatenate(rows), labels, weight=weights, params=SETTINGS)
    model = lightgbm.train(SETTINGS, data, ROUNDS).dump_model()
    forest = flat([tree["tree_structure"] for tree in model["tree_info"]], names())
    if len(forest.roots) != ROUNDS * len(GENRES):
        raise ValueError("a tree without a question: the genres would no longer take turns")
    return forest


def out_of_fold(samples: Sequence[Sample], *, bare: bool = False) -> list[tuple[Sample, Genre]]:
    """Each judged page with what a model says of it that saw no page of its site."""
    found: list[tuple[Sample, Genre]] = []
    folds = [fold_of(sample.site) for sample in samples]
    for fold in range(FOLDS):
        inside = [sample for sample, own in zip(samples, folds, strict=True) if own == fold]
        others = [sample for sample, own in zip(samples, folds, strict=True) if own != fold]
        forests = by_genre(trained(others))
        found += [
            (sample, genre(sample.bare if bare else sample.row, forests))
            for sample in inside
            if sample.name == JUDGED
        ]
    return found


def report(found: Sequence[tuple[Sample, Genre]]) -> None:
    """Print accuracy, F1 of each genre, and precision and recall of hub pages."""
    right = sum(GENRES[sample.genre] == said.name for sample, said in found)
    print(f"genre: {right / len(found):.3f} of {len(found)} pages right")
    scores: list[float] = []
    for number, name in enumerate(GENRES):
        both = sum(s.genre == number and said.name == name for s, said in found)
        either = sum((s.genre == number) + (said.name == name) for s, said in found)
        scores.append(2 * both / max(1, either))
        print(f"  {name}: F1 {scores[-1]:.3f}")
    print(f"  mean of the F1: {sum(scores) / len(scores):.3f}")
    hubs = [page_type(s.vote, said.index_chance).name == "hub" for s, said in found]
    true = [GENRES[sample.genre] in INDEXES for sample, _ in found]
    both = sum(hub and is_true for hub, is_true in zip(hubs, true, strict=True))
    print(f"hub: precision {both / sum(hubs):.3f}, recall {both / sum(true):.3f}")


def main() -> None:
    """Run from the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--cache", type=Path, required=True, help="file for traits of pages")
    asked.add_argument("--folds", action="store_true", help="train a model for each fold")
    asked.add_argument("--ship", action="store_true", help="train the model that is shipped")
    options = asked.parse_args()
    shared = Path(os.environ.get("PAGEMILL_SHARED") or Path.cwd().parent / "shared")
    if not options.cache.exists():
        options.cache.write_bytes(pickle.dumps(all_samples(shared)))
    samples: list[Sample] = pickle.loads(options.cache.read_bytes())  # noqa: S301 - our own
    if options.folds:
        for fold in range(FOLDS):
            path = FOLDER / f"genres-{fold}.npz"
            write(trained([one for one in samples if fold_of(one.site) != fold]), path)
        return
    if options.ship:
        path = Path(sys.modules[genre.__module__].__file__ or "").parent / FILE
        write(trained(samples), path)
        print(f"{path}: {path.stat().st_size} bytes")
        return
    report(out_of_fold(samples))
    print("without addresses:")
    report(out_of_fold(samples, bare=True))


if __name__ == "__main__":
    main()
