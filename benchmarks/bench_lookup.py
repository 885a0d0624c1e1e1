"""Time to look one text up among many stored ones.

usage: bench_lookup.py [--stored 1000000] [--folder /tmp/lookup]

The stored keys are drawn by chance, but for near copies of the texts asked for, so that a
million take a minute to make. They lie on disk and are mapped. Counted is a question from
text to candidates: tokens, sketch, 33 bisections a segment, sketches of candidates. Comparing
texts exactly, with fetching them from their table, comes to it for each candidate. On a busy
machine only the CPU time says something.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from pathlib import Path

import numpy as np

from pagemill.dedup.lookup.segment import Keys, Segment, by_bands, by_rarest, merged
from pagemill.dedup.lookup.stage import Store
from pagemill.dedup.params import DedupParams


def drawn(stored: int, seed: int) -> Segment:
    pick = np.random.default_rng(seed)
    bands, shingles = 34 * stored, 30 * stored
    return Segment(
        pages=np.arange(stored, dtype=np.uint64),
        ids=pick.integers(0, 1 << 64, stored, np.uint64),
        minima=np.zeros((stored, 200), np.uint32),
        bands=keys(bands, stored, pick),
        shingles=keys(shingles, stored, pick),
    )


def keys(count: int, stored: int, pick: np.random.Generator) -> Keys:
    found = pick.integers(0, 1 << 64, count, np.uint64)
    found.sort()
    return Keys(keys=found, rows=pick.integers(0, stored, count, np.uint32))


def texts(count: int) -> list[str]:
    pick = random.Random(1)  # noqa: S311
    return [" ".join(f"w{pick.randrange(50_000)}" for _ in range(441)) for _ in range(count)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stored", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "lookup")
    args = parser.parse_args()
    store, asked = Store(args.folder, DedupParams()), texts(200)
    near = store.added(np.arange(200, dtype=np.uint64), [f"{text} end" for text in asked])
    many = drawn(args.stored, 1)
    store.replace([many, merged([near], [np.arange(200)])], "bench")
    del many
    segments = store.segments()
    for name, search in (
        ("bands", lambda question: by_bands(segments, question, store.cut)),
        ("rarest shingles", lambda question: by_rarest(segments, question)),
    ):
        took: dict[str, list[float]] = {"elapsed": [], "CPU": []}
        found = 0
        for number, text in enumerate(asked):
            start, began = time.perf_counter(), time.thread_time()
            candidates = search(store.question(text))
            took["elapsed"].append(time.perf_counter() - start)
            took["CPU"].append(time.thread_time() - began)
            found += any(one.segment == 1 and one.row == number for one in candidates)
        for what, times in took.items():
            middle, worst = np.median(times) * 1e3, np.quantile(times, 0.99) * 1e3
            print(f"{name}: {middle:.2f} ms {what} in the middle, {worst:.2f} for 99 of 100")
        print(f"  found: {found} of {len(asked)}")
    shutil.rmtree(args.folder)


if __name__ == "__main__":
    main()
