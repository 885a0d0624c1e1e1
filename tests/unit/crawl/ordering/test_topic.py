"""How much a page is about a topic."""

from __future__ import annotations

import pytest

from pagemill.crawl.ordering.topic import Topic


def score(topic: Topic, text: str) -> float:
    return topic.score("http://a.example/", frozenset(text.split()))


def test_words_of_every_page_decide_nothing_in_the_end() -> None:
    topic = Topic("the ferry")
    first = score(topic, "the garden")
    for _ in range(50):
        last = score(topic, "the garden")
    assert first > last
    assert last < 0.1
    assert score(topic, "The FERRY, leaves") == 1.0
    assert score(topic, "garden") == 0.0


def test_a_topic_needs_a_word() -> None:
    with pytest.raises(ValueError, match="at least one word"):
        Topic(" - ")
