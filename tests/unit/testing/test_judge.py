from __future__ import annotations

from pagemill.testing.growth import Growth, grown, reachable
from pagemill.testing.hits import Hit
from pagemill.testing.judge import Manners, judged
from pagemill.testing.web import Kind, Web

WEB = grown(1, Growth(hosts=2, pages=4, mirrors=0, robots=("open", "part")))
NAME = "h1.web.test"


def hit(path: str, began: float, *, name: str = NAME, **more: object) -> Hit:
    page = WEB.hosts[name].pages.get(path)
    kind = page.kind if page else Kind.PLUMBING if path.endswith("txt") else Kind.TRAP
    one = Hit(host=name, address="127.77.0.1", path=path, agent="x", began=began)
    one.ended, one.status, one.kind = began + 0.1, 200, kind
    for key, value in more.items():
        setattr(one, key, value)
    return one


def test_a_crawl_that_does_all_well_has_nothing_against_it() -> None:
    log = []
    for number, (name, path) in enumerate(sorted(reachable(WEB))):
        log += [hit("/robots.txt", number, name=name), hit(path, number + 0.5, name=name)]
    verdict = judged(WEB, log, Manners(delay=0.3, per_address=1))
    assert (verdict.coverage, verdict.wasted, verdict.private) == (1.0, 0.0, 0)
    assert verdict.rude == verdict.forbidden == []


def test_a_page_before_the_rules_and_a_forbidden_one_are_breaches() -> None:
    log = [hit("/", 1.0), hit("/robots.txt", 2.0), hit("/secret/page.html", 3.0)]
    assert len(judged(WEB, log, Manners()).forbidden) == 2


def test_a_short_pause_and_two_at_a_time_are_rude() -> None:
    log = [hit("/robots.txt", 1.0), hit("/", 1.2), hit("/calendar/1/1", 1.25)]
    assert len(judged(WEB, log, Manners(delay=0.5)).rude) == 2
    assert len(judged(WEB, log, Manners(delay=0.05)).rude) == 1
    other = [hit("/", 1.0), hit("/", 1.05, name="h0.web.test")]
    assert any("at a time" in one for one in judged(WEB, other, Manners(per_address=1)).rude)


def test_a_wait_that_was_asked_for_must_be_kept() -> None:
    log = [hit("/robots.txt", 0.0), hit("/", 1.0, wait=5.0), hit("/", 3.0)]
    assert len(judged(WEB, log, Manners(delay=0.5)).rude) == 1


def test_a_closed_connection_may_be_taken_up_once() -> None:
    again = [hit("/", 1.0, status=0), hit("/", 1.1, status=0), hit("/", 1.2, status=0)]
    assert len(judged(WEB, again[:2], Manners(delay=0.5)).rude) == 0
    assert len(judged(WEB, again, Manners(delay=0.5)).rude) == 1


def test_traps_and_private_requests_are_counted() -> None:
    private = hit("/", 9.0)
    private.address = WEB.private
    verdict = judged(WEB, [hit("/", 1.0), hit("/calendar/1/1", 2.0), private], Manners())
    assert verdict.wasted == 0.5
    assert verdict.private == 1
    assert verdict.coverage < 1


def test_nothing_asked_is_nothing_found() -> None:
    empty = Web(seed=1, hosts=WEB.hosts)
    verdict = judged(empty, [], Manners())
    assert (verdict.coverage, verdict.wasted) == (0.0, 0.0)
