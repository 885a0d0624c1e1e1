"""How a crawl stands is written and read back."""

from __future__ import annotations

from pathlib import Path

from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Tally
from pagemill.crawl.looking.standing import (
    Standing,
    note_seeds,
    note_standing,
    seeds_of,
    standing_of,
)


def test_counts_add_up_over_the_runs(tmp_path: Path) -> None:
    tally = Tally()
    tally.fetched, tally.received = 2, 100
    tally.depths["login"] = 1
    tally.statuses[200] = 2
    with Cells(tmp_path / "t") as cells:
        assert standing_of(cells) == Standing()
        first = standing_of(cells).after(tally, at=5.0, idle="waits")
        note_standing(cells, first)
        again = standing_of(cells).after(tally, at=9.0, idle="", ended="time is up")
    assert first.hidden == {"login": 1}
    assert (again.fetched, again.received, again.hidden) == (4, 200, {"login": 2})
    assert again.statuses == {"200": 4}
    assert (again.idle, again.ended) == ("", "time is up")


def test_the_addresses_to_begin_with_are_remembered(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        assert seeds_of(cells) == []
        note_seeds(cells, ["http://a.example/"])
        assert seeds_of(cells) == ["http://a.example/"]
