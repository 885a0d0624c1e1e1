"""Budgets survive a restart."""

from __future__ import annotations

from pathlib import Path

from pagemill.crawl.cells import Cells
from pagemill.crawl.waste import kinds
from pagemill.crawl.waste.kinds import Kinds
from pagemill.crawl.waste.traps import Limits

HOST = "a.example"


def month(number: int) -> str:
    return f"http://{HOST}/calendar/{number}"


def test_what_a_kind_has_brought_is_remembered(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        first = Kinds(cells, Limits())
        for number in range(16):
            first.add(HOST, month(number), frozenset(("no", "events")), is_new=False)
        for number in range(16):
            words = frozenset(f"word{number}-{one}" for one in range(200))
            first.add("b.example", f"http://b.example/news/{number}", words, is_new=True)
        cells.write(first.puts)
        again = Kinds(cells, Limits())
        assert again.is_spent(HOST, month(99))
        assert not again.is_spent(HOST, f"http://{HOST}/about")
        assert not again.is_spent("b.example", "http://b.example/news/99")
        assert not again.is_spent("c.example", "http://c.example/x/1")


def test_a_host_that_makes_room_is_written(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(kinds, "_MOST_HOSTS", 1)
    with Cells(tmp_path / "t") as cells:
        one = Kinds(cells, Limits())
        for number in range(6):
            one.add(HOST, month(number), frozenset(("no",)), is_new=False)
        assert not one.is_spent("b.example", "http://b.example/")
        assert one.is_spent(HOST, month(99))
