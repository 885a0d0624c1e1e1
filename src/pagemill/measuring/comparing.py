"""What several engines have in common: exactly where all can be listed, else by sampling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker
from pagemill.measure.engine import Scannable
from pagemill.measure.estimate import Cost
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.overlap import least_squares, patterns
from pagemill.measure.overlap.check import Way
from pagemill.measure.overlap.digests import Differences, compared
from pagemill.measure.overlap.queries import Ratio, counts, ratio
from pagemill.measure.overlap.sampled import Overlap, overlap, sensitivity, shares
from pagemill.measure.overlap.strong import random_hits
from pagemill.measure.overlap.walk import geweke, walk
from pagemill.measure.sampler import Sample, sample
from pagemill.measuring import lexicons
from pagemill.measuring.orders import Order, asked

SAMPLERS = ("importance", "walk", "random-hits")

_SHARE_TO_SAMPLE = 0.35
_AFTER_SELF_CHECK = 0.85
_SETTLED = 2.0
_FEWEST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What sampling showed of two or more engines.

    Attributes:
        engines: their names.
        overlaps: each direction of each pair.
        sizes: relative to the first engine, by least squares.
        cells: percent of the union by which engines have a page, as ``"11"``, ``"10"`` ...
        cost: of each engine.
        sampler: how pages were drawn.
        warnings: what the reader must know.
    """

    engines: tuple[str, ...]
    overlaps: tuple[Overlap, ...]
    sizes: tuple[float, ...]
    cells: dict[str, float]
    cost: tuple[Cost, ...]
    sampler: str
    warnings: tuple[str, ...] = ()


def exactly(one: Path, other: Path, order: Order) -> Differences | None:
    """Compare two engines whose pages can be listed; None if one's cannot."""
    if order.replay is not None:
        return None
    with asked(one, order) as left, asked(other, order, 1) as right:
        if isinstance(left.engine, Scannable) and isinstance(right.engine, Scannable):
            return compared(left.engine.scan, right.engine.scan)
    return None


def by_sampling(places: Sequence[Path], order: Order, way: Way = "several") -> Comparison:
    """Draw pages of each engine and check them in all the others.

    Args:
        places: two or more engines.
        order: how; ``method`` names the sampler.
        way: how to check.

    Raises:
        UsageError: there are no words to ask for, or an engine shows no page.
    """
    sampler = "importance" if order.method == "auto" else order.method
    if sampler not in SAMPLERS:
        raise UsageError(f"{sampler}: no such sampler; choose one of {', '.join(SAMPLERS)}")
    with ExitStack() as stack:
        askers = [
            stack.enter_context(asked(place, order, number))
            for number, place in enumerate(places)
        ]
        lexicon = lexicons.of(order.lexicon, askers[0].engine, order.seed)
        if not lexicon.pages:
            raise UsageError("no words to ask for: give an outside sample with --lexicon")
        return _compared(askers, lexicon, order.seed, sampler, way)


def _compared(
    askers: list[Asker], lexicon: Lexicon, seed: int, sampler: str, way: Way
) -> Comparison:
    count = len(askers)
    warnings: list[str] = []
    drawn = [_drawn(asker, lexicon, seed, sampler, warnings) for asker in askers]
    powers = [1.0] * count
    for number, asker in enumerate(askers):
        with asker.keeping(_AFTER_SELF_CHECK):
            powers[number] = sensitivity(asker, drawn[number], lexicon, way)
    found: dict[tuple[int, int], Overlap] = {}
    seen: dict[tuple[int, int], dict[str, bool | None]] = {}
    for one, two in permutations(range(count), 2):
        found[one, two], seen[one, two] = overlap(
            askers[one], drawn[one], askers[two], lexicon, way=way, power=powers[two]
        )
    matrix, errors = shares(count, {pair: one.by_content for pair, one in found.items()})
    sizes = least_squares.sizes(matrix, errors)
    for asker in askers:
        warnings += [f"{asker.engine.name}: {line}" for line in asker.warnings()]
    cells = patterns.cells(sizes, [_patterns(one, count, drawn, seen) for one in range(count)])
    return Comparison(
        engines=tuple(asker.engine.name for asker in askers),
        overlaps=tuple(found.values()),
        sizes=tuple(sizes),
        cells={"".join("01"[has] for has in key): share for key, share in cells.items()},
        cost=tuple(asker.cost for asker in askers),
        sampler=sampler,
        warnings=tuple(warnings),
    )


def _drawn(
    asker: Asker, lexicon: Lexicon, seed: int, sampler: str, warnings: list[str]
) -> Sample:
    """Pages of one engine, for a part of its budget: checking costs several queries each."""
    name = asker.engine.name
    with asker.keeping(1 - _SHARE_TO_SAMPLE):
        if sampler == "walk":
            drawn = walk(asker, lexicon, seed=seed)
            settled = geweke([float(len(asker.words(page))) for page in drawn.pages])
            if settled > _SETTLED:
                warnings.append(f"{name}: the walk had not settled (Geweke {settled:.1f})")
        elif sampler == "random-hits":
            drawn = random_hits(asker, lexicon, asker.left, seed=seed)
            warnings.append(f"{name}: random hits favour long pages; overlaps may be far off")
        else:
            drawn = sample(asker, lexicon, seed=seed)
    if not drawn.pages:
        raise UsageError(
            f"{name}: no page could be drawn from it; it is empty, does not answer, shows no "
            "text, or its pages are in another language than the lexicon"
        )
    if len(set(drawn.pages)) < _FEWEST:
        warnings.append(f"{name}: only {len(set(drawn.pages))} different pages were drawn")
    return drawn


def _patterns(
    one: int,
    count: int,
    drawn: Sequence[Sample],
    seen: Mapping[tuple[int, int], Mapping[str, bool | None]],
) -> Iterator[tuple[tuple[bool, ...], float]]:
    """In which engines each page of an engine's sample is, with its weight."""
    for page, weight in zip(drawn[one].pages, drawn[one].weights, strict=True):
        known = [True if other == one else seen[one, other].get(page) for other in range(count)]
        if None not in known:
            yield tuple(map(bool, known)), weight


def by_queries(one: Path, other: Path, order: Order, log: Sequence[str]) -> Ratio:
    """Compare two engines by their answers to a log of queries.

    Raises:
        UsageError: no query was answered whole by both.
    """
    with asked(one, order) as left, asked(other, order, 1) as right:
        found = counts(left, right, log)
    if not found:
        raise UsageError("no query of the log was answered whole by both engines")
    return ratio(found, order.seed)
