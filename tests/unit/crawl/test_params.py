from __future__ import annotations

from typing import Any

import pytest

from pagemill.crawl.params import CrawlParams


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"scope": "galaxy"}, "scope"),
        ({"connections": 0}, "connections"),
        ({"per_address": 0}, "per_address"),
        ({"delay": -1.0}, "delay is -1.0; it must not be negative"),
        ({"delay": 61.0}, "delay is 61, more than longest_delay"),
        ({"delay": float("nan")}, "delay is nan; it must be a number that ends"),
        ({"max_time": float("inf")}, "max_time is inf; it must be a number that ends"),
        ({"max_pages": -1}, "max_pages is -1"),
        ({"free_disk_bytes": -1}, "free_disk_bytes is -1"),
        ({"include": "("}, "include is no regular expression"),
        ({"exclude": "*"}, "exclude is no regular expression"),
        ({"window": "at night"}, "22:00-06:00"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(wrong: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        CrawlParams(**wrong)


def test_a_crawl_is_polite_unless_told_otherwise() -> None:
    assert CrawlParams().delay >= 2
    assert CrawlParams().per_address == 2
