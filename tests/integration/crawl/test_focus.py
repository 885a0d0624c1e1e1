"""Focused crawls of a web whose topics are known, beside breadth-first, over real sockets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.model.report import CrawlReport
from pagemill.testing.renown import Renown, renowned
from pagemill.testing.server import Served, serving
from pagemill.testing.text import about, vocabulary
from pagemill.testing.web import Web

TOPIC = "topic2"
PAGES = 120
WEB = renowned(11, Renown(hosts=30, pages=20, topics=6))


def harvested(
    collection: Collection, web: Web, **settings: object
) -> tuple[float, CrawlReport]:
    """Share of the first pages fetched that are about the topic, by the truth."""
    with serving(web) as served:
        return _harvested(collection, served, **settings)


def _harvested(
    collection: Collection, served: Served, **settings: object
) -> tuple[float, CrawlReport]:
    known, web = len(served.hits), served.web
    report = collection.crawl(
        [served.begin],
        allow_networks=[web.network],
        resolve=web.names,
        scope="web",
        delay=0.0,
        delay_factor=0.0,
        connections=4,
        max_pages=PAGES,
        **settings,
    )
    pages = [web.hosts[hit.host].pages.get(hit.path) for hit in served.hits[known:]]
    asked = [page for page in pages if page is not None]
    return sum(page.topic == TOPIC for page in asked) / len(asked), report


def examples(path: Path) -> Path:
    """Eight texts about the topic and eight about others; none stands on the web."""
    lines = [
        {"text": about(topic, f"example {number}", 150), "about": topic == TOPIC}
        for number in range(8)
        for topic in (TOPIC, f"topic{number % 2}")
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


@pytest.mark.slow
def test_a_learned_topic_harvests_more_than_twice_of_breadth_first(tmp_path: Path) -> None:
    breadth, plain = harvested(Collection.create(tmp_path / "b"), WEB)
    learned, report = harvested(
        Collection.create(tmp_path / "l"), WEB, examples=str(examples(tmp_path / "e.jsonl"))
    )
    worded, _ = harvested(
        Collection.create(tmp_path / "w"), WEB, topic=" ".join(vocabulary(TOPIC)[:3])
    )
    assert plain.harvest is None
    assert breadth < 0.3
    assert learned > 2 * breadth
    assert worded > 2 * breadth
    assert report.harvest == pytest.approx(learned, abs=0.1)


@pytest.mark.slow
def test_a_topic_can_be_learned_from_what_a_search_finds(tmp_path: Path) -> None:
    plain, taught = Collection.create(tmp_path / "p"), Collection.create(tmp_path / "t")
    with serving(WEB) as served:
        _harvested(plain, served)
        without, _ = _harvested(plain, served, refresh=False)
    with serving(WEB) as served:
        _harvested(taught, served)
        taught.build(workers=1)
        word = vocabulary(TOPIC)[0]
        learned, report = _harvested(
            taught, served, topic=word, examples="search", refresh=False
        )
    assert learned > 1.8 * without
    # What the pages of the first crawl lead to comes first: four fifths of the topic were left.
    assert learned > 3 * without
    assert report.harvest is not None
