"""Recall and precision of near-duplicate detection against exact truth by brute force."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from pagemill.dedup.duplicates import find_duplicates

FLOORS = json.loads((Path(__file__).parent / "floors.json").read_text("utf-8"))
THRESHOLD = 0.8
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

pytestmark = [pytest.mark.shared, pytest.mark.slow]


def documents(folder: Path) -> list[tuple[str, str]]:
    with gzip.open(folder / "docs.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [(doc["id"], doc["text"]) for doc in map(json.loads, lines)]


def true_pairs(folder: Path) -> set[tuple[str, ...]]:
    with gzip.open(folder / "pairs.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        return {
            tuple(sorted((row["a"], row["b"])))
            for row in csv.DictReader(lines)
            if int(row["inter"]) * 5 >= int(row["union"]) * 4
        }


@pytest.mark.parametrize("name", sorted(FLOORS["near_duplicates"]))
def test_duplicates_are_found_as_often_as_before(shared: Path, name: str):
    folder = shared / "data" / "neardup" / name
    floor = FLOORS["near_duplicates"][name]
    docs, truth = documents(folder), true_pairs(folder)
    found = find_duplicates(docs, threshold=THRESHOLD)
    pairs = {(pair.left, pair.right) for pair in found.pairs}
    recall = len(pairs & truth) / len(truth)
    precision = len(pairs & truth) / len(pairs)
    print(f"{name}: recall {recall:.4f}, precision {precision:.4f}, {len(truth)} true pairs")
    assert recall >= floor["recall"]
    assert precision >= floor["precision"]
    for removed, kept in found.kept_for.items():
        assert tuple(sorted((removed, kept))) in pairs


@pytest.mark.parametrize("made_by", ["make_scale.py", "make_chinese.py"])
def test_planted_copies_are_found_and_nothing_else(shared: Path, tmp_path: Path, made_by: str):
    """The generator of the shared data makes ASCII only; its twin makes Chinese."""
    folder = shared / "data" / "neardup" if made_by == "make_scale.py" else BENCHMARKS
    out = tmp_path / "docs.jsonl"
    command = [sys.executable, folder / made_by, out, "3000", "--seed", "2"]
    subprocess.run(command, check=True, capture_output=True)
    docs = [
        (str(doc["id"]), doc["text"])
        for doc in map(json.loads, out.read_text("utf-8").splitlines())
    ]
    with gzip.open(tmp_path / "docs.truth.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        truth = {
            tuple(sorted((row["a"], row["b"])))
            for row in csv.DictReader(lines)
            if int(row["inter"]) * 5 >= int(row["union"]) * 4
        }
    found = find_duplicates(docs, threshold=THRESHOLD)
    pairs = {(pair.left, pair.right) for pair in found.pairs}
    print(f"{made_by}: {len(truth)} true pairs, {len(pairs & truth)} of {len(pairs)} right")
    assert len(truth) > 500
    assert pairs - truth == set()
    assert len(pairs & truth) >= 0.999 * len(truth)
