from __future__ import annotations

import numpy as np
import pytest

from pagemill import native
from pagemill.view.kind.traits import weighed_sums, weighed_sums_in_python


@pytest.mark.parametrize("count", [1, 7, 300])
def test_sums_are_the_same_by_both_loops(count: int) -> None:
    dice = np.random.default_rng(count)
    rows = dice.integers(-32_768, 32_767, (count, 9), np.int16, endpoint=True)
    chosen = np.array([8, 0, 3, 3], np.int16)
    words = dice.integers(0, 5_000, count)
    inner = dice.random(count) < 0.5
    found = weighed_sums(rows, chosen, words, inner)
    assert found.tolist() == weighed_sums_in_python(rows, chosen, words, inner).tolist()
    assert found[0].tolist() == rows[:, chosen].sum(axis=0, dtype=np.int64).tolist()


@pytest.mark.skipif(native.weighed is None, reason="nothing was compiled")
@pytest.mark.parametrize(
    "arguments",
    [
        (b"1234", b"\5\0", b"8 bytes.", b"\1"),
        (b"1234", b"\xff\xff", b"8 bytes.", b"\1"),
        (b"1234", b"\1\0", b"few", b"\1"),
        (b"12345", b"\1\0", b"8 bytes." * 4, b"\1\1\1\1"),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(
    arguments: tuple[bytes, bytes, bytes, bytes],
) -> None:
    assert native.weighed is not None
    with pytest.raises(ValueError, match="not the rows of blocks"):
        native.weighed(*arguments)
