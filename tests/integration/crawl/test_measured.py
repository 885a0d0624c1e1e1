"""What a crawl brought, counted by ``pagemill measure crawl`` and held against the servers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.model.report import CrawlReport
from pagemill.testing.growth import Growth, grown
from pagemill.testing.renown import Renown, renowned
from pagemill.testing.server import serving
from pagemill.testing.text import vocabulary
from pagemill.testing.web import Web


def crawled(collection: Collection, web: Web, **settings: object) -> CrawlReport:
    """Crawl a web without pauses."""
    with serving(web) as served:
        return collection.crawl(
            [served.begin],
            allow_networks=[web.network],
            resolve=web.names,
            scope="web",
            delay=0.0,
            delay_factor=0.0,
            **settings,
        )


@pytest.mark.slow
def test_soft_404s_and_dead_links_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web = grown(2, Growth(hosts=8, pages=20))
    collection = Collection.create(tmp_path / "c")
    report = crawled(collection, web, answer_seconds=1.0, max_time=30.0)
    assert main(["measure", "crawl", str(collection.root), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["attempts"] == report.outcomes
    missing = report.outcomes.get("missing", 0)
    assert found["soft_404"]["hits"] == missing
    seen = report.outcomes["fetched"] + report.outcomes.get("unchanged", 0)
    assert found["soft_404"]["of"] == seen + missing
    assert found["dead"]["hits"] == sum(
        count for status, count in report.statuses.items() if status in ("404", "410")
    )
    assert found["harvests"] == []


@pytest.mark.slow
def test_the_harvest_rate_of_each_focused_crawl_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web = renowned(11, Renown(hosts=6, pages=10, topics=3))
    collection = Collection.create(tmp_path / "c")
    topic = " ".join(vocabulary("topic2")[:3])
    report = crawled(collection, web, max_pages=30, topic=topic)
    assert main(["measure", "crawl", str(collection.root), "--json"]) == 0
    [harvest] = json.loads(capsys.readouterr().out)["harvests"]
    assert harvest["rate"]["share"] == pytest.approx(report.harvest, abs=1e-4)
    assert harvest["rate"]["of"] == report.judged > 20
    assert harvest["rate"]["low"] < report.harvest < harvest["rate"]["high"]
    assert main(["measure", "crawl", str(collection.root)]) == 0
    assert "harvest rate of the crawl of 20" in capsys.readouterr().out
