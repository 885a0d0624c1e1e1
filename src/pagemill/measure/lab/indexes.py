"""What "indexed" means: some words, some pages, words of links, old copies, odd totals."""

from __future__ import annotations

import numpy as np

from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.asking.audit import audit
from pagemill.measure.engine import Query
from pagemill.measure.lab import lesson
from pagemill.measure.lab.lesson import Row
from pagemill.measure.lab.restrictions import Rules, Standing
from pagemill.measure.lab.world import ToyEngine, Vices
from pagemill.measure.overlap.check import Way
from pagemill.measure.overlap.sampled import overlap, sensitivity
from pagemill.measure.properties import freshness
from pagemill.measure.sampler import Sample, mean, sample


def first_words(seed: int) -> list[Row]:
    """Overlap with an engine that indexes only the first twenty words."""
    made, lexicon = lesson.world(seed)
    chance = np.random.default_rng(seed)
    held = np.sort(chance.choice(lesson.PAGES, 2 * lesson.PAGES // 3, replace=False))
    asker = Asker(ToyEngine(made, np.arange(lesson.PAGES), seed=seed), Terms(budget=300))
    poor = ToyEngine(made, held, Vices(first_words=20), seed=seed, name="B")
    drawn = sample(asker, lexicon, seed=seed)
    own = sample(Asker(poor, Terms(budget=300)), lexicon, seed=seed)
    other = Asker(poor, Terms(budget=1000))
    power = sensitivity(other, own, lexicon, "rarest", most=150)
    truth = len(held) / lesson.PAGES
    rows: list[Row] = []
    for name, used in (("as found", 1.0), ("corrected by the self-check", power)):
        found, _ = overlap(asker, drawn, other, lexicon, way="rarest", power=used)
        note = f"the test finds {power:.0%} of B's own pages"
        rows.append(Row(name, found.by_content.point, truth, note))
    return rows


def rules(seed: int) -> list[Row]:
    """Overlap with an engine that crawled two thirds, and indexes them by rule."""
    made, lexicon = lesson.world(seed)
    chance = np.random.default_rng(seed)
    crawled = np.sort(chance.choice(lesson.PAGES, 2 * lesson.PAGES // 3, replace=False))
    standing = Standing.make(lesson.PAGES, seed)
    asker = Asker(ToyEngine(made, np.arange(lesson.PAGES), seed=seed), Terms(budget=800))
    drawn = sample(asker, lexicon, seed=seed)
    rows: list[Row] = []
    for name, rule in (
        ("at most 2 links deep", Rules(deepest=2)),
        ("at most 8 pages of a host", Rules(per_host=8)),
        ("no spam", Rules(no_spam=True)),
    ):
        allowed = rule.let_through(standing)
        held = crawled[allowed[crawled]]
        other = Asker(ToyEngine(made, held, seed=seed, name="B"), Terms(budget=3000))
        found, known = overlap(asker, drawn, other, lexicon, way="several", power=1.0)
        kept = _allowed(drawn, allowed)
        judged = mean(kept, "crawled", {page: _told(known[page]) for page in kept.pages}.get)
        share = len(crawled) / lesson.PAGES
        rows += [
            Row(f"{name}: of the index", found.by_content.point, len(held) / lesson.PAGES),
            Row(f"{name}: taken for the crawl", found.by_content.point, share),
            Row(f"{name}: among the pages allowed", judged.point, share),
        ]
    return rows


def _allowed(drawn: Sample, allowed: np.ndarray) -> Sample:
    kept = [at for at, page in enumerate(drawn.pages) if allowed[int(page.rsplit("/", 1)[1])]]
    return Sample(
        pages=tuple(drawn.pages[at] for at in kept),
        weights=tuple(drawn.weights[at] for at in kept),
        visible=drawn.visible,
    )


def _told(value: bool | None) -> float | None:  # noqa: FBT001 - the value itself
    return None if value is None else float(value)


def anchors(seed: int) -> list[Row]:
    """An engine that also lists pages for words they do not contain."""
    made, lexicon = lesson.world(seed)
    engine = ToyEngine(made, np.arange(lesson.PAGES), Vices(anchor_share=0.5), seed=seed)
    asker = Asker(engine)
    known = lexicon.frequencies
    asked = [Query((word,)) for word in (f"w{number}" for number in range(50)) if known[word]]
    listed = [asker.search(query) for query in asked]
    kept = [asker.valid(query) for query in asked]
    truth = sum(
        sum(query.words[0] in words for words in made.words[: lesson.PAGES]) for query in asked
    )
    return [
        Row("results as listed", sum(len(one.ids) for one in listed if one), truth),
        Row("results whose text was read", sum(len(one) for one in kept if one), truth),
    ]


def frames(seed: int) -> list[Row]:
    """Overlap with an engine that sees three words of a framed page; a third are framed."""
    made, lexicon = lesson.world(seed)
    chance = np.random.default_rng(seed)
    held = np.sort(chance.choice(lesson.PAGES, 2 * lesson.PAGES // 3, replace=False))
    asker = Asker(ToyEngine(made, np.arange(lesson.PAGES), seed=seed), Terms(budget=300))
    drawn = sample(asker, lexicon, seed=seed)
    ways: tuple[tuple[str, Way], ...] = (
        ("by eight rare words", "rarest"),
        ("by address, where it can be asked for", "lookup"),
    )
    rows: list[Row] = []
    for name, way in ways:
        vices = Vices(framed=1 / 3, has_lookup=way == "lookup")
        other = Asker(ToyEngine(made, held, vices, seed=seed, name="B"), Terms(budget=1000))
        found, _ = overlap(asker, drawn, other, lexicon, way=way, power=1.0)
        note = "framed pages are not found by their words" if way == "rarest" else ""
        rows.append(Row(name, found.by_content.point, len(held) / lesson.PAGES, note))
    return rows


def lying_totals(seed: int) -> list[Row]:
    """Totals that are too high, capped, or true: what the audit says."""
    made, lexicon = lesson.world(seed)
    rows: list[Row] = []
    for name, vices in (
        ("true totals", Vices(limit=100)),
        ("totals twice too high", Vices(limit=100, total_factor=2.0)),
        ("totals capped at 300", Vices(limit=100, total_cap=300)),
    ):
        asker = Asker(ToyEngine(made, np.arange(lesson.PAGES), vices, seed=seed))
        found = audit(asker, lexicon.spread(40, seed))
        said = "; ".join(found.warnings()) or "nothing wrong"
        rows.append(Row(name, found.typical, 1.0, said))
    return rows


def stale_copies(seed: int) -> list[Row]:
    """Freshness of an engine three tenths of whose pages have changed since."""
    made, lexicon = lesson.world(seed)
    engine = ToyEngine(made, np.arange(lesson.PAGES), Vices(stale=0.3), seed=seed)
    asker = Asker(engine, Terms(budget=600))
    found = mean(sample(asker, lexicon, seed=seed), "freshness", freshness(asker))
    truth = 1 - float(engine.is_stale[: lesson.PAGES].mean())
    return [
        Row("importance sampling", found.point, truth, f"{found.low:.3f} to {found.high:.3f}")
    ]
