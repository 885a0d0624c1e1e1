"""What a crawl decided about one address."""

from __future__ import annotations

from pathlib import Path

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import Found, Frontier, State, key_of
from pagemill.crawl.looking.address import decisions
from pagemill.crawl.politeness import Pace
from pagemill.crawl.scope import scope
from pagemill.crawl.site_rules import Sites

SEED = "http://a.example/"


def said(cells: Cells, url: str) -> dict[str, tuple[str, str]]:
    inside = scope("host", [SEED], exclude=["secret"])
    return {
        one.part: (one.decision, one.reason)
        for one in decisions(cells, inside, "pagemill", url, now=100.0)
    }


def test_scope_tells_which_rule_decided_and_which_were_asked_before(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        inside = said(cells, "http://a.example/x")["scope"]
        assert inside[0] == "allowed"
        assert inside[1].startswith("host a.example; asked before")
        assert said(cells, "http://a.example/secret")["scope"][0] == "refused"
        assert said(cells, "http://b.example/")["scope"][1].startswith("no rule allows it")
        assert said(cells, "no address") == {}


def test_robots_and_the_frontier_are_told(tmp_path: Path) -> None:
    url = "http://a.example/private/x"
    with Cells(tmp_path / "t") as cells:
        assert said(cells, url)["robots.txt"][0] == "not known"
        assert said(cells, url)["frontier"][0] == "not met"
        sites = Sites(cells)
        sites.learn("http://a.example", 200, b"User-agent: *\nDisallow: /private", 50.0)
        frontier = Frontier(cells, Pace())
        frontier.add([Found(url, key_of(url), "a.example")])
        frontier.pace_of("a.example").next_at = 130.0
        frontier.commit(also=sites.puts)
        assert said(cells, url)["robots.txt"] == ("refused", "Disallow: /private")
        decision, why = said(cells, url)["frontier"]
        assert decision == "queued"
        assert "may be asked in 30 s" in why
        turn = frontier.next(200.0)
        assert turn is not None
        frontier.settle(turn, State.REFUSED)
        frontier.commit()
        assert said(cells, url)["frontier"][0] == "refused"


def test_an_address_that_looks_like_a_trap_is_told(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        found = said(cells, "http://a.example/x/y/x/y/x/y/x/y")
    assert found["traps"][0] == "refused"
