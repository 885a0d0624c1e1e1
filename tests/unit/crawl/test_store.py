from __future__ import annotations

from dataclasses import fields

from pagemill.crawl.store import Store


def test_a_crawl_knows_seven_things() -> None:
    names = [one.name for one in fields(Store)]
    assert names == ["frontier", "sites", "revisits", "mirrors", "kinds", "dust", "errors"]
