"""Indexing speed against the bare engine, size of the index, and time for a query.

    python benchmarks/bench_index.py [--pages 20000] [--queries 200]

Reads the true texts of ``$PAGEMILL_SHARED/data/pages``, varied until there are enough pages.
Both ways of indexing take turns in one process; CPU seconds count all threads. The rival is
the engine with its own tokenizer on the same titles and texts, its key stored.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import tantivy as engine

from pagemill.index import tantivy as store
from pagemill.index.analyze import words
from pagemill.index.document import IndexDocument
from pagemill.index.query import parse
from pagemill.index.reader import IndexReader
from pagemill.index.tantivy import WriterParams

REPO = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PAGEMILL_SHARED", REPO.parent / "shared"))
ROUNDS = 4
HEAP = 100_000_000


def sources(*, spaced: bool) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for truth in sorted((SHARED / "data/pages").glob("*/truth.jsonl")):
        for line in truth.open(encoding="utf-8"):
            row = json.loads(line)
            text = row.get("main_text") or ""
            pairs = sum("\u3040" <= c <= "\u9fff" for c in text[:500])
            if len(text) > 200 and (pairs < 50) == spaced:
                found.append((row.get("title") or "", text))
    return found


def pages(count: int, *, spaced: bool, start: int = 0) -> Iterator[IndexDocument]:
    """Texts with their paragraphs shuffled, so that pages differ and word counts are real."""
    texts = sources(spaced=spaced)
    for number in range(start, start + count):
        title, text = texts[number % len(texts)]
        chance = random.Random(number)  # noqa: S311
        paragraphs = text.split("\n")
        chance.shuffle(paragraphs)
        body = "\n".join([*paragraphs, f"page{number}"])
        yield IndexDocument(
            url=f"https://host{number % 997}.example.org/{number}",
            host=f"host{number % 997}.example.org",
            title=title,
            abstract=paragraphs[0][:200],
            text=body,
            language="en",
            page_type="topic",
            mark=number + 1,  # a build takes it from the table of pages
        )


def index_ours(folder: Path, batch: list[IndexDocument]) -> None:
    store.create(folder)
    store.apply(folder, add=batch, params=WriterParams(memory_bytes=HEAP))


def index_bare(folder: Path, batch: list[IndexDocument]) -> None:
    folder.mkdir()
    builder = engine.SchemaBuilder()
    builder.add_text_field("url", stored=True, tokenizer_name="raw")
    builder.add_text_field("title")
    builder.add_text_field("text")
    index = engine.Index(builder.build(), str(folder))
    writer = index.writer(HEAP, 1)
    for page in batch:
        document = engine.Document()
        document.add_text("url", page.url)
        document.add_text("title", page.title)
        document.add_text("text", page.text)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def cpu_seconds(
    run: Callable[[Path, list[IndexDocument]], None], batch: list[IndexDocument], folder: Path
) -> float:
    start = time.process_time()
    run(folder, batch)
    return time.process_time() - start


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def bench_indexing(count: int, scratch: Path, *, spaced: bool) -> None:
    ratios, speeds, sizes = [], [], []
    for turn in range(ROUNDS):
        batch = list(pages(count // ROUNDS, spaced=spaced, start=turn * (count // ROUNDS)))
        text = sum(len(page.text.encode()) for page in batch)
        order = [("ours", index_ours), ("bare", index_bare)]
        seconds: dict[str, float] = {}
        for name, run in order if turn % 2 else reversed(order):
            folder = scratch / f"{name}-{turn}"
            seconds[name] = cpu_seconds(run, batch, folder)
            if name == "ours":
                sizes.append(size(folder) / text)
            shutil.rmtree(folder)
        ratios.append(seconds["bare"] / seconds["ours"])
        speeds.append(len(batch) / seconds["ours"])
    kind = "spaced scripts" if spaced else "Chinese and Japanese"
    print(
        f"{kind}: {statistics.median(speeds):.0f} pages per CPU second, "
        f"{text / len(batch) / 1000:.1f} KB a page; {statistics.median(ratios):.2f} times the "
        f"speed of the bare engine ({min(ratios):.2f} to {max(ratios):.2f} in {ROUNDS} turns); "
        f"index / text {statistics.median(sizes):.2f}"
    )


def bench_queries(count: int, queries: int, scratch: Path) -> None:
    folder = scratch / "queries"
    store.create(folder)
    store.apply(folder, add=pages(count, spaced=True), params=WriterParams(memory_bytes=HEAP))
    chance = random.Random(1)  # noqa: S311
    texts = [words(text) for _, text in sources(spaced=True)]
    texts = [text for text in texts if len(text) > 100]

    def single() -> str:
        return chance.choice(chance.choice(texts))

    def rare() -> str:
        found = sorted(set(chance.choice(texts)), key=lambda word: (-len(word), word))[:20]
        return " ".join(chance.sample(found, 8))

    def phrase() -> str:
        text = chance.choice(texts)
        at = chance.randrange(len(text) - 3)
        return '"' + " ".join(text[at : at + 3]) + '"'

    for state in ("fresh", "1 % of pages replaced"):
        reader = IndexReader(folder)
        for kind in (single, rare, phrase):
            times = []
            for _ in range(queries):
                query = parse(kind())
                start = time.process_time()
                reader.search(query)
                times.append((time.process_time() - start) * 1000)
            times.sort()
            half, most = times[len(times) // 2], times[len(times) * 99 // 100]
            print(
                f"{count} pages, {state}, {kind.__name__}: "
                f"CPU p50 {half:.2f} ms, p99 {most:.2f} ms"
            )
        if state == "fresh":
            start = time.process_time()
            known = store.documents(folder)
            listed = time.process_time() - start
            changed = list(pages(count // 100, spaced=True))
            start = time.process_time()
            store.apply(folder, add=changed)
            updated = time.process_time() - start
            print(
                f"update of {len(changed)} of {len(known)} pages: {updated:.2f} CPU s, "
                f"listing all digests {listed:.2f} CPU s"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--queries", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        bench_indexing(asked.pages, Path(scratch), spaced=True)
        bench_indexing(asked.pages // 4, Path(scratch), spaced=False)
        bench_queries(asked.pages, asked.queries, Path(scratch))


if __name__ == "__main__":
    main()
