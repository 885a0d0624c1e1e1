# ruff: noqa: PLC0415
"""Near duplicates against four peers: raw text in, clusters out, in one interleaved run.

usage: bench_neardup.py [--docs 10000] [--rounds 3] [--sets made,terms-en] [--tools ...]

Every tool gets the same list of str and gives groups of document numbers, with sketches of 200
permutations over word 4-shingles and a threshold of .8. What counts is CPU time of the whole
process, all threads. Rounds go round: each tool once, then each once more, and the least time
counts. Recall and precision are of pairs, against exact truth: resemblance >= 4/5 in integers.

Peers are called as their documentation says for bulk work. A peer without a tokenizer of its
own gets the cheapest one in Python that the truth's definition allows. Those that need an
order of bands get 20 x 10, datasketch its own optimum. Install them: pip install -e .[bench]
"""

from __future__ import annotations

import argparse
import csv
import gc
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).parents[2] / "shared"))
NEARDUP = SHARED / "data" / "neardup"
K, THRESHOLD, WIDTH, BANDS, ROWS = 200, 0.8, 4, 20, 10
WORDS = re.compile(r"\w+")
Pairs = set[tuple[int, int]]
IDS = [f"{number:08}" for number in range(1_000_000)]
GOALS = {"rensa": 8, "daft": 3, "gaoya": 7, "datasketch": 14}


def shingles(text: str) -> list[str]:
    words = WORDS.findall(text.casefold())
    return [" ".join(words[i : i + WIDTH]) for i in range(max(1, len(words) - WIDTH + 1))]


def pagemill(texts: list[str]) -> Pairs:
    from pagemill import find_duplicates

    found = find_duplicates(zip(IDS, texts, strict=False), THRESHOLD)
    left, right = found.pairs.left.tolist(), found.pairs.right.tolist()
    return set(zip(left, right, strict=True))


def pagemill_numpy(texts: list[str]) -> Pairs:
    from pagemill import native

    names = ("shingle", "sketch", "agree", "intersect", "fingerprint")
    loops = {name: getattr(native, name) for name in names if hasattr(native, name)}
    for name in loops:
        setattr(native, name, None)
    try:
        return pagemill(texts)
    finally:
        for name, loop in loops.items():
            setattr(native, name, loop)


def rensa(texts: list[str]) -> Pairs:
    from rensa import RMinHash, RMinHashLSH

    sketches = RMinHash.from_token_sets((set(shingles(text)) for text in texts), K, 1)
    index = RMinHashLSH(THRESHOLD, K, BANDS)
    index.insert_pairs(list(enumerate(sketches)))
    pairs: Pairs = set()
    for one, sketch in enumerate(sketches):
        for other in index.query(sketch):
            if one < other and sketch.jaccard(sketches[other]) >= THRESHOLD:
                pairs.add((one, other))
    return grouped(len(texts), pairs)


def gaoya(texts: list[str]) -> Pairs:
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(
        32, THRESHOLD, BANDS, ROWS, None, "word", lowercase=True, ngram_range=(WIDTH, WIDTH)
    )
    index.par_bulk_insert_docs(list(range(len(texts))), texts)
    found = index.par_bulk_query(texts)
    pairs = {
        (one, other) for one, others in enumerate(found) for other in others if one < other
    }
    return grouped(len(texts), pairs)


def daft(texts: list[str]) -> Pairs:
    import daft
    import numpy as np
    from daft.functions import minhash, normalize

    frame = daft.from_pydict({"text": texts})
    plain = normalize(daft.col("text"), remove_punct=True, lowercase=True, white_space=True)
    made = minhash(plain, num_hashes=K, ngram_size=WIDTH, seed=1, hash_function="xxhash64")
    column = frame.select(made.alias("m")).collect().to_arrow()["m"].combine_chunks()
    minima = np.asarray(column.values if hasattr(column, "values") else column.flatten())
    minima = minima.reshape(len(texts), K)
    pairs: Pairs = set()
    for band in range(BANDS):
        buckets: dict[bytes, list[int]] = defaultdict(list)
        for row, key in enumerate(minima[:, band * ROWS : (band + 1) * ROWS]):
            buckets[key.tobytes()].append(row)
        for rows in buckets.values():
            pairs.update((a, b) for i, a in enumerate(rows) for b in rows[i + 1 :])
    listed = sorted(pairs)
    if not listed:
        return pairs
    sides = np.array(listed)
    equal = (minima[sides[:, 0]] == minima[sides[:, 1]]).sum(axis=1)
    near = {pair for pair, e in zip(listed, equal.tolist(), strict=True) if e >= THRESHOLD * K}
    return grouped(len(texts), near)


def datasketch(texts: list[str]) -> Pairs:
    from datasketch import MinHash, MinHashLSH

    sets = [[one.encode() for one in set(shingles(text))] for text in texts]
    sketches = MinHash.bulk(sets, num_perm=K, hashfunc=xxh32())
    index = MinHashLSH(threshold=THRESHOLD, num_perm=K)
    with index.insertion_session() as session:
        for number, sketch in enumerate(sketches):
            session.insert(number, sketch)
    pairs: Pairs = set()
    for one, sketch in enumerate(sketches):
        for other in index.query(sketch):
            if one < other and sketch.jaccard(sketches[other]) >= THRESHOLD:
                pairs.add((one, other))
    return grouped(len(texts), pairs)


def xxh32() -> Callable[[bytes], int]:
    try:
        from xxhash import xxh32_intdigest
    except ImportError:
        from zlib import crc32

        return crc32
    return xxh32_intdigest


def grouped(count: int, pairs: Pairs) -> Pairs:
    """Do what clusters out of a peer's pairs cost: union-find."""
    parent = list(range(count))
    for one, other in pairs:
        a, b = one, other
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        parent[max(a, b)] = min(a, b)
    return pairs


TOOLS: dict[str, Callable[[list[str]], Pairs]] = {
    "pagemill": pagemill,
    "pagemill-numpy": pagemill_numpy,
    "rensa": rensa,
    "daft": daft,
    "gaoya": gaoya,
    "datasketch": datasketch,
}


def made(count: int, seed: int, script: Path, folder: Path) -> tuple[list[str], Pairs]:
    """Documents with planted copies; truth of all pairs of a cluster."""
    out = folder / f"{script.stem}-{count}-{seed}.jsonl"
    if not out.exists():
        command = [sys.executable, script, out, str(count), "--seed", str(seed)]
        subprocess.run(command, check=True, capture_output=True)
    texts = [json.loads(line)["text"] for line in out.open(encoding="utf-8")]
    with gzip.open(out.with_suffix(".truth.csv.gz"), "rt", encoding="utf-8") as lines:
        return texts, set(true_pairs(csv.DictReader(lines), int))


def true_pairs(
    rows: Iterable[dict[str, str]], number: Callable[[str], int]
) -> Iterator[tuple[int, int]]:
    for row in rows:
        if int(row["inter"]) * 5 >= int(row["union"]) * 4:
            one, other = number(row["a"]), number(row["b"])
            yield min(one, other), max(one, other)


def shared_set(name: str) -> tuple[list[str], Pairs]:
    folder = NEARDUP / name
    with gzip.open(folder / "docs.jsonl.gz", "rt", encoding="utf-8") as lines:
        docs = [json.loads(line) for line in lines]
    place = {doc["id"]: number for number, doc in enumerate(docs)}
    with gzip.open(folder / "pairs.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        truth = set(true_pairs(csv.DictReader(lines), place.__getitem__))
    return [doc["text"] for doc in docs], truth


def measure(tool: str, texts: list[str]) -> tuple[float, Pairs]:
    gc.collect()
    start = time.process_time()
    pairs = TOOLS[tool](texts)
    return time.process_time() - start, pairs


def compare(name: str, texts: list[str], truth: Pairs, tools: list[str], rounds: int) -> None:
    least: dict[str, float] = {}
    found: dict[str, Pairs] = {}
    for tool in tools:
        TOOLS[tool](texts[:200])  # imports, thread pools, tables
    for _ in range(rounds):
        for tool in tools:
            took, found[tool] = measure(tool, texts)
            least[tool] = min(took, least.get(tool, took))
    mega = sum(len(text.encode()) for text in texts) / 1e6
    print(f"\n{name}: {len(texts)} documents, {mega:.1f} MB, {len(truth)} true pairs")
    print(
        f"{'tool':16}{'docs/CPU s':>12}{'ours is':>9}{'goal':>6}{'recall':>9}{'precision':>11}"
    )
    for tool in tools:
        right = len(found[tool] & truth)
        ratio = least[tool] / least[tools[0]]
        print(
            f"{tool:16}{len(texts) / least[tool]:12,.0f}{ratio:8.2f}x{GOALS.get(tool, ''):>6}"
            f"{right / max(1, len(truth)):9.4f}{right / max(1, len(found[tool])):11.4f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", default="made,made-zh,terms-en,licences,laws-zh")
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    args = parser.parse_args()
    tools = args.tools.split(",")
    scripts = {
        "made": NEARDUP / "make_scale.py",
        "made-zh": Path(__file__).with_name("make_chinese.py"),
    }
    for name in args.sets.split(","):
        if name in scripts:
            texts, truth = made(args.docs, args.seed, scripts[name], args.folder)
        else:
            texts, truth = shared_set(name)
        compare(name, texts, truth, tools, args.rounds)


if __name__ == "__main__":
    main()
