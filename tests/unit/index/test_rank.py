"""BM25 from counts."""

from __future__ import annotations

import math

import pytest

from pagemill.index.rank import K1, idf, saturation


def test_a_rare_word_is_worth_more_and_none_is_worth_less_than_nothing() -> None:
    worths = [idf(1000, count) for count in (1, 10, 100, 999, 1000)]
    assert worths == sorted(worths, reverse=True)
    assert worths[-1] > 0


def test_idf_agrees_with_its_formula() -> None:
    assert idf(20_000, 581) == pytest.approx(math.log(1 + (20_000 - 581 + 0.5) / 581.5))


def test_repeating_a_word_saturates() -> None:
    once, twice, often = (saturation(n, 100.0, 100.0) for n in (1.0, 2.0, 1e9))
    assert once == 1.0
    assert once < twice < 2 * once
    assert often == pytest.approx(K1 + 1)


def test_a_long_field_counts_less() -> None:
    assert saturation(1.0, 200.0, 100.0) < saturation(1.0, 50.0, 100.0)
