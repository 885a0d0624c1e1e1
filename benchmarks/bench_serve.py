"""Time of the browser's pages on a large collection.

usage: bench_serve.py [--pages 10000] [--folder bench-serve] [--rounds 20]

The pages are drawn by chance: 300 words each, on pages / 100 hosts, a tenth of them near copies
of others. The folder is built once and used again. A server of its own is asked over loopback,
one request at a time; the first request to each screen, which counts the collection, is told
apart.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from pagemill.api import Collection


def rows(pages: int) -> Iterator[dict[str, str]]:
    pick = random.Random(1)  # noqa: S311
    texts: list[list[str]] = []
    for number in range(pages):
        if texts and pick.random() < 0.1:
            words = list(pick.choice(texts))
            words[pick.randrange(len(words))] = "changed"
        else:
            words = [f"w{int(pick.paretovariate(0.7)) % 50_000}" for _ in range(300)]
        texts.append(words)
        body = "".join(f"<p>{' '.join(words[at : at + 50])}.</p>" for at in range(0, 300, 50))
        html = f"<title>Page {number}</title><nav><a href=/>Home</a></nav><article>{body}"
        yield {"url": f"http://h{number % max(1, pages // 100)}.example/{number}", "html": html}


def built(folder: Path, pages: int) -> Collection:
    if (folder / "CURRENT.json").exists():
        return Collection.open(folder)
    source = folder.with_suffix(".jsonl")
    with source.open("w", encoding="utf-8") as out:
        for row in rows(pages):
            out.write(json.dumps(row) + "\n")
    collection = Collection.create(folder)
    collection.import_([source])
    began = time.perf_counter()
    collection.build()
    print(f"built {pages:,} pages in {time.perf_counter() - began:.0f} s")
    return collection


def screens(collection: Collection) -> dict[str, list[str]]:
    """Addresses of each screen, each address once."""
    views = [view.url for view, _ in zip(collection.docviews(), range(200), strict=False)]
    clusters = collection.duplicates().clusters[:100]
    pairs = [(one.representative, one.members[0], one.members[-1]) for one in clusters]
    return {
        "collection": ["/collection"] * 200,
        "pages": [f"/pages?first={50 * number}" for number in range(200)],
        "pages, words": [f"/pages?words=page+{number}&order=size" for number in range(200)],
        "page": [f"/page?url={quote(url)}" for url in views],
        "captured, painted": [f"/captured?url={quote(url)}" for url in views],
        "duplicates": ["/duplicates"] * 200,
        "cluster": [f"/duplicates/cluster?of={quote(kept)}" for kept, *_ in pairs],
        "compare": [
            f"/duplicates/compare?left={quote(left)}&right={quote(right)}"
            for _, left, right in pairs
        ],
        "mirrors": ["/duplicates/sites"] * 200,
        "search": [f"/search?q=w{number}+w{number + 1}" for number in range(1, 200)],
        "crawl": ["/crawl"] * 200,
    }


def asked(port: int, path: str) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    began = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    took = time.perf_counter() - began
    connection.close()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return 1000 * took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, default=Path("bench-serve"))
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    collection = built(args.folder, args.pages)
    command = [sys.executable, "-m", "pagemill", "serve", str(args.folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
            print(f"{'screen':20}{'first':>9}{'p50':>9}{'p95':>9}  ms")
            for name, paths in screens(collection).items():
                first = asked(port, paths[0])
                times = [asked(port, path) for path in paths[1 : args.rounds + 1]]
                p95 = statistics.quantiles(times, n=20)[-1]
                print(f"{name:20}{first:9.0f}{statistics.median(times):9.1f}{p95:9.1f}")
        finally:
            process.kill()


if __name__ == "__main__":
    main()
