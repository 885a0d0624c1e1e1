from __future__ import annotations

from math import log

import pytest

from pagemill.view.words.weighting import Frequencies, Strategy, absolute, relative


def learned(*pages: dict[str, int]) -> Frequencies:
    found = Frequencies()
    for page in pages:
        found.add(page)
    return found


def test_a_word_frequent_in_many_pages_is_a_stop_word() -> None:
    # The lecture's borders, 200 of 10,000 pages and tf >= 2, on 1,000 pages: more than 20.
    pages = [{"often": 2, "once": 1} for _ in range(21)]
    pages += [{"seldom": 2} for _ in range(20)]
    pages += [{"other": 1} for _ in range(1_000 - 41)]
    assert learned(*pages).stop_words() == [("often", 0.021)]


def test_weights_by_hand() -> None:
    found = learned({"lamp": 1}, {"lamp": 1, "oil": 2}, {"weather": 1})
    weights = found.weights({"lamp": 3, "oil": 2}, {"oil": 1})
    assert weights["lamp"] == pytest.approx(3 * log(4 / 3))
    assert weights["oil"] == pytest.approx(2 * log(4 / 2) * 4)


def test_a_word_of_every_page_weighs_nothing() -> None:
    assert learned({"the": 4}, {"the": 2}).weights({"the": 9}, {}) == {"the": 0.0}


def test_absolute_keeps_the_heaviest_and_relative_what_exceeds_the_average() -> None:
    weights = {"a": 8.0, "b": 5.0, "c": 5.0, "d": 1.0, "e": 1.0}
    assert absolute(weights, 3) == ("a", "b", "c")
    # Average 4: with beta 0.5 only what weighs more than 6; with beta 0 more than 4.
    assert relative(weights, 0.5) == ("a",)
    assert relative(weights, 0.0) == ("a", "b", "c")
    assert relative(weights, 0.0, 2) == ("a", "b")


def test_order_of_pages_makes_no_difference() -> None:
    pages = [{"a": 2}, {"a": 2, "b": 3}, {"b": 1}]
    one, other = learned(*pages), learned(*pages[::-1])
    assert one.stop_words() == other.stop_words()
    assert one.weights({"a": 1, "b": 1}, {}) == other.weights({"a": 1, "b": 1}, {})


def test_nothing_gives_nothing() -> None:
    assert relative({}) == ()
    assert absolute({}) == ()
    assert Frequencies().stop_words() == []


@pytest.mark.parametrize(
    "wrong", [{"alpha": 0}, {"beta": -0.1}, {"share": 0.0}, {"share": 1.0}]
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Strategy(**wrong)  # type: ignore[arg-type]
