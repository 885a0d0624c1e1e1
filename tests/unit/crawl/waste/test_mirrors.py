"""Hosts that repeat another are told by their pages."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.waste.mirrors import Mirrors


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "table") as table:
        yield table


def mark(number: int) -> bytes:
    return number.to_bytes(8, "big")


@pytest.mark.parametrize("turns", [("a", "b"), ("a", "b", "b", "a")])
def test_the_host_met_later_is_the_mirror_in_whatever_turn_pages_come(
    cells: Cells, turns: tuple[str, ...]
) -> None:
    mirrors = Mirrors(cells)
    mirrors.seen("a", "start", mark(999))
    for number in range(10):
        first, second = turns[2 * number % len(turns)], turns[(2 * number + 1) % len(turns)]
        mirrors.seen(first, f"p{number}", mark(number))
        mirrors.seen(second, f"p{number}", mark(number))
    assert mirrors.seen("c", "x", mark(999)) == "a/start"
    assert mirrors.seen("a", "y", mark(999)) == ""
    mirrors.seen("c", "first", mark(997))
    assert mirrors.seen("a", "y", mark(997)) == ""  # it was met before the other
    assert mirrors.seen("c", "z", mark(998)) == ""
    assert mirrors.of("b") == "a"
    assert mirrors.of("a") == ""
    cells.write(mirrors.puts)
    assert Mirrors(cells).of("b") == "a"


def test_hosts_that_share_some_pages_or_elsewhere_are_no_mirrors(
    cells: Cells,
) -> None:
    mirrors = Mirrors(cells)
    for number in range(40):
        mirrors.seen("a", f"p{number}", mark(number))
        mirrors.seen("b", f"other{number}", mark(number))
        mirrors.seen("c", f"p{number}", mark(number if number % 2 else 1_000 + number))
    assert mirrors.of("b") == mirrors.of("c") == ""
