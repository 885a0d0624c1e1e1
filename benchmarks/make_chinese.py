"""Make Chinese documents from real sentences, with planted near copies and exact truth.

usage: make_chinese.py OUT.jsonl N [--seed 1] [--dup 0.3] [--mean 900]

The twin of the shared data's make_scale.py, which takes ASCII sentences only. Sentences are
those of the Chinese laws, without digits and Latin letters, each kept once. A share of the
documents are copies of an earlier one: equal; with other punctuation; with characters
replaced, dropped and added at some rate; with a sentence moved; cut short; in a frame. Beside
OUT come OUT.truth.csv.gz: every pair inside a cluster with the exact sizes for its sets of
character 4-shingles, and OUT.clusters.csv.gz. Same seed, same bytes.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).parents[2] / "shared"))
LAWS = SHARED / "data" / "neardup" / "laws-zh" / "docs.jsonl.gz"
RATES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05)
HAN = re.compile(r"[\u4e00-\u9fff]")
Sentences = list[str]


def pool() -> Sentences:
    found: dict[str, None] = {}
    with gzip.open(LAWS, "rt", encoding="utf-8") as lines:
        for line in lines:
            for sentence in re.split(r"(?<=[。；：])|\s+", json.loads(line)["text"]):
                words = re.findall(r"\w", sentence)
                if 8 <= len(words) <= 80 and all(map(HAN.match, words)):
                    found[sentence] = None
    return list(found)


def edited(sentences: Sentences, pick: random.Random, every: Sentences) -> tuple[str, str]:
    kind = pick.choice(("exact", "format", "frame", "cut", "move", *["words"] * 7))
    text = "".join(sentences)
    if kind == "format":
        text = text.replace("，", ", ").replace("。", "。\n")
    elif kind == "frame":
        text = pick.choice(every) + text + pick.choice(every)
    elif kind == "cut":
        text = text[: int(len(text) * pick.uniform(0.7, 0.98))]
    elif kind == "move":
        rest = list(sentences)
        rest.insert(pick.randrange(len(rest)), rest.pop(pick.randrange(len(rest))))
        text = "".join(rest)
    elif kind == "words":
        rate, letters = pick.choice(RATES), "".join(pick.sample(every, 3))
        text = "".join(changed(text, rate, letters, pick))
    return kind, text


def changed(text: str, rate: float, letters: str, pick: random.Random) -> Iterator[str]:
    for letter in text:
        if pick.random() >= rate:
            yield letter
            continue
        how = pick.randrange(3)
        if how:
            yield pick.choice(letters)
        if how == 2:
            yield letter


def documents(count: int, seed: int, dup: float, mean: int) -> Iterator[tuple[int, str, str]]:
    """Yield cluster, kind and text of each document."""
    pick, every = random.Random(seed), pool()  # noqa: S311
    average = sum(map(len, every)) / len(every)
    bases: list[tuple[int, Sentences]] = []
    for number in range(count):
        if bases and pick.random() < dup:
            cluster, sentences = bases[int(len(bases) * pick.random() ** 2)]
            yield cluster, *edited(sentences, pick, every)
        else:
            size = max(2, int(pick.lognormvariate(0, 0.6) * mean / average))
            bases.append((number, [pick.choice(every) for _ in range(min(size, 300))]))
            yield number, "base", "".join(bases[-1][1])


def shingles(text: str) -> set[str]:
    words = "".join(re.findall(r"\w", text.casefold()))
    return {words[i : i + 4] for i in range(max(1, len(words) - 3))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dup", type=float, default=0.3)
    parser.add_argument("--mean", type=int, default=900, help="characters in a document")
    args = parser.parse_args()
    clusters: dict[int, list[tuple[int, str]]] = {}
    with args.out.open("w", encoding="utf-8") as out:
        made = documents(args.count, args.seed, args.dup, args.mean)
        for number, (cluster, kind, text) in enumerate(made):
            row = {"id": number, "text": text, "lang": "zh", "cluster": cluster, "kind": kind}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            clusters.setdefault(cluster, []).append((number, text))
    write_truth(args.out, clusters)


def write_truth(out: Path, clusters: dict[int, list[tuple[int, str]]]) -> None:
    names = (out.with_suffix(f".{name}.csv.gz") for name in ("truth", "clusters"))
    with (
        gzip.open(next(names), "wt", newline="", encoding="utf-8") as truth,
        gzip.open(next(names), "wt", newline="", encoding="utf-8") as members,
    ):
        pairs, ids = csv.writer(truth), csv.writer(members)
        pairs.writerow(["a", "b", "inter", "union", "jaccard"])
        ids.writerow(["id", "cluster"])
        for cluster, texts in clusters.items():
            ids.writerows((number, cluster) for number, _ in texts)
            sets = [(number, shingles(text)) for number, text in texts] if texts[1:] else []
            for place, (one, left) in enumerate(sets):
                for other, right in sets[place + 1 :]:
                    both = len(left & right)
                    union = len(left) + len(right) - both
                    pairs.writerow([one, other, both, union, f"{both / union:.6f}"])


if __name__ == "__main__":
    main()
