"""How fast bytes become text and addresses become one, next to the best peers, interleaved.

    python benchmarks/bench_html.py [--rounds 5]

Times are CPU seconds, the best of all rounds. Peers that are not installed are left out:
``pip install charset-normalizer resiliparse faust-cchardet w3lib url-normalize courlan``.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from pagemill.html.encoding import decoded
from pagemill.html.legacy_decode import read
from pagemill.html.tree import parsed
from pagemill.html.url import joined, normalized
from pagemill.html.url_rules import PROFILES, normalized_by

SHARED = Path(os.environ.get("PAGEMILL_SHARED", Path(__file__).resolve().parents[2] / "shared"))
Run = Callable[[], Any]


def peer(module: str, make: Callable[[Any], Run]) -> Iterator[tuple[str, Run]]:
    """Give a run of another library, if it is there."""
    try:
        yield module, make(importlib.import_module(module))
    except ImportError:
        print(f"{module} is not installed", file=sys.stderr)


def each(function: Callable[[Any], Any], values: list[Any]) -> Run:
    """Call a function with every value; what it raises counts as an answer."""

    def run() -> None:
        for value in values:
            try:
                function(value)
            except Exception:  # noqa: BLE001, S112 - peers raise what they like
                continue

    return run


def table(
    title: str, unit: str, count: float, runs: list[tuple[str, Run]], rounds: int
) -> None:
    """Print the best time of each run, and how it stands to ours, the first."""
    best = dict.fromkeys((name for name, _ in runs), float("inf"))
    for _ in range(rounds):
        for name, run in runs:
            begun = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - begun)
    ours = best[runs[0][0]]
    print(f"\n{title}\n\n| | {unit} | ours is faster by |\n|---|---|---|")
    for name, seconds in best.items():
        print(f"| {name} | {count / max(seconds, 1e-9):,.1f} | {seconds / ours:.2f} |")


def encodings(rounds: int) -> None:
    """Decide about real pages, and about files that declare nothing."""
    pages = [
        gzip.decompress(path.read_bytes())
        for path in sorted((SHARED / "data/pages").rglob("*.html.gz"))[::40]
    ][:60]
    folder = SHARED / "data/conformance/encoding/char_dataset"
    bare = [
        gzip.decompress(path.read_bytes())[:20_000]
        for path in sorted(folder.rglob("*.gz"))[::8]
    ]
    for title, payloads in (("pages of the web", pages), ("files without declaration", bare)):
        runs: list[tuple[str, Run]] = [("pagemill", each(decoded, payloads))]
        runs += peer("chardet", lambda lib, given=payloads: each(lib.detect, given))
        runs += peer("cchardet", lambda lib, given=payloads: each(lib.detect, given))
        runs += peer("charset_normalizer", lambda lib, g=payloads: each(lib.from_bytes, g))
        runs += peer(
            "resiliparse.parse.encoding", lambda lib, g=payloads: each(lib.detect_encoding, g)
        )
        size = sum(map(len, payloads)) / 1e6
        table(f"Encoding of {len(payloads)} {title}", "MB/s", size, runs, rounds)
    chinese = sorted((SHARED / "data/pages/zhnews").rglob("*.html.gz"))[:20]
    text = "".join(decoded(gzip.decompress(path.read_bytes()))[0] for path in chinese) * 4
    for name, codec in (("gb18030", "gb18030"), ("shift_jis", "cp932"), ("big5", "big5hkscs")):
        data = text.encode(codec, "ignore")
        runs = [
            ("pagemill", lambda given=data, of=name: read(given, of)),
            ("Python's codec", lambda given=data, of=codec: given.decode(of)),
        ]
        table(f"Decoding Chinese pages in {name}", "MB/s", len(data) / 1e6, runs, rounds)


def addresses(rounds: int) -> None:
    """Join and normalise the links of real pages."""
    pairs: list[tuple[str, str]] = []
    for name in ("aed", "wcxb"):
        truths = (SHARED / "data/pages" / name / "truth.jsonl").read_text("utf-8").split("\n")
        for truth in map(json.loads, filter(None, truths[::40])):
            path = SHARED / "data/pages" / name / "html" / f"{truth['id']}.html.gz"
            tree = parsed(decoded(gzip.decompress(path.read_bytes()))[0])
            base = truth.get("url") or ""
            pairs += [(base, tree.attribute(node, "href")) for node in tree.find("a") if base]
    pairs = [(base, href) for base, href in pairs if href][:4_000]
    urls = [address for base, href in pairs if (address := joined(base, href))]
    runs: list[tuple[str, Run]] = [("pagemill", each(lambda pair: joined(*pair), pairs))]
    runs += peer("urllib.parse", lambda lib: each(lambda pair: lib.urljoin(*pair), pairs))
    runs += peer(
        "yarl", lambda lib: each(lambda p: str(lib.URL(p[0]).join(lib.URL(p[1]))), pairs)
    )
    table(f"Joining {len(pairs):,} links", "links/s", len(pairs), runs, rounds)
    runs = [("pagemill, kept spelling", each(normalized, urls))]
    runs += [
        (f"pagemill, {name}", each(lambda url, by=by: normalized_by(url, by), urls))
        for name, by in PROFILES.items()
    ]
    runs += peer("w3lib.url", lambda lib: each(lib.canonicalize_url, urls))
    runs += peer("url_normalize", lambda lib: each(lib.url_normalize, urls))
    runs += peer("courlan", lambda lib: each(lib.normalize_url, urls))
    runs += peer("urlcanon", lambda lib: each(lib.semantic_precise, urls))
    table(f"Normalising {len(urls):,} addresses", "addresses/s", len(urls), runs, rounds)


def main() -> None:
    """Run both."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    encodings(rounds)
    addresses(rounds)


if __name__ == "__main__":
    main()
