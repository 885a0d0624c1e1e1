"""How measurements are printed: no number without interval, method and cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pagemill.cli.console import Console
from pagemill.measure.estimate import Cost, Estimate
from pagemill.measure.freshness import FreshnessReport
from pagemill.measure.longitudinal import Coverage
from pagemill.measure.overlap.digests import Differences
from pagemill.measure.overlap.queries import Ratio
from pagemill.measure.power_law import PowerLaw
from pagemill.measuring.comparing import Comparison
from pagemill.measuring.crawls import Share, Yield
from pagemill.measuring.graphs import GraphReport
from pagemill.measuring.own import Makeup
from pagemill.measuring.relocating import Relocated

LISTED = 20
"""Addresses listed as text; ``--json`` lists all."""


def estimate(found: Estimate, console: Console) -> None:
    """Print one estimate."""
    if console.is_json:
        console.json(found)
        return
    console.say(f"{found.what}: {number(found.point)}")
    if found.se:
        console.say(f"95 % interval: {number(found.low)} to {number(found.high)}")
    else:
        console.say("95 % interval: exact")
    visible = "unknown" if found.visible is None else f"{found.visible:.1%}"
    console.say(f"visible share: {visible}")
    console.say(f"method: {found.method}")
    console.say(f"cost: {spent(found.cost)}; {found.samples:,} draws, seed {found.seed}")
    for line in found.warnings:
        console.warn(f"warning: {line}")


def number(value: float) -> str:
    """A count or a share, with as many digits as it deserves."""
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.3f}"


def spent(cost: Cost) -> str:
    """What a measurement took, in words."""
    text = f"{cost.queries:,} searches, {cost.fetches:,} texts"
    return f"{text}, {cost.unanswered:,} unanswered" if cost.unanswered else text


def differences(found: Differences, console: Console) -> None:
    """Print an exact comparison."""
    if console.is_json:
        console.json(found)
        return
    console.say(f"pages: {found.left:,} and {found.right:,}; compared exactly")
    console.say(f"buckets that differ: {found.differing:,} of {found.buckets:,}")
    _listed("only in the first", found.only_left, console)
    _listed("only in the second", found.only_right, console)
    _listed("in both, with other contents", found.changed, console)
    if found.repeated:
        _listed("listed more than once", found.repeated, console)


def _listed(title: str, pages: Sequence[str], console: Console) -> None:
    console.say(f"{title}: {len(pages):,}")
    for page in pages[:LISTED]:
        console.say(f"  {page}")
    if len(pages) > LISTED:
        console.say(f"  {len(pages) - LISTED:,} more; --json lists all")


def comparison(found: Comparison, console: Console) -> None:
    """Print a sampled comparison."""
    if console.is_json:
        console.json(found)
        return
    console.table(
        ("of", "in", "by content", "95 % interval", "by address", "pages", "finds its own"),
        (
            (
                one.of,
                one.inside,
                f"{one.by_content.point:.3f}",
                f"{one.by_content.low:.3f} to {one.by_content.high:.3f}",
                f"{one.by_address.point:.3f}" if one.by_address.samples else "unknown",
                one.by_content.samples,
                f"{one.sensitivity:.0%}",
            )
            for one in found.overlaps
        ),
    )
    for name, size in zip(found.engines, found.sizes, strict=True):
        console.say(f"size next to the first: {name}: {size:.3f}")
    console.say("of all pages in any of them, in percent:")
    for pattern, share in found.cells.items():
        names = [name for name, has in zip(found.engines, pattern, strict=True) if has == "1"]
        console.say(f"  {share:5.1f}  in {' and '.join(names)} only")
    for name, cost in zip(found.engines, found.cost, strict=True):
        console.say(f"cost: {name}: {spent(cost)}")
    console.say(f"pages drawn by: {found.sampler}")
    for one in found.overlaps:
        for line in one.by_content.warnings:
            console.warn(f"warning: {one.of} in {one.inside}: {line}")
    for line in found.warnings:
        console.warn(f"warning: {line}")


def ratio(found: Ratio, console: Console) -> None:
    """Print the four ratios of a query log."""
    if console.is_json:
        console.json(found)
        return
    console.say(f"queries whose answers were seen whole: {found.queries:,}")
    rows = {
        "ratio of sums": found.of_sums,
        "mean of ratios": found.arithmetic,
        "geometric mean": found.geometric,
        "harmonic mean": found.harmonic,
        "share of first in second": found.a_in_b,
        "share of second in first": found.b_in_a,
    }
    console.table(
        ("first to second", "value", "95 % interval"),
        ((name, f"{a:.3f}", f"{b:.3f} to {c:.3f}") for name, (a, b, c) in rows.items()),
    )


def freshness(found: FreshnessReport, console: Console) -> None:
    """Print freshness and age of a collection."""
    if console.is_json:
        console.json(found)
        return
    console.say(f"pages: {found.pages:,}; change rate measured of {found.rates:,}")
    console.say(f"expected freshness now: {found.fresh:.3f}")
    console.say(f"expected age now: {found.age:.2f} days")
    console.say(
        f"changed since their visit: {found.backlog:,.0f} pages; "
        f"in a week without a visit {found.backlog_next_week:,.0f}"
    )
    console.table(
        ("quantile", "days since visit", "age in days"),
        ((q, f"{found.since_visit[q]:.2f}", f"{found.ages[q]:.2f}") for q in found.ages),
    )
    console.table(
        ("visits a day", "kept fresh by the best plan"),
        ((budget, f"{share:.3f}") for budget, share in found.budget.items()),
    )


def makeup(found: Makeup, console: Console) -> None:
    """Print what the pages of a collection are like."""
    if console.is_json:
        console.json(found)
        return
    console.say(f"pages: {found.pages:,}; counted, not estimated")
    console.say(f"duplicates: {found.duplicates:.3f}, exact ones {found.exact_duplicates:.3f}")
    console.say(f"stuffed with repeated words: {found.stuffed:.3f}")
    tables = (
        ("language", found.languages),
        ("page type", found.types),
        ("genre", found.genres),
        ("metadata", found.metadata),
    )
    for name, shares in tables:
        _shares(name, shares, console)
    console.say(f"pages of a host: {law(found.pages_per_host)}")


def _shares(name: str, shares: Mapping[str, float], console: Console) -> None:
    console.table((name, "share"), ((key, f"{share:.3f}") for key, share in shares.items()))


def law(found: PowerLaw | None) -> str:
    """A power law in words."""
    if found is None:
        return "too few to fit a power law"
    return (
        f"power law with exponent {found.exponent:.2f} ({found.low:.2f} to {found.high:.2f}) "
        f"from {found.least:,} on, {found.fitted:,} fitted"
    )


def graph(found: GraphReport, console: Console) -> None:
    """Print the graph of a collection."""
    if console.is_json:
        console.json(found)
        return
    console.say(
        f"pages: {found.pages:,}; links among them: {found.links:,}; "
        f"addresses outside: {found.outside:,}"
    )
    console.table(("part of the bow tie", "pages"), found.bow_tie.items())
    console.say(f"links to a page: {law(found.in_degree)}")
    console.say(f"the first tenth of the pages has {found.top_tenth:.1%} of all PageRank")
    console.table(("page", "PageRank"), ((url, f"{rank:.5f}") for url, rank in found.top))


def crawl_yield(found: Yield, console: Console) -> None:
    """Print what crawls brought."""
    if console.is_json:
        console.json(found)
        return
    console.table(("outcome", "attempts"), found.attempts.items())
    console.say(f"soft 404s among the pages called found: {counted(found.soft_404)}")
    console.say(f"dead among the addresses that answered: {counted(found.dead)}")
    for one in found.harvests:
        console.say(f"harvest rate of the crawl of {one.started_at}: {counted(one.rate)}")


def counted(found: Share) -> str:
    """A share in words, with its interval."""
    return (
        f"{found.share:.3f} ({found.low:.3f} to {found.high:.3f}), "
        f"{found.hits:,} of {found.of:,}"
    )


def coverage(found: Coverage, console: Console) -> None:
    """Print how much successive crawls see."""
    if console.is_json:
        console.json(found)
        return
    console.say(f"crawls: {len(found.crawls)}, pages {', '.join(map(number, found.crawls))}")
    for name, point, (low, high) in (
        ("share of the pages there that a crawl sees", found.coverage, found.coverage_interval),
        ("share of pages still there at the next", found.survival, found.survival_interval),
    ):
        console.say(f"{name}: {point:.3f} ({low:.3f} to {high:.3f})")
    console.table(
        ("crawls apart", "share seen again"),
        ((gap, f"{share:.3f}") for gap, share in found.shared),
    )
    console.say("pages that every crawl likes best make this share look larger than it is")


def relocated(found: Relocated, console: Console) -> None:
    """Print where a text was found."""
    if console.is_json:
        console.json(found)
        return
    console.say(f"words that mark it: {' '.join(found.signature)}")
    console.say(f"asked with: {' '.join(found.asked)}")
    _listed("same text", found.same, console)
    _listed("candidates", found.candidates, console)
