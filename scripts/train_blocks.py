"""Train the classifier of content blocks, and one model a fold for honest figures.

    python scripts/train_blocks.py --cache FOLDER [--folds] [--ship]

Needs lightgbm and the shared pages (folder from PAGEMILL_SHARED, else ../shared). Trains on
the sets whose licence allows it and whose truth people made: never on daniel or readability.
One thread and fixed seeds: the same pages give the same model.

FOLDER keeps the labelled blocks between runs. ``--folds`` writes, into tests/quality/folds,
fold-0.npz and so on: the model that never saw a page of the sites of that fold; and
not-chinese.npz, which never saw a Chinese page. ``tests/quality/extraction.py`` scores with
them. ``--ship`` trains on all pages and writes the model that the package ships.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import math
import os
import pickle
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray

from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import Blocks, cut
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.learned import CERTAIN, FILE, write
from pagemill.view.purify.measures import measured_in_python, names

SETS = ("aeb", "aed", "wcxb", "zhnews", "trafeval")
FOLDS = 5
FOLDER = Path(__file__).parents[1] / "tests/quality/folds"
ROUNDS = 100
SETTINGS = {
    "objective": "cross_entropy",
    "learning_rate": 0.1,
    "num_leaves": 31,
    "min_data_in_leaf": 20,
    "min_sum_hessian_in_leaf": 2,
    "feature_fraction": 0.35,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "seed": 7,
    "verbosity": -1,
}
LEAF_UNITS = 1024
REACH = 8 * LEAF_UNITS
SHARPNESS = 1.25
"""Trees that were stopped early are too modest: their odds are raised to this power."""
STEPS = 2048

MATCH, RUN_BONUS = 2, 1
MOST_CELLS = 600_000_000
LONGEST_BLOCK = 200
SHORTEST_PAGE = 50
WEIGHT_OF_SHORTENED = 0.5
WEIGHT_OF_SETS = {"trafeval": 3.0}
"""Of a page of trafeval a handful of blocks is known: they count for more."""

SAMPLED_BELOW = 0.012
"""Rows of less weight are drawn, and those drawn weigh this much: most of a page is menus."""

_NEVER = -(1 << 29)
_HAN = re.compile("[\u4e00-\u9fff]")


class Sample(NamedTuple):
    """The labelled blocks of one page.

    Attributes:
        site: registrable domain: pages of one site are in one fold.
        is_chinese: whether the true text is.
        rows: columns of each block.
        labels: share of each block's tokens that are in the truth.
        weights: how much each block counts.
    """

    site: str
    is_chinese: bool
    rows: NDArray[np.int16]
    labels: NDArray[np.float64]
    weights: NDArray[np.float64]


def fold_of(site: str) -> int:
    """Fold of a site, over all sets together."""
    return zlib.crc32(site.encode()) % FOLDS


def aligned(page: NDArray[np.int64], truth: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tokens of a page that stand in its truth: the alignment with the most and longest runs.

    A longest common subsequence in which a match that goes on from a match scores more; so a
    sentence is found where it stands whole, not where its words are scattered.
    """
    best = np.zeros(len(truth) + 1, np.int32)
    matched = np.full(len(truth) + 1, _NEVER, np.int32)
    trace = np.zeros((len(page), len(truth) + 1), np.uint8)
    for row, token in enumerate(page):
        goes_on = matched[:-1] + MATCH + RUN_BONUS
        begins = best[:-1] + MATCH
        now = np.full_like(matched, _NEVER)
        now[1:] = np.where(truth == token, np.maximum(goes_on, begins), _NEVER)
        here = np.maximum(best, now)
        reached = np.maximum.accumulate(here)
        trace[row] = now > best
        trace[row] &= reached == here
        trace[row] |= (reached > here).astype(np.uint8) << 1
        trace[row, 1:] |= (goes_on >= begins).astype(np.uint8) << 2
        best, matched = reached, now
    hit = np.zeros(len(page), bool)
    row, column, is_run = len(page) - 1, len(truth), False
    while row >= 0 and column > 0:
        step = trace[row, column]
        if is_run or step & 3 == 1:
            hit[row] = True
            is_run = bool(step & 4)
            row, column = row - 1, column - 1
        elif step & 2:
            column -= 1
        else:
            row -= 1
    return hit


def labels_by_text(
    score: ModuleType, blocks: Blocks, truth: str
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Share of each block's tokens in the truth, and how many tokens it has."""
    tokens = [score.tokens(text) for text in blocks.text]
    sizes = np.array([len(found) for found in tokens])
    numbers: dict[str, int] = {}
    gold = np.array([numbers.setdefault(token, len(numbers)) for token in score.tokens(truth)])
    flat = np.array([numbers.get(token, -1) for found in tokens for token in found], np.int64)
    known = np.flatnonzero(flat >= 0)
    hit = np.zeros(len(flat), bool)
    if len(known) * len(gold) <= MOST_CELLS:
        hit[known] = aligned(flat[known], gold)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    return np.bincount(owner, hit, len(sizes)) / np.maximum(sizes, 1), sizes


def labels_by_snippets(
    score: ModuleType, blocks: Blocks, wanted: Sequence[str], unwanted: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """1 and 0 for blocks that hold a snippet, not-a-number where nothing is known."""
    texts = [score.squeeze(text) for text in blocks.text]
    labels = np.full(len(texts), np.nan)
    for snippets, label in ((wanted, 1.0), (unwanted, 0.0)):
        for snippet in map(score.squeeze, snippets):
            holders = [
                number for number, text in enumerate(texts) if snippet and snippet in text
            ]
            if label and holders:
                holders = [max(holders, key=lambda number: len(texts[number]))]
            labels[holders] = label
    return labels, np.array([len(score.tokens(text)) for text in texts])


def is_chinese(truth: dict[str, Any]) -> bool:
    """Whether most of what is known of a page's text is Chinese."""
    known = truth.get("main_text") or "".join(truth.get("with") or [])
    return len(_HAN.findall(known)) > 0.3 * len(known)


def weights_of(sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """A block counts by its tokens, a page with many tokens more than one with few."""
    return np.clip(sizes, 1, LONGEST_BLOCK) / max(int(sizes.sum()), SHORTEST_PAGE) ** 0.65


def shortened(
    blocks: Blocks, labels: NDArray[np.float64], seed: int
) -> NDArray[np.int64] | None:
    """Blocks of the page with all but the first few paragraphs of its article taken out.

    Short articles beside many teasers are hard, common, and rare in the sets.
    """
    draw = np.random.default_rng(seed)
    content = np.flatnonzero(np.nan_to_num(labels) > 0.5)
    paragraphs = [number for number in content if blocks.words[number] >= 8]
    if len(paragraphs) < 5:
        return None
    border = paragraphs[int(draw.integers(1, 5))]
    keep = np.ones(len(blocks), bool)
    keep[[number for number in content if number >= border and draw.random() > 0.06]] = False
    return np.flatnonzero(keep)


def part_of(blocks: Blocks, numbers: NDArray[np.int64]) -> Blocks:
    """Some of the blocks as if the page had no others."""
    columns = ("first", "last", "element", "text", "words", "link_words", "is_sentence")
    chosen = {name: [getattr(blocks, name)[n] for n in numbers] for name in columns}
    return replace(blocks, **chosen)


def samples_of(
    shared: Path, score: ModuleType, name: str, truth: dict[str, Any]
) -> list[Sample]:
    """The blocks of one page, and again of the page shortened."""
    path = shared / "data/pages" / name / "html" / f"{truth['id']}.html.gz"
    tree = parsed(decoded(gzip.decompress(path.read_bytes()), "")[0])
    blocks = cut(tree)
    if not len(blocks):
        return []
    declared = metadata(tree)
    if truth.get("main_text"):
        labels, sizes = labels_by_text(score, blocks, truth["main_text"])
    else:
        labels, sizes = labels_by_snippets(score, blocks, truth["with"], truth["without"])
    variants = [(np.arange(len(blocks)), 1.0)]
    if truth.get("page_type") in (None, "article", "documentation"):
        kept = shortened(blocks, labels, zlib.crc32(truth["id"].encode()))
        if kept is not None:
            variants.append((kept, WEIGHT_OF_SHORTENED))
    found: list[Sample] = []
    for numbers, weight in variants:
        part = part_of(blocks, numbers)
        measures = measured_in_python(tree, part, declared.title_element, declared.body)
        use = np.flatnonzero(~measures.dropped & ~np.isnan(labels[numbers]))
        weights = weight * WEIGHT_OF_SETS.get(name, 1.0) * weights_of(sizes[numbers])
        rows = measures.rows
        known = labels[numbers][use]
        found.append(Sample(truth["site"], is_chinese(truth), rows[use], known, weights[use]))
    return found


def all_samples(shared: Path) -> list[Sample]:
    """The samples of all sets."""
    score = _scorer(shared)
    found: list[Sample] = []
    for name in SETS:
        lines = (shared / "data/pages" / name / "truth.jsonl").read_text("utf-8")
        for line in lines.rstrip("\n").split("\n"):
            found += samples_of(shared, score, name, json.loads(line))
        print(f"{name}: {len(found)} samples so far", flush=True)
    return found


def trained(samples: Sequence[Sample]) -> Forest:
    """Train trees and turn them into flat arrays."""
    rows, labels, weights = (
        np.concatenate(parts) for parts in zip(*_drawn(samples), strict=True)
    )
    data = lightgbm.Dataset(rows, labels, weight=weights / weights.mean(), params=SETTINGS)
    model = lightgbm.train(SETTINGS, data, ROUNDS).dump_model()
    trees = [tree["tree_structure"] for tree in model["tree_info"]]
    return flat(trees, names(), sharpness=SHARPNESS)


def _drawn(samples: Sequence[Sample]) -> Iterator[tuple[Any, Any, Any]]:
    for number, sample in enumerate(samples):
        chance = np.minimum(1, sample.weights / SAMPLED_BELOW)
        drawn = np.random.default_rng(number).random(len(chance)) < chance
        yield sample.rows[drawn], sample.labels[drawn], (sample.weights / chance)[drawn]


def flat(
    trees: Sequence[dict[str, Any]], columns: tuple[str, ...], *, sharpness: float = 1.0
) -> Forest:
    """Trees over columns of these names as flat arrays; chances of odds times ``sharpness``."""
    asked: list[tuple[int, int, int, int]] = []
    leaves: list[int] = []

    def add(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            leaves.append(round(node["leaf_value"] * LEAF_UNITS))
            return -len(leaves)
        number = len(asked)
        asked.append((0, 0, 0, 0))
        low, high = add(node["left_child"]), add(node["right_child"])
        asked[number] = (node["split_feature"], math.floor(node["threshold"]), low, high)
        return number

    roots = [add(tree) for tree in trees if "leaf_value" not in tree]
    column, threshold, low, high = np.array(asked, np.int64).T
    odds = np.linspace(-REACH, REACH, STEPS + 1) / LEAF_UNITS
    small = {
        "roots": np.array(roots),
        "column": column,
        "threshold": threshold,
        "low": low,
        "high": high,
        "leaves": np.array(leaves),
    }
    return Forest(
        names=columns,
        table=np.round(CERTAIN / (1 + np.exp(-sharpness * odds))).astype(np.uint16),
        reach=np.array([REACH], np.int32),
        **{name: array.astype(np.int16) for name, array in small.items()},
    )


def _scorer(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("pages_score", shared / "data/pages/score.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(shared)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Run from the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--cache", type=Path, required=True, help="folder for labelled blocks")
    asked.add_argument("--folds", action="store_true", help="train the models of the folds")
    asked.add_argument("--ship", action="store_true", help="train the model that is shipped")
    options = asked.parse_args()
    shared = Path(os.environ.get("PAGEMILL_SHARED") or Path.cwd().parent / "shared")
    kept = options.cache / "samples.pickle"
    if not kept.exists():
        kept.write_bytes(pickle.dumps([tuple(sample) for sample in all_samples(shared)]))
    stored = pickle.loads(kept.read_bytes())  # noqa: S301 - our own file
    samples = [Sample(*parts) for parts in stored]
    for fold in range(FOLDS if options.folds else 0):
        model = trained([s for s in samples if fold_of(s.site) != fold])
        write(model, FOLDER / f"fold-{fold}.npz")
        print(f"fold {fold} trained", flush=True)
    if options.folds:
        write(trained([s for s in samples if not s.is_chinese]), FOLDER / "not-chinese.npz")
    if options.ship:
        path = Path(sys.modules[Forest.__module__].__file__ or "").parent / FILE
        write(trained(samples), path)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
