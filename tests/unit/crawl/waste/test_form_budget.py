from __future__ import annotations

from pathlib import Path

from pagemill.crawl.cells import Cells
from pagemill.crawl.waste.form_budget import FormBudget


class Named:
    def __call__(self, url: str, /) -> bool:
        return url == "nothing"

    def host(self, name: str, /) -> bool:
        return name == "a.example"


def test_a_host_has_room_for_so_many_and_a_restart_gives_no_more(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        budget = FormBudget(cells, 5)
        assert budget.granted("a.example", ["1", "2", "3"]) == ["1", "2", "3"]
        assert budget.granted("b.example", ["1"]) == ["1"]
        cells.write(budget.puts)
        again = FormBudget(cells, 5)
        assert again.granted("a.example", ["4", "5", "6"]) == ["4", "5"]
        assert again.granted("a.example", ["7"]) == []
        assert again.granted("b.example", []) == []
        assert list(again.named(Named())) == [b"ga.example"]
