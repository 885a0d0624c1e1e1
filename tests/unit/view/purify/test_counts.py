from __future__ import annotations

import numpy as np
import pytest

from pagemill.html.tree import parsed
from pagemill.view.purify import noise
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.counts import Counts, counted, is_part, running, share

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


def counts_of(html: str, title: str = "") -> Counts:
    tree = parsed(html)
    return counted(tree, cut(tree), title)


def test_shares_are_whole_thousandths_rounded_down() -> None:
    assert share([1, 2, 0], [3, 3, 0]).tolist() == [333, 666, 0]


def test_a_running_sum_begins_with_nothing() -> None:
    assert running(np.array([2, 3])).tolist() == [0, 2, 5]


def test_characters_are_counted_without_the_blanks_around() -> None:
    counts = counts_of("<p> Über, Ост! </p><p>一二。</p>")
    assert counts.characters.tolist() == [10, 3]
    assert counts.capitals.tolist() == [2, 0]
    assert counts.punctuation.tolist() == [2, 1]
    assert counts.is_ended.tolist() == [1, 1]


def test_prose_outside_by_its_marks_counts_a_fifth() -> None:
    counts = counts_of(f"<p>{PROSE * 9}</p><aside>{PROSE}</aside>")
    assert counts.prose.tolist() == [16 * 9, 16 // 5]


def test_an_element_that_holds_most_of_the_page_is_layout() -> None:
    assert not (counts_of(f"<form><p>{PROSE}</p></form>a").marks & noise.FORM).any()
    assert (counts_of(f"<form>a</form><p>{PROSE}</p>").marks & noise.FORM).any()


def test_equal_texts_are_counted() -> None:
    assert counts_of("<p>More<p>Lamp<p>More ").copies.tolist() == [2, 1, 2]


def test_notices_of_cookies_are_seen_whatever_the_case() -> None:
    assert counts_of("<p>Diese COOKIES<p>Kekse").cookies.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("text", "title", "wanted"),
    [
        ("Oak ladder", "Oak ladder - Workshop", True),
        ("Oak", "Oak ladder", False),
        ("Oak ladder - Workshop", "Oak ladder", False),
        ("Work", "Oak ladder of the old Workshop", False),
    ],
)
def test_a_telling_part_of_a_title_is_no_mere_word_of_it(
    text: str, title: str, *, wanted: bool
) -> None:
    assert is_part(text, title) is wanted
