"""The order of addresses; laws under all orders of events are in tests/property."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import Found, Frontier, State, Turn, key_of
from pagemill.crawl.politeness import Pace

PACE = Pace(delay=2.0, delay_factor=0.0)


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "table") as table:
        yield table


def found(url: str, priority: int = 0) -> Found:
    return Found(url, key_of(url), url.split("/")[2], priority)


def taken(frontier: Frontier, now: float) -> Turn:
    turn = frontier.next(now)
    assert turn is not None
    return turn


def test_an_address_is_queued_once_however_often_it_is_found(cells: Cells) -> None:
    frontier = Frontier(cells, PACE)
    assert frontier.add([found("http://a.example/"), found("http://a.example/")]) == 1
    frontier.commit()
    assert frontier.add([found("http://a.example/")]) == 0
    assert Frontier(cells, PACE).add([found("http://a.example/")]) == 0


def test_the_best_address_of_a_host_comes_first(cells: Cells) -> None:
    frontier = Frontier(cells, PACE)
    frontier.add([found("http://a.example/low", 5), found("http://a.example/high", 1)])
    assert taken(frontier, 0.0).found.url == "http://a.example/high"


def test_a_host_is_asked_one_address_at_a_time_and_then_left_alone(cells: Cells) -> None:
    frontier = Frontier(cells, PACE)
    frontier.add([found("http://a.example/1"), found("http://a.example/2")])
    turn = taken(frontier, 0.0)
    assert frontier.next(100.0) is None
    frontier.pace_of("a.example").answered(1.0, 0.1, PACE, status=200, retry_after=None)
    frontier.settle(turn, State.FETCHED, status=200)
    assert frontier.next(2.9) is None
    assert frontier.wait(2.0) == pytest.approx(1.0)
    assert taken(frontier, 3.0).found.url == "http://a.example/2"


def test_an_address_put_back_comes_after_the_others_of_its_priority(cells: Cells) -> None:
    frontier = Frontier(cells, PACE)
    frontier.add([found("http://a.example/1"), found("http://a.example/2")])
    frontier.put_back(taken(frontier, 0.0), is_try=True)
    urls: list[tuple[str, int]] = []
    for now in (10.0, 20.0):
        turn = taken(frontier, now)
        urls.append((turn.found.url, turn.found.tries))
        frontier.settle(turn, State.FETCHED)
    assert urls == [("http://a.example/2", 0), ("http://a.example/1", 1)]


def test_a_kill_takes_back_only_what_was_not_committed(cells: Cells) -> None:
    frontier = Frontier(cells, PACE)
    frontier.add([found("http://a.example/1"), found("http://b.example/1")])
    frontier.commit({"serial": 7}, {b"zz": b"beside"})
    frontier.settle(taken(frontier, 0.0), State.FETCHED)
    again = Frontier(cells, PACE)
    assert again.counts["QUEUED"] == 2
    assert again.rest == {"serial": 7}
    assert cells.get([b"zz"]) == [b"beside"]


def test_what_failed_can_be_asked_for_again_as_a_seed(cells: Cells) -> None:
    frontier = Frontier(cells, PACE)
    one = found("http://a.example/1")
    frontier.add([one])
    frontier.settle(taken(frontier, 0.0), State.FAILED)
    assert frontier.state(one.key) is State.FAILED
    assert frontier.again([one]) == 1
    assert frontier.state(one.key) is State.QUEUED
    assert frontier.again([one]) == 0


def shown(url: str, nested: int = 1, hops: int = 0) -> Found:
    return replace(found(url), nested=nested, hops=hops)


def test_what_was_fetched_without_a_turn_is_not_queued_but_can_be_revisited(
    cells: Cells,
) -> None:
    frontier, one = Frontier(cells, PACE), found("http://a.example/data.json")
    assert frontier.fetched(one, status=200)
    assert not frontier.fetched(one, status=200)
    assert frontier.add([one]) == 0
    frontier.commit()
    again = Frontier(cells, PACE)
    assert again.counts == {"QUEUED": 0, "FETCHED": 1, "FAILED": 0, "REFUSED": 0}
    assert again.next(0.0) is None
    assert again.revisit([one]) == 1
    assert taken(again, 0.0).found.url == one.url


def test_how_an_address_was_met_is_found_again(cells: Cells) -> None:
    one = shown("http://a.example/x.css", nested=3, hops=10)
    frontier = Frontier(cells, PACE)
    frontier.add([one])
    frontier.commit()
    assert taken(Frontier(cells, PACE), 0.0).found == one


def test_pages_are_passed_over_where_no_more_are_wanted(cells: Cells) -> None:
    frontier = Frontier(cells, PACE)
    frontier.add([found("http://a.example/1"), found("http://a.example/2")])
    frontier.add([shown("http://a.example/x.png"), found("http://b.example/1")])
    turn = frontier.next(0.0, requisites=True)
    assert turn is not None
    assert turn.found.url == "http://a.example/x.png"
    frontier.settle(turn, State.FETCHED)
    assert frontier.next(9.0, requisites=True) is None
    frontier.add([shown("http://b.example/y.png")])  # its host was passed over before
    turn = frontier.next(9.0, requisites=True)
    assert turn is not None
    assert turn.found.url == "http://b.example/y.png"
    frontier.settle(turn, State.FETCHED)
    frontier.commit()
    assert frontier.counts["QUEUED"] == 3
    left = Frontier(cells, PACE)
    assert {taken(left, 99.0).found.host for _ in range(2)} == {"a.example", "b.example"}


def test_an_address_that_has_risen_comes_once_and_at_its_new_turn(tmp_path: Path) -> None:
    urls = [f"http://a.example/{number}" for number in range(100)]
    with Cells(tmp_path / "t") as cells:
        frontier = Frontier(cells, PACE)
        waiting = [replace(found(url), priority=5) for url in urls]
        frontier.add(waiting)
        frontier.commit()
        never_met = found("http://b.test/")
        assert frontier.promote([replace(waiting[70], priority=2), never_met]) == 1
        assert frontier.promote([replace(waiting[80], priority=3)]) == 1
        assert frontier.promote([replace(waiting[80], priority=1)]) == 1
        frontier.commit()
        assert frontier.counts["QUEUED"] == 100
    asked: list[str] = []
    with Cells(tmp_path / "t") as cells:
        frontier = Frontier(cells, PACE)
        while (turn := frontier.next(1e9)) is not None:
            asked.append(turn.found.url)
            frontier.settle(turn, State.FETCHED)
            frontier.commit()
        assert frontier.counts == {"QUEUED": 0, "FETCHED": 100, "FAILED": 0, "REFUSED": 0}
        assert frontier.queued_of("a.example") == 0
    assert asked[:2] == [urls[80], urls[70]]
    assert sorted(asked) == sorted(urls)


def test_the_host_with_the_best_address_comes_first_where_that_is_wanted(
    tmp_path: Path,
) -> None:
    with Cells(tmp_path / "t") as cells:
        frontier = Frontier(cells, PACE, is_best_first=True)
        for number, level in enumerate((5, 3, 7, 1)):
            frontier.add([replace(found(f"http://h{number}.example/"), priority=level)])
        turns = [frontier.next(1e9) for _ in range(4)]
        assert [turn and turn.found.priority for turn in turns] == [1, 3, 5, 7]
        assert frontier.next(1e9) is None
