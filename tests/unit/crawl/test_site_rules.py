"""What the answer to a request for robots.txt means, and how long it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.site_rules import KEPT, Sites, Standing, origin_of, standing

ORIGIN = "http://a.example"
FILE = b"User-agent: *\nDisallow: /x"


@pytest.mark.parametrize(
    ("status", "found"),
    [
        (200, Standing.RULES),
        (204, Standing.RULES),
        (301, Standing.OPEN),
        (401, Standing.OPEN),
        (404, Standing.OPEN),
        (429, Standing.OPEN),
        (500, Standing.CLOSED),
        (503, Standing.CLOSED),
        (0, Standing.CLOSED),
    ],
)
def test_the_status_decides_as_the_standard_says(status: int, found: Standing) -> None:
    assert standing(status) is found


def test_rules_hold_for_a_day_and_then_must_be_asked_for_again(tmp_path: Path) -> None:
    with Cells(tmp_path / "table") as cells:
        sites = Sites(cells)
        sites.learn(ORIGIN, 200, FILE, now=1000.0)
        rules = sites.known(ORIGIN, 1000.0 + KEPT - 1)
        assert rules is not None
        assert not rules.robots.allows("pagemill", f"{ORIGIN}/x")
        assert sites.known(ORIGIN, 1000.0 + KEPT) is None


def test_a_site_that_cannot_be_asked_is_tried_again_after_ever_longer_times(
    tmp_path: Path,
) -> None:
    with Cells(tmp_path / "table") as cells:
        sites = Sites(cells)
        first = sites.learn(ORIGIN, 503, b"", now=0.0)
        second = sites.learn(ORIGIN, 0, b"", now=first.until)
        assert second.until - first.until == 2 * first.until
        assert not second.robots.allows("pagemill", f"{ORIGIN}/y")
        assert sites.learn(ORIGIN, 200, FILE, now=second.until).failures == 0


def test_rules_survive_the_process(tmp_path: Path) -> None:
    with Cells(tmp_path / "table") as cells:
        sites = Sites(cells)
        sites.learn(ORIGIN, 200, FILE, now=0.0)
        cells.write(sites.puts)
    with Cells(tmp_path / "table") as cells:
        rules = Sites(cells).known(ORIGIN, 10.0)
        assert rules is not None
        assert not rules.robots.allows("pagemill", f"{ORIGIN}/x")


def test_each_port_and_scheme_has_rules_of_its_own() -> None:
    assert origin_of("HTTP://A.example:80/p?q") == "http://a.example"
    assert origin_of("http://a.example:8080/") == "http://a.example:8080"
    assert origin_of("https://a.example/") == "https://a.example"
