"""S-curves: how likely a pair is found, by its resemblance; by formula and as measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pagemill.dedup.columns import Bools, Float64s
from pagemill.dedup.methods.inverted import pair_keys
from pagemill.dedup.methods.method import Found, Method, Shares
from pagemill.model.comparison import CurvePoint

STEPS = 20
"""Points from 0 to 1: each is a twentieth wide."""


def curve(
    pairs: Shares, methods: Sequence[Method], found: Sequence[Found], threshold: float
) -> tuple[CurvePoint, ...]:
    """Tell for each twentieth of resemblance what share of the pairs each method found.

    Args:
        pairs: all pairs with some resemblance, with their exact Jaccard coefficient.
        methods: which were run.
        found: what each found.
        threshold: what they were asked for.

    Source:
        Leskovec, Rajaraman, Ullman, *Mining of Massive Datasets*, section 3.4.2.
    """
    exact = pairs.part / np.maximum(pairs.whole, 1)
    # Whole numbers decide, for .8 is in the step that begins with it.
    step = np.minimum(pairs.part * STEPS // np.maximum(pairs.whole, 1), STEPS - 1)
    all_pairs = pair_keys(pairs.left, pairs.right)
    is_found = [np.isin(all_pairs, pair_keys(one.left, one.right)) for one in found]
    points: list[CurvePoint] = []
    for number in range(int(step.min(initial=STEPS)), STEPS):
        here = step == number
        if here.any():
            points.append(
                CurvePoint(
                    low=number / STEPS,
                    high=(number + 1) / STEPS,
                    pairs=int(here.sum()),
                    found=_found(methods, is_found, here),
                    expected=expected(methods, exact[here], threshold),
                )
            )
    return tuple(points)


def expected(
    methods: Sequence[Method], similarity: Float64s, threshold: float
) -> dict[str, float]:
    """The share of pairs with these similarities that each method's formula says."""
    known, counts = np.unique(similarity, return_counts=True)
    shares: dict[str, float] = {}
    for method in methods:
        if method.p_found is not None:
            p = np.array([method.p_found(each, threshold) for each in known.tolist()])
            shares[method.name] = float((p * counts).sum() / counts.sum())
    return shares


def _found(methods: Sequence[Method], marks: Sequence[Bools], here: Bools) -> dict[str, float]:
    return {
        method.name: float(mark[here].mean())
        for method, mark in zip(methods, marks, strict=True)
    }
