from __future__ import annotations

from collections import Counter

import pytest

from pagemill.pages.row_key import row_key
from pagemill.pages.tablet import server_of, tablet_of, tablet_of_host

SERVERS = [f"server-{number}" for number in range(5)]


def test_all_pages_of_a_host_are_in_one_tablet():
    keys = [row_key(f"{url}") for url in ("http://a.org/1", "https://a.org:81/2?x")]
    assert {tablet_of(key, 64) for key in keys} == {tablet_of_host("org,a", 64)}


def test_hosts_spread_evenly_over_tablets():
    counts = Counter(tablet_of(row_key(f"http://h{n}.org/"), 16) for n in range(8000))
    assert len(counts) == 16
    assert max(counts.values()) < 1.2 * min(counts.values())


def test_a_tablet_has_one_server_whatever_order_they_are_named_in():
    assert server_of(3, SERVERS) == server_of(3, SERVERS[::-1])
    counts = Counter(server_of(tablet, SERVERS) for tablet in range(1000))
    assert min(counts.values()) > 140
    with pytest.raises(ValueError, match="empty"):
        server_of(3, [])


def test_only_the_tablets_of_a_dead_server_move():
    for tablet in range(200):
        before = server_of(tablet, SERVERS)
        after = server_of(tablet, SERVERS[1:])
        assert after == before or before == SERVERS[0]
