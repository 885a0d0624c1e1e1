"""Made spam against honest pages of the synthetic web, whose truth is known."""

from __future__ import annotations

import pytest

from pagemill.testing.text import about, deceiving, words
from pagemill.text.spam.score import ContentSigns, content_signs, either


@pytest.mark.parametrize("trick", ["stuffed", "repeated"])
def test_made_spam_is_told_from_honest_pages_of_the_same_topic(trick: str) -> None:
    names = [f"page{number}" for number in range(40)]
    spam = [content_signs(deceiving(trick, "topic1", name, 200)).score for name in names]
    honest = [content_signs(about("topic1", name, 200)).score for name in names]
    assert min(spam) > 0.5
    assert max(honest) < 0.1


def test_a_list_of_links_alone_is_no_spam() -> None:
    text = words("a list of links", 100)
    assert content_signs(text, linked_words=100).score == pytest.approx(0.3)


def test_signs_add_up_but_never_to_more_than_certainty() -> None:
    assert ContentSigns().score == 0.0
    one = ContentSigns(stuffing=1.0).score
    assert one == pytest.approx(0.8)
    assert one < ContentSigns(stuffing=1.0, repetition=1.0).score < 1.0
    assert either({"a": 1.0, "b": 0.3}) == 1.0
