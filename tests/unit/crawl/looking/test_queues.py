from __future__ import annotations

from pathlib import Path

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import Found, Frontier, State, key_of
from pagemill.crawl.looking.queues import counts_of, hosts_of, rest_of
from pagemill.crawl.politeness import Pace


def test_a_table_tells_its_queues_to_whoever_looks(tmp_path: Path) -> None:
    with Cells(tmp_path / "t") as cells:
        assert counts_of(cells) == dict.fromkeys([state.name for state in State], 0)
        assert rest_of(cells) == {}
        frontier = Frontier(cells, Pace(delay=1.0, delay_factor=0.0))
        urls = ["http://a.example/1", "http://a.example/2", "http://b.example/"]
        frontier.add([Found(url, key_of(url), url.split("/")[2]) for url in urls])
        turn = frontier.next(0.0)
        assert turn is not None
        frontier.pace_of(turn.found.host).next_at = 7.0
        frontier.settle(turn, State.FETCHED)
        frontier.commit({"mark": 3})
        assert counts_of(cells) == {"QUEUED": 2, "FETCHED": 1, "FAILED": 0, "REFUSED": 0}
        assert rest_of(cells) == {"mark": 3}
        hosts = {host.name: host for host in hosts_of(cells, 10)}
        assert hosts["a.example"].queued + hosts["b.example"].queued == 2
        assert hosts[turn.found.host].next_at == 7.0
