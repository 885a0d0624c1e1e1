"""A crawl of the synthetic web, judged from the web's own log."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.testing.growth import grown
from pagemill.testing.judge import Manners, judged
from pagemill.testing.server import serving

DELAY = 0.04


@pytest.mark.slow
def test_all_good_pages_none_rudely_hardly_a_trap_nothing_private(tmp_path: Path) -> None:
    web = grown(2)
    collection = Collection.create(tmp_path / "c")
    with serving(web) as served:
        report = collection.crawl(
            [served.begin],
            allow_networks=[web.network],
            resolve=web.names,
            scope="web",
            delay=DELAY,
            delay_factor=0.0,
            per_address=2,
            answer_seconds=1.0,
            max_answer_bytes=2_000_000,
            max_time=60.0,
        )
    verdict = judged(web, served.hits, Manners(delay=DELAY, per_address=2))
    assert verdict.missed == set()
    assert verdict.rude == []
    assert verdict.forbidden == []
    assert verdict.private == 0
    assert verdict.wasted <= 0.05
    assert report.refusals["private address"] >= 4
    assert report.refusals["pattern that brings nothing new"] > 0
