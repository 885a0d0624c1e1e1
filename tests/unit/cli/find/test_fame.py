"""Fame, as it is shown."""

from __future__ import annotations

from pagemill.cli.find.fame import show
from pagemill.model.search import FameReport


def test_figures_hosts_and_years_are_shown(desk):
    report = FameReport(
        name="night ferry",
        pages=12,
        copies=3,
        hosts=2,
        top_hosts={"a.example": 9, "b.example": 3},
        years={"2024": 12},
        goes_with={},
        first=["http://a.example/1"],
    )
    show(report, desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "12 pages on 2 hosts mention night ferry (copies not counted: 3)"
    assert lines[-1] == "http://a.example/1"
    assert ["2024", "12"] in [line.split() for line in lines]
