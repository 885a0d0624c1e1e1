from __future__ import annotations

from pathlib import Path

import pytest

from material import site
from pagemill.api import Collection
from pagemill.errors import UsageError
from pagemill.model.progress import Event

LOOPBACK = ["127.0.0.0/8"]
WEB = {
    "routes": {
        "/robots.txt": {"body": "", "type": "text/plain"},
        "/": {"body": "<p>one</p><a href='/two'>two</a><a href='http://far.example/'>f</a>"},
        "/two": {"body": "<p>two</p>"},
    }
}


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return Collection.create(tmp_path / "c")


def test_a_crawl_tells_what_it_came_to_and_leaves_a_record(collection: Collection) -> None:
    events: list[Event] = []
    with site.running(WEB) as served:
        report = collection.crawl(
            [served.url], allow_networks=LOOPBACK, delay=0.0, progress=events.append
        )
    assert report.fetched == 2
    assert report.refusals == {"out of scope": 1}
    assert report.is_clean
    assert events[-1].done == 2
    assert list((collection.root / "runs").glob("crawl-*.json"))


@pytest.mark.parametrize(
    ("seeds", "settings", "word"),
    [
        (["gopher://a.example/"], {}, "no web address"),
        (["http://127.0.0.1/"], {"speed": 3.0}, "speed"),
        (["http://127.0.0.1/"], {"delay": "two"}, "delay"),
        (["http://127.0.0.1/"], {"scope": "galaxy"}, "galaxy"),
        (["http://127.0.0.1/"], {"exclude": "("}, "regular expression"),
        (["http://9.9.9.9/"], {}, "contact"),
        (["http://a.example/"], {}, "contact"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_word(
    collection: Collection, seeds: list[str], settings: dict[str, str | float], word: str
) -> None:
    with pytest.raises(UsageError, match=word):
        collection.crawl(seeds, **settings)


def test_a_network_that_is_none_is_refused(collection: Collection) -> None:
    with pytest.raises(UsageError, match="no network"):
        collection.crawl(["http://127.0.0.1/"], allow_networks=["everything"])


def test_public_hosts_met_on_the_way_are_not_asked_as_nobody(collection: Collection) -> None:
    with site.running(WEB) as served:
        report = collection.crawl(
            [served.url],
            allow_networks=LOOPBACK,
            resolve={"far.example": "9.9.9.9"},
            delay=0.0,
            scope="web",
        )
    assert report.refusals == {"private address": 1}
