"""Visits of pages that were fetched before, on a web whose time can be moved on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pagemill.api import Collection
from pagemill.testing.growth import Growth, grown
from pagemill.testing.server import serving
from pagemill.testing.web import Kind

WEB = grown(
    5, Growth(hosts=4, pages=12, mirrors=0, traps=False, faults=False, robots=("open",))
)
DAY = 86_400.0
PACE: dict[str, float] = {"delay": 0.0, "delay_factor": 0.0}


def test_a_refresh_stores_what_has_changed_and_asks_cheaply(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with serving(WEB) as served:
        web = {"allow_networks": [WEB.network], "resolve": WEB.names, "scope": "web"}
        collection.crawl([served.begin], **web, **PACE)
        before = len(served.hits)
        served.advance(3 * DAY)
        report = collection.crawl(refresh=True, **web, **PACE)
    later = [hit for hit in served.hits[before:] if hit.kind is Kind.GOOD]
    assert all(hit.was_conditional for hit in later if WEB.hosts[hit.host].has_dates)
    sent = [hit for hit in later if hit.status == 200]
    is_quiet = [hit for hit in later if WEB.hosts[hit.host].pages[hit.path].rate == 0]
    assert all(hit.status == 304 for hit in is_quiet if WEB.hosts[hit.host].has_dates)
    assert 0 < len(sent) < len(later)
    assert report.outcomes["unchanged"] > 10
    assert report.unchanged >= sum(hit.status == 304 for hit in later)
    collection.build(workers=1)
    assert len(list(collection.docviews())) >= 48


def test_a_continuous_crawl_goes_on_visiting_until_its_time_is_up(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with serving(WEB) as served:
        report = collection.crawl(
            [served.begin],
            allow_networks=[WEB.network],
            resolve=WEB.names,
            scope="web",
            continuous=True,
            revisits_per_day=5e6,
            revisit_after=0.5,
            max_time=6.0,
            **PACE,
        )
    asked = Counter((hit.host, hit.path) for hit in served.hits if hit.kind is Kind.GOOD)
    again = sum(count >= 2 for count in asked.values())
    assert again >= 0.9 * len(asked)
    assert report.ended == "time is up"
    assert report.outcomes["unchanged"] > 40
