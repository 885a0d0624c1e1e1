"""Blocks by weights set by hand: the method before there was a trained one, named ``weights``.

The score adds up evidence. The weights are round numbers, chosen on pages of several sources
and languages; no single one is enough to drop a block that stands among the page's prose.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pagemill.view.purify.counts import Counts
from pagemill.view.purify.learned import CERTAIN
from pagemill.view.purify.methods.evidence import measured

BIAS = -1.8
WEIGHTS: Mapping[str, float] = {
    "link share": -1.35,
    "all link": 0.85,
    "links within 1": -0.4,
    "links within 6": -0.3,
    "prose of parent": 1.1,
    "prose of kind": 1.3,
    "where half of prose is": 0.85,
    "where two thirds of prose is": 0.6,
    "on plateau": 0.5,
    "after prose": -0.8,
    "place": -1.0,
    "little prose": 0.75,
    "main": 0.9,
    "outside main": -0.7,
    "content name": 0.35,
    "heading": 0.55,
    "title": 0.75,
    "lead": 1.5,
    "sentence end": 0.6,
    "quote": 1.1,
    "code": 0.6,
    "navigation": -0.3,
    "header": -0.35,
    "footer": -0.45,
    "aside": -0.9,
    "form": -1.2,
    "dialog": -2.0,
    "control": -1.3,
    "caption": -2.0,
    "noise name": -0.75,
    "remark name": -2.5,
    "legal": -1.3,
    "consent words": -0.85,
}


def chances(counts: Counts) -> NDArray[np.int64]:
    """How likely each block is content, 0 to ``CERTAIN``."""
    columns = measured(counts).columns
    score = np.full(len(counts), BIAS)
    for name, weight in WEIGHTS.items():
        score += weight * columns[name]
    chance: NDArray[np.int64] = np.round(CERTAIN / (1 + np.exp(-score))).astype(np.int64)
    return chance
