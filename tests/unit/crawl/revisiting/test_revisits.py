"""The plan of visits over histories on disk."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import key_of
from pagemill.crawl.revisiting.history import History
from pagemill.crawl.revisiting.revisits import DAY, Budget, Revisits


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "table") as table:
        yield table


def page(number: int, changes: int, visits: int = 20) -> History:
    """Return a page that was visited daily and had changed at some of the visits."""
    gaps = tuple((DAY, place < changes) for place in range(visits))
    url = f"http://a.example/{number}"
    return History(url=url, first=0.0, last=0.0, kept=0.0, gaps=gaps)


def stored(cells: Cells, pages: list[History], budget: Budget) -> Revisits:
    revisits = Revisits(cells, budget)
    for one in pages:
        revisits.put(key_of(one.url), one)
    cells.write(revisits.puts)
    revisits.puts = {}
    return revisits


def test_histories_are_found_again_until_their_page_is_gone(cells: Cells) -> None:
    revisits = stored(cells, [page(1, 0), page(2, 0)], Budget())
    assert [one.url for _, one in revisits.all()].count("http://a.example/1") == 1
    revisits.forget(key_of("http://a.example/1"))
    assert revisits.known(key_of("http://a.example/1")) is None
    cells.write(revisits.puts)
    assert [one.url for _, one in revisits.all()] == ["http://a.example/2"]


def test_pages_that_change_more_are_due_earlier_where_age_counts(cells: Cells) -> None:
    budget = Budget(per_day=5.0, per_host=100.0, least=0.0)
    pages = [page(number, changes) for number, changes in enumerate((0, 5, 10, 15))]
    revisits = stored(cells, pages, budget)
    assert revisits.due(1.0) == []
    order = [one.url for one in revisits.due(1.0) or _all_due(revisits)]
    assert order[0] == "http://a.example/3"
    assert order[-1] == "http://a.example/0"


def _all_due(revisits: Revisits) -> list[History]:
    revisits._planned_until = float("inf")
    return revisits.due(1e12)


def test_a_page_is_named_once_for_each_plan_and_not_before_its_time(cells: Cells) -> None:
    budget = Budget(per_day=1.0, per_host=100.0, least=0.0)
    revisits = stored(cells, [page(1, 10)], budget)
    assert revisits.due(DAY / 2) == []
    assert revisits.wait(DAY / 2) <= 2.0
    assert len(revisits.due(DAY + 3)) == 1
    assert revisits.due(DAY + 4) == []


def test_what_a_page_asks_for_is_kept(cells: Cells) -> None:
    budget = Budget(per_day=1e6, per_host=1e6, least=10.0)
    asks = replace(page(1, 10), least=5_000.0)
    revisits = stored(cells, [asks, page(2, 10)], budget)
    assert [one.url for one in revisits.due(100.0)] == ["http://a.example/2"]
    assert [one.url for one in revisits.due(5_001.0)][-1] == "http://a.example/1"


def test_a_host_is_not_visited_more_often_than_it_allows(cells: Cells) -> None:
    budget = Budget(per_day=1_000.0, per_host=2.0, least=0.0)
    revisits = stored(cells, [page(number, 10) for number in range(4)], budget)
    assert revisits.due(1.9 * DAY) == []
    assert len(revisits.due(2.1 * DAY)) == 4


def test_announcements_bring_a_visit_forward_until_they_prove_untrue(cells: Cells) -> None:
    revisits = stored(cells, [page(1, 1)], Budget())
    key = key_of("http://a.example/1")
    assert revisits.announced(key, 50.0, 1.0)
    assert not revisits.announced(key, 50.0, 1.0)
    before = revisits.known(key)
    assert before is not None
    for _ in range(3):
        revisits.judge_announcement(before, changed=False)
    assert revisits.trust("a.example") < 0.5
    assert not revisits.announced(key, 90.0, 1.0)
    for _ in range(5):
        revisits.judge_announcement(before, changed=True)
    assert revisits.announced(key, 99.0, 1.0)
    assert not revisits.announced(key_of("http://a.example/unknown"), 9.0, 0.0)


def test_a_page_never_visited_twice_is_planned_by_what_its_site_announces(cells: Cells) -> None:
    budget = Budget(per_day=2.0, per_host=100.0, least=0.0)
    never = replace(page(1, 0, visits=0), expected=1e-3)
    often = replace(page(2, 0, visits=0), expected=24.0)
    revisits = stored(cells, [never, often], budget)
    revisits.due(0.0)
    assert _all_due(revisits)[0].url == "http://a.example/2"
