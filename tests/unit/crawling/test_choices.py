from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.ordering.topic import Topic
from pagemill.crawl.params import CrawlParams
from pagemill.crawling.choices import agent_named, browser_of, importance_of, scorer_of
from pagemill.crawling.crawl import _pace, _store
from pagemill.errors import UsageError
from pagemill.model.version import __version__


def test_pages_are_scored_only_where_that_is_asked_for(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    assert scorer_of(layout, CrawlParams()) is None
    assert isinstance(scorer_of(layout, CrawlParams(topic="ferry")), Topic)
    with pytest.raises(UsageError, match="at least one word"):
        scorer_of(layout, CrawlParams(topic="--"))
    with pytest.raises(UsageError, match="cannot be read"):
        scorer_of(layout, CrawlParams(examples=str(tmp_path / "none")))


@pytest.mark.parametrize("order", ["breadth", "importance"])
def test_importance_is_kept_where_it_orders(tmp_path: Path, order: str) -> None:
    params = CrawlParams(order=order)
    with Cells(tmp_path / "t") as cells:
        store = _store(cells, params, _pace(params))
        assert (importance_of(store) is None) == (order == "breadth")


def test_a_contact_that_is_no_address_of_the_web_is_one_of_mail() -> None:
    assert agent_named(CrawlParams()) == f"pagemill/{__version__}"
    named = agent_named(CrawlParams(contact="me@example.org", agent="my"))
    assert named == f"my/{__version__} (+mailto:me@example.org)"
    web = agent_named(CrawlParams(contact="https://example.org/me"))
    assert web.endswith(" (+https://example.org/me)")


def test_without_a_browser_rendering_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="no Chromium"):
        browser_of(CrawlParams(render=True))
