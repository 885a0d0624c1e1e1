"""Each classic way of measuring, its known bias shown, and then taken out.

A lesson invents its world from a seed, measures, and gives rows next to the truth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.asking.audit import audit
from pagemill.measure.estimate import Estimate
from pagemill.measure.graph.pagerank import pagerank
from pagemill.measure.graph.walks import even_walk, inverted, size_by_collisions, visits
from pagemill.measure.lab import exercises
from pagemill.measure.lab.web import Web, linked, probe
from pagemill.measure.lab.world import Shape, ToyEngine, Vices, World
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.overlap.queries import counts, ratio
from pagemill.measure.overlap.sampled import overlap, sensitivity
from pagemill.measure.overlap.strong import random_hits
from pagemill.measure.overlap.walk import walk
from pagemill.measure.properties import freshness
from pagemill.measure.sampler import Sample, mean, sample
from pagemill.measure.size.choose import size

OUTSIDE = 800
_PAGES = 2000


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of a lesson.

    Attributes:
        how: the way of measuring.
        value: what it gave; None where it refused.
        truth: what is true.
        note: what there is to see.
    """

    how: str
    value: float | None
    truth: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson.

    Attributes:
        name: by which it is asked for.
        says: what it shows.
        rows: gives its figures for a seed.
    """

    name: str
    says: str
    rows: Callable[[int], list[Row]]


def world(seed: int, pages: int = _PAGES) -> tuple[World, Lexicon]:
    """A world of so many pages, and a lexicon of other pages like them."""
    made = World.make(Shape(pages=pages + OUTSIDE), seed)
    return made, Lexicon.of(made.texts[pages:], seed=seed)


def two_engines(made: World, pages: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Pages of an engine with half the web, and of one with a quarter that likes long pages."""
    chance = np.random.default_rng(seed)
    first = np.sort(chance.choice(pages, pages // 2, replace=False))
    weights = made.lengths[:pages].astype(np.float64) ** 1.5
    second = chance.choice(pages, pages // 4, replace=False, p=weights / weights.sum())
    return first, np.sort(second)


def _sizes(seed: int, vices: Vices, methods: tuple[str, ...]) -> list[Row]:
    made, lexicon = world(seed)
    rows: list[Row] = []
    for method in methods:
        engine = ToyEngine(made, np.arange(_PAGES), vices, seed=seed)
        try:
            found = size(Asker(engine, Terms(budget=240)), lexicon, method, seed)
        except UsageError as error:
            rows.append(Row(method, None, _PAGES, f"refused: {error}"))
            continue
        rows.append(Row(method, found.point, _PAGES, _noted(found)))
    return rows


def _noted(found: Estimate) -> str:
    return f"{found.low:,.0f} to {found.high:,.0f}, {found.cost.queries} searches"


def whole_answers(seed: int) -> list[Row]:
    """Size where every answer is listed whole."""
    methods = ("chapman", "chao", "word-frequency", "even-split", "pool", "importance")
    return _sizes(seed, Vices(), methods)


def cut_answers(seed: int) -> list[Row]:
    """Size where only ten results are listed."""
    vices = Vices(limit=10)
    return _sizes(seed, vices, ("chapman", "chao", "pool", "even-split", "importance"))


def long_pages(seed: int) -> list[Row]:
    """Overlap with an engine that prefers long pages."""
    made, lexicon = world(seed)
    first, second = two_engines(made, _PAGES, seed)
    truth = float(np.isin(first, second).mean())
    ways: dict[str, Callable[[Asker], Sample]] = {
        "random hits of two words (1998)": lambda a: random_hits(a, lexicon, 200, seed=seed),
        "random walk over pages": lambda a: walk(a, lexicon, seed=seed),
        "importance sampling": lambda a: sample(a, lexicon, seed=seed),
    }
    rows: list[Row] = []
    for name, draw in ways.items():
        asker = Asker(ToyEngine(made, first, seed=seed, name="A"), Terms(budget=400))
        other = Asker(ToyEngine(made, second, seed=seed, name="B"), Terms(budget=5000))
        found, _ = overlap(asker, draw(asker), other, lexicon, way="several", power=1.0)
        low, high = found.by_content.low, found.by_content.high
        rows.append(Row(name, found.by_content.point, truth, f"{low:.3f} to {high:.3f}"))
    return rows


def first_words(seed: int) -> list[Row]:
    """Overlap with an engine that indexes only the first twenty words."""
    made, lexicon = world(seed)
    chance = np.random.default_rng(seed)
    held = np.sort(chance.choice(_PAGES, 2 * _PAGES // 3, replace=False))
    asker = Asker(ToyEngine(made, np.arange(_PAGES), seed=seed), Terms(budget=300))
    poor = ToyEngine(made, held, Vices(first_words=20), seed=seed, name="B")
    drawn = sample(asker, lexicon, seed=seed)
    own = sample(Asker(poor, Terms(budget=300)), lexicon, seed=seed)
    other = Asker(poor, Terms(budget=1000))
    power = sensitivity(other, own, lexicon, "rarest", most=150)
    truth = len(held) / _PAGES
    rows: list[Row] = []
    for name, used in (("as found", 1.0), ("corrected by the self-check", power)):
        found, _ = overlap(asker, drawn, other, lexicon, way="rarest", power=used)
        note = f"the test finds {power:.0%} of B's own pages"
        rows.append(Row(name, found.by_content.point, truth, note))
    return rows


def query_log(seed: int) -> list[Row]:
    """Relative size by a log of rare queries, in four ways."""
    made, lexicon = world(seed)
    chance = np.random.default_rng(seed)
    first = np.sort(chance.choice(_PAGES, _PAGES // 2, replace=False))
    second = np.sort(chance.choice(_PAGES, _PAGES // 4, replace=False))
    words = lexicon.between(3, 40)
    log = [" ".join(chance.choice(words, 2, replace=False)) for _ in range(400)]
    askers = [Asker(ToyEngine(made, one, seed=seed)) for one in (first, second)]
    found = ratio(counts(askers[0], askers[1], log), seed)
    ways = {
        "ratio of sums": found.of_sums,
        "mean of ratios": found.arithmetic,
        "geometric mean": found.geometric,
        "harmonic mean": found.harmonic,
    }
    truth = len(first) / len(second)
    return [Row(name, a, truth, f"{b:.2f} to {c:.2f}") for name, (a, b, c) in ways.items()]


def lying_totals(seed: int) -> list[Row]:
    """Totals that are too high, capped, or true: what the audit says."""
    made, lexicon = world(seed)
    rows: list[Row] = []
    for name, vices in (
        ("true totals", Vices(limit=100)),
        ("totals twice too high", Vices(limit=100, total_factor=2.0)),
        ("totals capped at 300", Vices(limit=100, total_cap=300)),
    ):
        asker = Asker(ToyEngine(made, np.arange(_PAGES), vices, seed=seed))
        found = audit(asker, lexicon.spread(40, seed))
        said = "; ".join(found.warnings()) or "nothing wrong"
        rows.append(Row(name, found.typical, 1.0, said))
    return rows


def stale_copies(seed: int) -> list[Row]:
    """Freshness of an engine three tenths of whose pages have changed since."""
    made, lexicon = world(seed)
    engine = ToyEngine(made, np.arange(_PAGES), Vices(stale=0.3), seed=seed)
    asker = Asker(engine, Terms(budget=600))
    found = mean(sample(asker, lexicon, seed=seed), "freshness", freshness(asker))
    truth = 1 - float(engine.is_stale[:_PAGES].mean())
    return [
        Row("importance sampling", found.point, truth, f"{found.low:.3f} to {found.high:.3f}")
    ]


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
    counted = size_by_collisions(sides, degrees.tolist(), gap=3)
    return [
        Row("pages as visited", float(rank[path].mean()), 1.0, "favours linked pages"),
        Row("drawn by inverse visits", float(rank[inverted(path, 1000, seed)].mean()), 1.0),
        Row("walk padded to one degree", padded, 1.0, "links followed both ways"),
        Row("pages by collisions", counted, float(len(links.pages)), "from the same walk"),
    ]


def worked_exercises(seed: int) -> list[Row]:
    """The exercises of the textbook, worked, and simulated."""
    rows = [
        Row(found.name, found.value, truth, found.working)
        for found, truth in zip(
            (one() for one in exercises.ALL), (5 / 3, 1 / 3, 4 / 5, 3 / 5), strict=True
        )
    ]
    for unique, together in ((0.8, True), (0.6, False)):
        a_in_b, b_in_a = exercises.simulated_19_8(unique, together=together, seed=seed)
        how = "together" if together else "apart"
        rows.append(Row(f"19.8 simulated, u = {unique}, {how}: A in B", a_in_b, 0.45))
        rows.append(Row(f"19.8 simulated, u = {unique}, {how}: B in A", b_in_a, 0.50))
    return rows


def failing(seed: int) -> list[Row]:
    """An engine of which three tenths of the requests time out: unknown is not no."""
    made, lexicon = world(seed)
    engine = ToyEngine(made, np.arange(_PAGES), seed=seed)
    drawn = sample(Asker(engine, Terms(budget=200)), lexicon, seed=seed)
    rows: list[Row] = []
    for tries in (1, 3):
        asker = Asker(ToyEngine(made, np.arange(_PAGES), seed=seed), Terms(budget=200))
        bad = ToyEngine(made, np.arange(_PAGES), Vices(failing=0.3), seed=seed, name="B")
        other = Asker(bad, Terms(budget=10_000, tries=tries))
        found, _ = overlap(asker, drawn, other, lexicon, way="rarest", power=1.0)
        unknown = len(drawn.pages) - found.by_content.samples
        rows.append(
            Row(f"{tries} tries", found.by_content.point, 1.0, f"{unknown} pages undecided")
        )
    return rows


LESSONS = (
    Lesson("exercises", "the worked problems of the textbooks", worked_exercises),
    Lesson("size", "size, every answer listed whole", whole_answers),
    Lesson("cut-off", "size, ten results a query, true size 2,000", cut_answers),
    Lesson("overlap", "share of A in B, where B prefers long pages", long_pages),
    Lesson("restriction", "share of A in B, where B indexes twenty words", first_words),
    Lesson("queries", "size of A next to B by a query log", query_log),
    Lesson("totals", "factor by which reported totals exceed the truth", lying_totals),
    Lesson("freshness", "share of pages that are fresh", stale_copies),
    Lesson("time-outs", "share of A in itself, three tenths time out", failing),
    Lesson("addresses", "a web's size by random addresses", random_addresses),
    Lesson("walks", "random walks on the web: mean PageRank, 1 is even", random_walks),
)
