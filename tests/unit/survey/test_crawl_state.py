from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.collection.lock import writing
from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Attempt
from pagemill.crawl.frontier import Found, Frontier, key_of
from pagemill.crawl.politeness import Pace
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.stage import CrawlDeposit
from pagemill.survey.crawl_state import crawl_state


def attempt(number: int) -> Attempt:
    reason = "too slow" if number % 2 else ""
    outcome = "failed" if reason else "fetched"
    return Attempt(
        url=f"http://a.example/{number}",
        at=float(number),
        status=0,
        outcome=outcome,
        reason=reason,
    )


def test_a_collection_that_was_never_crawled_has_no_state(tmp_path):
    Collection.create(tmp_path / "c")
    assert crawl_state(Layout(tmp_path / "c")) is None


def test_a_crawl_is_looked_at_while_it_runs_and_after(tmp_path):
    layout = Layout(Collection.create(tmp_path / "c").root)
    with writing(layout), Cells(layout.crawl / "table") as cells:
        frontier = Frontier(cells, Pace(delay=1.0, delay_factor=0.0, longest_delay=9.0))
        deposit = CrawlDeposit(layout, cells, frontier, [Sites(cells)], 1000)
        urls = ["http://a.example/x", "http://a.example/y", "http://b.example/z"]
        hosts = ["a.example", "a.example", "b.example"]
        frontier.add(
            Found(url, key_of(url), host) for url, host in zip(urls, hosts, strict=True)
        )
        for number in range(300):
            deposit.note(attempt(number))
        deposit.commit()
        found = crawl_state(layout)
        assert found is not None
        assert found.is_running
        assert found.counts == {"queued": 3, "fetched": 0, "failed": 0, "refused": 0}
        assert [(one.name, one.queued) for one in found.hosts] == [
            ("a.example", 2),
            ("b.example", 1),
        ]
        assert found.recent[0] == attempt(299)
        assert len(found.recent) == 200
        assert found.reasons == {"too slow": 100}
        deposit.write_log()
    after = crawl_state(layout)
    assert after is not None
    assert not after.is_running
    assert after.recent == found.recent
