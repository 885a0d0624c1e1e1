"""The web itself, invented: random addresses, random walks, and crawls of it in a row."""

from __future__ import annotations

import numpy as np

from pagemill.measure.graph.pagerank import pagerank
from pagemill.measure.graph.walks import even_walk, inverted, size_by_collisions, visits
from pagemill.measure.lab import lesson
from pagemill.measure.lab.lesson import Row
from pagemill.measure.lab.web import Web, linked, probe
from pagemill.measure.longitudinal import coverage


def random_addresses(seed: int) -> list[Row]:
    """Size of a web by probing random addresses: what shares an address stays unseen."""
    web = Web.make(seed=seed)
    found = probe(web, 60_000, seed)
    seen = web.visible()
    note = f"{found.hits} hosts met, relative standard error {found.relative_se:.2f}"
    return [
        Row("pages, next to all", found.pages, float(web.total), note),
        Row("pages, next to those that can be met", found.pages, float(web.pages[seen].sum())),
        Row("hosts, next to all", found.hosts, float(len(web.pages))),
        Row("hosts, next to those that can be met", found.hosts, float(len(seen))),
    ]


def random_walks(seed: int) -> list[Row]:
    """Walks along links: mean PageRank of the sample, next to that of all pages."""
    links, hosts = linked(seed=seed)
    rank = pagerank(links) * len(links.pages)
    path = visits(links, hosts, 6000, seed)
    even = even_walk(links, 6000, seed)
    weights = np.array([stay for _, stay in even], np.float64)
    padded = float((rank[[page for page, _ in even]] * weights).sum() / weights.sum())
    degrees = np.bincount(links.source, minlength=len(links.pages)) + links.in_degrees
    sides = [page for page, _ in even]
    held = np.argsort(-links.in_degrees, kind="stable")[: len(links.pages) // 4]
    weighed = float(rank[held].sum() / rank.sum())
    quality = float(np.isin(path, held).mean())
    counted = size_by_collisions(sides, degrees.tolist(), gap=3)
    return [
        Row("pages as visited", float(rank[path].mean()), 1.0, "favours linked pages"),
        Row("drawn by inverse visits", float(rank[inverted(path, 1000, seed)].mean()), 1.0),
        Row("walk padded to one degree", padded, 1.0, "links followed both ways"),
        Row("an index's share of all PageRank", quality, weighed, "Henzinger's quality"),
        Row("pages by collisions", counted, float(len(links.pages)), "from the same walk"),
    ]


def successive_crawls(seed: int) -> list[Row]:
    """Share of the web that each of eight crawls sees, of pages that come and go."""
    rows: list[Row] = []
    for name, spread in (("every page as likely", 0.0), ("favourite pages", 0.3)):
        found = coverage(_crawls(0.46, spread, seed))
        low, high = found.coverage_interval
        rows.append(Row(f"coverage, {name}", found.coverage, 0.46, f"{low:.3f} to {high:.3f}"))
        rows.append(Row(f"survival, {name}", found.survival, 0.8))
    return rows


def _crawls(seen: float, spread: float, seed: int) -> list[set[str]]:
    """Pages that eight crawls see; a fifth of all pages is new at each."""
    chance = np.random.default_rng(seed)
    page = np.arange(lesson.PAGES)
    liked = seen + spread * chance.choice((-1.0, 1.0), len(page))
    crawls: list[set[str]] = []
    for _ in range(8):
        crawls.append(set(map(str, page[chance.random(len(page)) < liked].tolist())))
        stays = chance.random(len(page)) < 0.8
        new = np.arange(len(page) - int(stays.sum())) + page.max() + 1
        page = np.concatenate((page[stays], new))
        mood = seen + spread * chance.choice((-1.0, 1.0), len(new))
        liked = np.concatenate((liked[stays], mood))
    return crawls
