from __future__ import annotations

from typing import Any

import pytest

from pagemill.index.params import MOST_WEIGHT, IndexParams


@pytest.mark.parametrize(
    "given", [{"threads": 6}, {"title_weight": 0.0}, {"text_weight": MOST_WEIGHT}]
)
def test_limits_are_allowed(given: dict[str, Any]):
    IndexParams(**given)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"threads": 65}, "threads"),
        ({"duplicates": "delete"}, "duplicates"),
        ({"threads": 8}, "memory_bytes"),
        ({"memory_bytes": 1 << 40}, "memory_bytes"),
        ({"title_weight": -0.1}, "title_weight"),
        ({"keywords_weight": float("nan")}, "keywords_weight"),
        ({"abstract_weight": float("inf")}, "abstract_weight"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(given: dict[str, Any], name: str):
    with pytest.raises(ValueError, match=f"{name} is"):
        IndexParams(**given)


def test_languages_that_cannot_be_stemmed_are_refused():
    assert IndexParams(stemming="en de").languages == ("de", "en")
    with pytest.raises(ValueError, match="'xx'"):
        IndexParams(stemming="xx")
