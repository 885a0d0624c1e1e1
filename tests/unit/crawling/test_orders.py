"""Orders to a crawl that runs elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.collection.lock import writing
from pagemill.crawl.cells import Cells
from pagemill.crawl.looking.standing import Standing, note_standing
from pagemill.crawling import orders
from pagemill.errors import UsageError


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(Collection.create(tmp_path / "c").root)


def test_an_order_holds_until_it_is_withdrawn(layout: Layout) -> None:
    with writing(layout), Cells(layout.crawl / "table") as cells:
        note_standing(cells, Standing(at=1.0))
        assert orders.given(layout) == ""
        orders.give(layout, "pause")
        assert orders.given(layout) == "pause"
        orders.give(layout, "resume")
        assert orders.given(layout) == ""
        orders.give(layout, "stop")
        assert orders.given(layout) == "stop"
        orders.withdraw(layout)
        orders.withdraw(layout)
        assert orders.given(layout) == ""


def test_without_a_crawl_there_is_nobody_to_be_told(layout: Layout) -> None:
    with pytest.raises(UsageError, match="no crawl is running"):
        orders.give(layout, "pause")
    with Cells(layout.crawl / "table") as cells:
        note_standing(cells, Standing(at=1.0, ended="time is up"))
    with writing(layout), pytest.raises(UsageError, match="no crawl is running"):
        orders.give(layout, "pause")  # another verb is at work


def test_unknown_orders_and_strange_files_are_none(layout: Layout) -> None:
    with pytest.raises(UsageError, match="pause, resume, stop"):
        orders.give(layout, "dance")
    layout.crawl.mkdir()
    layout.crawl_order.write_text("dance")
    assert orders.given(layout) == ""
