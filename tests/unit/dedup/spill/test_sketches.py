from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagemill.dedup.band import banding
from pagemill.dedup.minhash import Scheme
from pagemill.dedup.spill.sketches import HeldSketches, SpilledSketches

CUT = banding(0.8)
TEXTS = [f"text number {n} of some that are sketched here" for n in range(7)]


@pytest.mark.parametrize("sizes", [[7], [3, 4], [0, 1, 6], []])
def test_sketches_in_a_file_are_those_in_memory(tmp_path: Path, sizes: list[int]):
    _, minima = Scheme().sketches(TEXTS[: sum(sizes)])
    held = HeldSketches(minima, CUT.keys(minima))
    with SpilledSketches(tmp_path, 200, CUT.bands) as spilled:
        for start, size in zip(np.cumsum([0, *sizes])[:-1].tolist(), sizes, strict=True):
            part = minima[start : start + size]
            spilled.append(part, CUT.keys(part))
        spilled.whole()
        assert list(tmp_path.iterdir()) == []
        for band in range(CUT.bands):
            assert spilled.keys(band).tolist() == held.keys(band).tolist()
        rows = np.array([6, 0, 3, 3], np.int64) if sizes else np.zeros(0, np.int64)
        assert np.array_equal(spilled.minima(rows), held.minima(rows))
