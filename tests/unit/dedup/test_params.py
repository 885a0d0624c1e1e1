from __future__ import annotations

from typing import Any

import pytest

from pagemill.dedup.params import DedupParams


@pytest.mark.parametrize(
    "given",
    [{"threshold": 1.0}, {"width": 64}, {"permutations": 1}, {"seed": (1 << 63) - 1}],
)
def test_limits_are_allowed(given: dict[str, Any]):
    DedupParams(**given)


@pytest.mark.parametrize(
    "given",
    [
        {"threshold": 0.0},
        {"threshold": 1.01},
        {"threshold": float("nan")},
        {"width": 65},
        {"permutations": 0},
        {"seed": 1 << 63},
    ],
)
def test_a_value_out_of_range_is_refused_by_name(given: dict[str, Any]):
    (name,) = given
    with pytest.raises(ValueError, match=f"{name} is"):
        DedupParams(**given)
