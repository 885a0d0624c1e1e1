"""How much of one engine is in another: pages drawn evenly from one, checked in the other.

The test itself is tested: pages drawn from an engine are checked in that same engine, and the
share that it does not find of itself corrects what it finds of others.

Source: Bharat, Broder 1998 for sampling and checking; Bar-Yossef, Gurevich 2007 for drawing
without bias; Rogan, Gladen 1978 for the correction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.estimate import Estimate, share_interval
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.overlap.check import Found, Way, check
from pagemill.measure.overlap.proportion import corrected
from pagemill.measure.sampler import Sample, mean

WEAK = 0.98
"""A test that finds fewer of an engine's own pages is corrected for it."""

_SELF_CHECKS = 40
_FEWEST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """How much of one engine is in another.

    Attributes:
        of: name of the engine that pages were drawn from.
        inside: name of the engine that they were looked for in.
        by_address: share of pages that are there under their address.
        by_content: share of pages whose text is there under any address.
        sensitivity: share of the other engine's own pages that the test finds.
    """

    of: str
    inside: str
    by_address: Estimate
    by_content: Estimate
    sensitivity: float


def sensitivity(
    asker: Asker, drawn: Sample, lexicon: Lexicon, way: Way, most: int = _SELF_CHECKS
) -> float:
    """Share of an engine's own pages that the test finds in it; 1 if none could be tested."""
    found = tested = 0.0
    known: set[str] = set()
    try:
        for page, weight in zip(drawn.pages, drawn.weights, strict=True):
            if page in known:
                continue
            known.add(page)
            text = asker.text(page)
            if text is None:
                continue
            answer = check(asker, page, text, lexicon, way).by_content
            tested += weight if answer is not None else 0.0
            found += weight if answer else 0.0
            if len(known) == most:
                break
    except BudgetSpentError:
        pass
    return found / tested if tested else 1.0


def overlap(
    asker: Asker, drawn: Sample, other: Asker, lexicon: Lexicon, *, way: Way, power: float
) -> tuple[Overlap, dict[str, bool | None]]:
    """Check the drawn pages of one engine in another one.

    Args:
        asker: the way to the engine that the pages are of.
        drawn: pages of it.
        other: the way to the engine to look in.
        lexicon: tells which words are rare.
        way: how to look.
        power: sensitivity of the test in the other engine.

    Returns:
        The overlap, and for each page judged whether the other engine has its content.
    """
    results: dict[str, Found] = {}

    def judged(page: str) -> Found:
        if page not in results:
            text = asker.text(page)
            results[page] = (
                Found(None, None) if text is None else check(other, page, text, lexicon, way)
            )
        return results[page]

    names = f"share of {asker.engine.name} in {other.engine.name}"
    by_content = mean(
        drawn, f"{names}, by content", lambda page: _number(judged(page).by_content)
    )
    by_address = mean(
        drawn, f"{names}, by address", lambda page: _number(judged(page).by_address)
    )
    found = Overlap(
        of=asker.engine.name,
        inside=other.engine.name,
        by_address=by_address,
        by_content=_righted(by_content, power),
        sensitivity=power,
    )
    return found, {page: result.by_content for page, result in results.items()}


def _number(value: bool | None) -> float | None:  # noqa: FBT001 - the value itself
    return None if value is None else float(value)


def _righted(found: Estimate, power: float) -> Estimate:
    """A share as it would be if the test found every page."""
    if power >= WEAK or not found.samples:
        return found
    point = corrected(found.point, power)
    se = found.se / power
    low, high = share_interval(point, se)
    note = (
        f"the test finds {power:.0%} of the engine's own pages; {found.point:.3f} as found was "
        "corrected for it"
    )
    return replace(
        found, point=point, se=se, low=low, high=high, warnings=(*found.warnings, note)
    )


def relative(a_in_b: Estimate, b_in_a: Estimate) -> Estimate:
    """Size of A next to that of B, with a log-normal interval.

    Raises:
        UsageError: too few pages were checked, or the engines share none.
    """
    if min(a_in_b.samples, b_in_a.samples) < _FEWEST:
        raise UsageError("too few pages could be checked to compare sizes; raise --budget")
    if not (a_in_b.point and b_in_a.point):
        raise UsageError("no shared page was found, so relative sizes cannot be told")
    point = b_in_a.point / a_in_b.point
    spread = math.hypot(a_in_b.se / a_in_b.point, b_in_a.se / b_in_a.point)
    factor = math.exp(1.96 * spread)
    return Estimate(
        what="relative size",
        point=point,
        se=point * spread,
        low=point / factor,
        high=point * factor,
        method="ratio of both overlaps",
        samples=a_in_b.samples + b_in_a.samples,
    )


def shares(
    count: int, found: Mapping[tuple[int, int], Estimate]
) -> tuple[list[list[float]], list[list[float]]]:
    """Overlaps as a matrix, and standard errors beside it, for ``least_squares``."""
    values = [[1.0] * count for _ in range(count)]
    errors = [[0.0] * count for _ in range(count)]
    for (one, other), share in found.items():
        values[one][other] = share.point
        errors[one][other] = share.se
    return values, errors
