"""Recall and precision of near-duplicate detection against exact truth by brute force."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

from pagemill.dedup.duplicates import find_duplicates

FLOORS = json.loads((Path(__file__).parent / "floors.json").read_text("utf-8"))
THRESHOLD = 0.8

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
