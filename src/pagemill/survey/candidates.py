"""How alike the candidate pairs of a collection are, beside what the sketches promise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.dedup.band import banding
from pagemill.dedup.params import DedupParams
from pagemill.tables import Verified

STEPS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCurve:
    """The S-curve of a collection with its own pairs.

    Attributes:
        bands: bands of a sketch.
        rows: minima in a band.
        threshold: resemblance from which two texts are duplicates.
        promised: resemblance and the chance that a pair of it becomes a candidate.
        pairs: candidate pairs in each twentieth of resemblance from 0 to 1; the last holds
            1 too.
    """

    bands: int
    rows: int
    threshold: float
    promised: tuple[tuple[float, float], ...]
    pairs: tuple[int, ...]


def pair_curve(layout: Layout, params: DedupParams) -> PairCurve:
    """Count the verified pairs of a collection by resemblance.

    Source:
        Leskovec, Rajaraman, Ullman, *Mining of Massive Datasets*, section 3.4.2.

    Raises:
        CollectionError: the table of verified pairs is damaged.
    """
    counts = np.zeros(STEPS, np.int64)
    for path in manifest.live_parts(layout, Verified.name):
        for batch in parquet.batches(Verified, path):
            found: Verified = batch.columns()
            two = found.left != found.right  # the others are marks of crowds
            whole = np.maximum(found.union[two], 1).astype(np.int64)
            # Whole numbers decide, for .8 is in the step that begins with it.
            shared = found.intersection[two].astype(np.int64)
            step = np.minimum(shared * STEPS // whole, STEPS - 1)
            counts += np.bincount(step, minlength=STEPS)
    cut = banding(params.threshold, params.permutations)
    places = [place / 100 for place in range(101)]
    return PairCurve(
        bands=cut.bands,
        rows=cut.rows,
        threshold=params.threshold,
        promised=tuple((place, cut.p_candidate(place)) for place in places),
        pairs=tuple(counts.tolist()),
    )
