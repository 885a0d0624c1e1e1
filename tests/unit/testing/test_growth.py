from __future__ import annotations

from pagemill.testing.growth import Growth, grown, reachable
from pagemill.testing.rules import CLOSED, FILES
from pagemill.testing.traps import TRAPS
from pagemill.testing.web import Kind


def test_the_same_seed_grows_the_same_web() -> None:
    assert grown(3).truth(1) == grown(3).truth(1) != grown(4).truth(1)


def test_a_web_has_every_kind_of_trap_rules_and_worth() -> None:
    web = grown(1)
    assert {trap for host in web.hosts.values() for trap in host.traps} == set(TRAPS)
    assert {host.robots for host in web.hosts.values()} == set(FILES)
    kinds = {page.kind for host in web.hosts.values() for page in host.pages.values()}
    assert kinds == {Kind.GOOD, Kind.ALIAS, Kind.MIRROR, Kind.FORBIDDEN, Kind.BROKEN}
    assert sum(bool(host.mirror_of) for host in web.hosts.values()) == 2


def test_all_good_pages_of_open_hosts_can_be_reached_and_no_other() -> None:
    web = grown(1, Growth(hosts=20, pages=12))
    found = reachable(web)
    expected = {
        place for place in web.pages(Kind.GOOD) if web.hosts[place[0]].robots not in CLOSED
    }
    assert found == expected


def test_a_web_can_be_grown_without_anything_bad() -> None:
    web = grown(1, Growth(hosts=3, traps=False, faults=False, mirrors=0, robots=("open",)))
    kinds = {page.kind for host in web.hosts.values() for page in host.pages.values()}
    assert kinds == {Kind.GOOD, Kind.ALIAS}
