"""Bias, error and interval cover of measurements in invented worlds and on real text.

usage: bench_measure.py [--worlds 20] [--first 1000] [--only NAME] [--shared ../shared]

Each world has a seed of its own; ``--first`` gives that of the first. Printed are Markdown
tables, as in docs/measure.md: bias and root of the mean squared error relative to the truth (of
shares: absolute), and how many of the 95 % intervals hold the truth.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from pagemill.crawl.revisiting.change_rate import Visits, rates
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.lab.world import Shape, ToyEngine, Vices, World
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.overlap.sampled import overlap
from pagemill.measure.overlap.strong import random_hits
from pagemill.measure.overlap.walk import walk
from pagemill.measure.properties import freshness
from pagemill.measure.sampler import mean, sample
from pagemill.measure.size.choose import size
from pagemill.measure.words import in_order

PAGES = 2000
OUTSIDE = 1000
Figure = tuple[float, float, float, float]  # measured, truth, low, high
Run = Callable[[int], Figure]


def made(seed: int, shared: Path | None, topics: int = 1) -> tuple[World, Lexicon, int]:
    if shared is None:
        world = World.make(Shape(pages=PAGES + OUTSIDE, topics=topics), seed)
        return world, Lexicon.of(world.texts[PAGES:], seed=seed), PAGES
    texts = real_texts(shared)
    order = np.random.default_rng(seed).permutation(len(texts))
    mixed = tuple(texts[at] for at in order)
    pages = 2 * len(mixed) // 3
    lengths = np.array([len(text.split()) for text in mixed])
    world = World(mixed, lengths, np.zeros(len(mixed), np.int64))
    return world, Lexicon.of(mixed[pages:], seed=seed), pages


def real_texts(shared: Path) -> list[str]:
    """Texts of the English pages, each text once, in the words that measuring asks for."""
    found: dict[str, None] = {}
    for name in ("wcxb", "aed", "aeb", "trafeval", "readability"):
        for line in (shared / f"data/pages/{name}/truth.jsonl").open(encoding="utf-8"):
            row = json.loads(line)
            text = str(row.get("main_text") or "")
            if len(text) > 200:
                found[" ".join(in_order(text))] = None
    return list(found)


def sized(vices: Vices, method: str, budget: int, shared: Path | None, topics: int = 1) -> Run:
    def run(seed: int) -> Figure:
        world, lexicon, pages = made(seed, shared, topics)
        engine = ToyEngine(world, np.arange(pages), vices, seed=seed)
        found = size(Asker(engine, Terms(budget=budget)), lexicon, method, seed)
        return found.point / pages, 1.0, found.low / pages, found.high / pages

    return run


def overlapping(way: str, shared: Path | None, limit: int = 1_000_000) -> Run:
    def run(seed: int) -> Figure:
        world, lexicon, pages = made(seed, shared)
        chance = np.random.default_rng(seed)
        first = np.sort(chance.choice(pages, pages // 2, replace=False))
        weights = world.lengths[:pages].astype(float) ** 1.5
        second = chance.choice(pages, pages // 4, replace=False, p=weights / weights.sum())
        vices = Vices(limit=limit)
        one = Asker(ToyEngine(world, first, vices, seed=seed), Terms(budget=450))
        engine = ToyEngine(world, np.sort(second), vices, seed=seed + 1)
        other = Asker(engine, Terms(budget=1050))
        draw = {"random hits": lambda: random_hits(one, lexicon, 200, seed=seed)}
        draw["walk"] = lambda: walk(one, lexicon, seed=seed)
        draw["importance"] = lambda: sample(one, lexicon, seed=seed)
        found, _ = overlap(one, draw[way](), other, lexicon, way="several", power=1.0)
        truth = float(np.isin(first, second).mean())
        return found.by_content.point, truth, found.by_content.low, found.by_content.high

    return run


def fresh(shared: Path | None, limit: int) -> Run:
    def run(seed: int) -> Figure:
        world, lexicon, pages = made(seed, shared)
        vices = Vices(limit=limit, stale=0.3)
        engine = ToyEngine(world, np.arange(pages), vices, seed=seed)
        asker = Asker(engine, Terms(budget=600))
        found = mean(sample(asker, lexicon, seed=seed), "freshness", freshness(asker))
        truth = 1 - float(engine.is_stale[:pages].mean())
        return found.point, truth, found.low, found.high

    return run


def change_rates(seed: int) -> Figure:
    """A page visited 50 times at skewed gaps of mean 1 that changes once per unit of time."""
    chance = np.random.default_rng(seed)
    gaps = chance.lognormal(-0.5, 1.0, 50)
    changed = chance.random(50) < -np.expm1(-gaps)
    found = float(rates(Visits(np.zeros(50, np.int64), gaps, changed), 1)[0])
    return found, 1.0, math.nan, math.nan


def tables(shared: Path | None) -> dict[str, tuple[str, Callable[[int], Figure]]]:
    cut = Vices(limit=10)
    ranked = Vices(limit=10, by_length=0.8)
    found: dict[str, tuple[str, Callable[[int], Figure]]] = {}
    for name, where in (("toy", None), ("real", shared)):
        if name == "real" and where is None:
            continue
        for method in ("importance", "pool"):
            found[f"{name} size {method}, all listed, 240"] = (
                "relative",
                sized(Vices(), method, 240, where),
            )
        for method in ("importance", "even-split", "chao"):
            found[f"{name} size {method}, k=10, 240"] = (
                "relative",
                sized(cut, method, 240, where),
            )
        found[f"{name} size importance, k=10, long pages first, 240"] = (
            "relative",
            sized(ranked, "importance", 240, where),
        )
        for way in ("importance", "walk", "random hits"):
            found[f"{name} overlap {way}, 1500"] = ("share", overlapping(way, where))
        found[f"{name} overlap importance, k=10, 1500"] = (
            "share",
            overlapping("importance", where, 10),
        )
        found[f"{name} freshness, 600"] = ("share", fresh(where, 1_000_000))
        found[f"{name} freshness, k=10, 600"] = ("share", fresh(where, 10))
    found["change rate, skewed gaps, 50 visits"] = ("relative", change_rates)
    return found


def line(name: str, figures: list[Figure], took: float) -> str:
    table = np.array(figures)
    errors = table[:, 0] - table[:, 1]
    held = (table[:, 2] <= table[:, 1]) & (table[:, 1] <= table[:, 3])
    cover = "-" if np.isnan(table[:, 2]).all() else f"{held.mean():.2f}"
    rmse = float(np.sqrt((errors**2).mean()))
    found = f"{errors.mean():+.3f} | {rmse:.3f} | {cover} | {len(figures)} | {took:.0f}"
    return f"| {name} | {found} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--only", default="")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    args = parser.parse_args()
    shared = args.shared if (args.shared / "data/pages").is_dir() else None
    print("| measured | bias | RMSE | cover of 95 % | worlds | seconds |")
    print("|---|---|---|---|---|---|", flush=True)
    for name, (_, run) in tables(shared).items():
        if args.only not in name:
            continue
        began = time.perf_counter()
        count = args.worlds * (50 if name.startswith("change") else 1)
        figures = [run(args.first + number) for number in range(count)]
        print(line(name, figures, time.perf_counter() - began), flush=True)


if __name__ == "__main__":
    main()
