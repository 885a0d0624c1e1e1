"""Methods held against the exact resemblance of all pairs: right, complete, fast, small."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, UInt64s
from pagemill.dedup.compare.curve import curve
from pagemill.dedup.methods.inverted import pair_keys
from pagemill.dedup.methods.method import Found, Method
from pagemill.dedup.methods.ngram import word_ngrams
from pagemill.dedup.methods.prefix import resembling
from pagemill.dedup.verify import exact_threshold
from pagemill.html.url import host
from pagemill.model.comparison import Comparison, MethodFigures

LOWEST = Fraction(1, 2)
"""Resemblance from which curves are drawn."""

Clock = Callable[[], float]
"""Seconds of processor time since some instant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The duplicates among some texts.

    Attributes:
        packed: pairs as left << 32 | right, ascending.
        sites: a number for the host of each text; -1 for none.
    """

    packed: UInt64s
    sites: Int64s

    def holds(self, found: Found) -> Bools:
        """Tell which of the pairs found are duplicates."""
        return np.isin(pair_keys(found.left, found.right), self.packed)

    def same_site(self, found: Found) -> tuple[Bools, Bools]:
        """Tell which pairs are of one host, and which of two; some are of none."""
        one, two = self.sites[found.left], self.sites[found.right]
        known = (one >= 0) & (two >= 0)
        return known & (one == two), known & (one != two)


def compare(
    docs: Sequence[tuple[str, str]],
    methods: Sequence[Method],
    threshold: float,
    clock: Clock,
    *,
    given: int | None = None,
    with_curve: bool = False,
) -> Comparison:
    """Run each method on the texts and hold its pairs against the exact ones.

    A pair is right if the exact Jaccard coefficient of both sets of 4-word shingles reaches
    the threshold, whatever a method calls similar. Texts shorter than a shingle are left
    out: they have no such coefficient.

    Args:
        docs: ids and texts. Where ids are URLs, pairs within a host and across hosts are
            judged apart as well, for most methods do worse within one.
        methods: which to run.
        threshold: above 0, at most 1.
        clock: tells the processor time.
        given: texts that ``docs`` are a sample of.
        with_curve: whether to tell the share found at each resemblance.

    Source:
        Henzinger 2006: precision on samples, same-site and cross-site pairs apart.
    """
    long = np.flatnonzero(word_ngrams([text for _, text in docs]).sets().counts)
    texts = [docs[number][1] for number in long.tolist()]
    sets = word_ngrams(texts).sets()
    limit = exact_threshold(threshold)
    lowest = min(limit, LOWEST) if with_curve else limit
    shares = resembling(sets, lowest).only_reaching(lowest)
    exact = shares.reaching(limit, 0)
    truth = Truth(
        packed=pair_keys(exact.left, exact.right),
        sites=_sites([docs[number][0] for number in long.tolist()]),
    )
    found = [_timed(method, texts, threshold, clock) for method in methods]
    return Comparison(
        texts=len(texts),
        too_short=len(docs) - len(texts),
        given=len(docs) if given is None else given,
        threshold=threshold,
        duplicates=len(exact),
        figures=tuple(
            _figures(method, pairs, truth, len(texts) / max(seconds, 1e-9))
            for method, (pairs, seconds) in zip(methods, found, strict=True)
        ),
        curve=curve(shares, methods, [pairs for pairs, _ in found], threshold)
        if with_curve
        else (),
    )


def _timed(
    method: Method, texts: Sequence[str], threshold: float, clock: Clock
) -> tuple[Found, float]:
    method.pairs(texts[:2], threshold)  # what is made once for all is no cost of these texts
    start = clock()
    found = method.pairs(texts, threshold)
    return found, clock() - start


def _figures(method: Method, found: Found, truth: Truth, speed: float) -> MethodFigures:
    is_right = truth.holds(found)
    same, cross = truth.same_site(found)
    return MethodFigures(
        method=method.name,
        says=method.says,
        pairs=len(found),
        right=int(is_right.sum()),
        precision=_share(is_right),
        recall=int(is_right.sum()) / truth.packed.size if truth.packed.size else None,
        precision_same_site=_share(is_right[same]),
        precision_cross_site=_share(is_right[cross]),
        texts_per_second=speed,
        bytes_per_text=found.kept_bytes / max(1, truth.sites.size),
    )


def _share(marks: Bools) -> float | None:
    return float(marks.mean()) if marks.size else None


def _sites(ids: Sequence[str]) -> Int64s:
    numbers: dict[str, int] = {"": -1}
    for name in ids:
        numbers.setdefault(_host(name), len(numbers) - 1)
    return np.array([numbers[_host(name)] for name in ids], np.int64)


def _host(name: str) -> str:
    return host(name) if "://" in name else ""
