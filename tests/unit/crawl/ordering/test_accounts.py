from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.ordering import accounts
from pagemill.crawl.ordering.accounts import StoredAccounts
from pagemill.crawl.ordering.opic import Account, Opic, Sums


def key(number: int) -> bytes:
    return number.to_bytes(16, "big")


def test_accounts_are_there_again_after_they_were_written(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        kept = StoredAccounts(cells)
        opic = Opic(kept)
        opic.wait([key(1), key(2)])
        opic.pass_on(key(1), [key(3)])
        opic.rise({key(3): 4})
        sums, three = kept.sums, kept.get([key(3)])[0]
        assert StoredAccounts(cells).get([key(3)]) == [None], "nothing was written yet"
        cells.write(kept.puts)
    with Cells(tmp_path / "t") as cells:
        again = StoredAccounts(cells)
        assert again.sums == sums != Sums()
        assert again.get([key(3), key(9)]) == [three, None]
        assert three is not None
        assert three.level == 4


def test_memory_holds_but_some_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "_MOST", 10)
    with Cells(tmp_path / "t") as cells:
        kept = StoredAccounts(cells)
        for number in range(200):
            kept.put(key(number), Account(cash=float(number)))
            if number % 10 == 9:
                cells.write(kept.puts)
                kept.puts = {}
                kept.get([key(0)])
        assert len(kept._recent) <= 30
        found = kept.get([key(number) for number in range(200)])
        assert [one and one.cash for one in found] == [float(number) for number in range(200)]


def test_accounts_of_pages_that_are_forgotten_are_found(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        kept = StoredAccounts(cells)
        kept.put(key(1), Account())
        kept.put(key(2), Account())
        cells.write(kept.puts)
        assert [one[1:] for one in kept.without(lambda known: known == key(1))] == [key(2)]
