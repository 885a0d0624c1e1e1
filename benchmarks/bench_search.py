"""Search at size: speed and size of the index, time for a query, PageRank of a large graph.

    python benchmarks/bench_search.py [index] [queries] [pagerank]
        [--pages 100000] [--queries 300] [--edges 10000000] [--folder FOLDER]

``index`` compares with the bare engine as ``bench_index.py`` does, on a quarter of the pages.
``queries`` asks for single words, for eight rare words of one page, and for phrases of three
words, each query one that at least one page answers; times are CPU time of one thread, with the
ten best hits scored by all of BM25F and the priors. ``--folder`` makes the index there once
and uses it again. ``pagerank`` ranks a graph whose in-degrees
follow a power law, in a process of its own whose largest memory is told.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from bench_index import bench_indexing, pages, size, sources

from pagemill.index import tantivy as store
from pagemill.index.analyze import words
from pagemill.index.linked.edges import Edges
from pagemill.index.linked.pagerank import pagerank
from pagemill.index.query import parse
from pagemill.index.rank import PriorWeights, Ranking
from pagemill.index.reader import IndexReader
from pagemill.index.tantivy import WriterParams

WHAT = ("index", "queries", "pagerank")


def queries(
    reader: IndexReader, texts: list[tuple[str, ...]], chance: random.Random
) -> dict[str, Callable[[], str]]:
    def single() -> str:
        return chance.choice(chance.choice(texts))

    def rare() -> str:
        found = sorted(set(chance.choice(texts)), key=lambda one: (reader.frequency(one), one))
        return " ".join(chance.sample(found[:20], min(8, len(found))))

    def phrase() -> str:
        text = chance.choice(texts)
        at = chance.randrange(len(text) - 3)
        return '"' + " ".join(text[at : at + 3]) + '"'

    return {"single": single, "conjunctive": rare, "phrase": phrase}


def make_index(folder: Path, count: int) -> None:
    if folder.exists():
        return
    store.create(folder)
    start = time.process_time()
    store.apply(folder, add=pages(count, spaced=True), params=WriterParams())
    took = time.process_time() - start
    text = sum(len(page.text.encode()) for page in pages(count // 50, spaced=True)) * 50
    print(
        f"{count} pages indexed in {took:.0f} CPU s (making them included); "
        f"index / text {size(folder) / text:.2f}"
    )


def bench_queries(folder: Path, asked: int) -> None:
    reader = IndexReader(folder, Ranking(priors=PriorWeights(spam=1.0, freshness=0.5)))
    texts = [
        text for text in (words(one) for _, one in sources(spaced=True)) if len(text) > 100
    ]
    for kind, make in queries(reader, texts, random.Random(1)).items():  # noqa: S311
        times, totals = [], []
        for _ in range(asked):
            query = parse(make())
            start = time.process_time()
            totals.append(reader.search(query).total)
            times.append((time.process_time() - start) * 1000)
        times.sort()
        print(
            f"{kind}: CPU p50 {times[asked // 2]:.2f} ms, "
            f"p99 {times[asked * 99 // 100]:.2f} ms; "
            f"pages found: median {sorted(totals)[asked // 2]}, at most {max(totals)}"
        )


def bench_pagerank(edges: int) -> None:
    chance = np.random.default_rng(1)
    size = edges // 10
    keys = chance.integers(0, 2**63, size, np.int64).astype(np.uint64)
    source = keys[chance.integers(0, size, edges)]
    target = keys[np.minimum(chance.pareto(1.1, edges) * 3, size - 1).astype(np.int64)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start, cpu = time.perf_counter(), time.process_time()
    graph = Edges.of(source, target, keys)
    numbered = time.perf_counter() - start
    rank = pagerank(graph)
    took, cpu = time.perf_counter() - start, time.process_time() - cpu
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"PageRank of {len(graph.keys)} pages, {edges} links given, {len(graph.source)} "
        f"different: {took:.1f} s ({numbered:.1f} s of it to number them), {cpu:.1f} CPU s; "
        f"largest memory {most:.0f} MiB ({before:.0f} before); sum {rank.sum():.6f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", metavar="WHAT", help=", ".join(WHAT))
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--edges", type=int, default=10_000_000)
    parser.add_argument("--folder", type=Path, help="where the index of queries is kept")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    asked.what = asked.what or WHAT
    if asked.here:
        bench_pagerank(asked.edges)
        return
    with tempfile.TemporaryDirectory() as scratch:
        if "index" in asked.what:
            bench_indexing(asked.pages // 4, Path(scratch), spaced=True)
            bench_indexing(asked.pages // 16, Path(scratch), spaced=False)
        if "queries" in asked.what:
            folder = asked.folder or Path(scratch, "queries")
            make_index(folder, asked.pages)
            bench_queries(folder, asked.queries)
    if "pagerank" in asked.what:
        own = [sys.executable, __file__, "--here", "--edges", str(asked.edges)]
        subprocess.run(own, check=True)


if __name__ == "__main__":
    main()
