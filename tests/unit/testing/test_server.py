from __future__ import annotations

import http.client

from pagemill.testing.growth import Growth, grown
from pagemill.testing.server import serving
from pagemill.testing.web import Kind


def test_hosts_are_told_apart_by_name_and_every_request_is_logged() -> None:
    web = grown(1, Growth(hosts=4, pages=5, names_per_address=4, mirrors=0))
    names = list(web.hosts)
    with serving(web) as served:
        bodies = []
        talk = http.client.HTTPConnection(web.hosts[names[0]].address, served.port, timeout=5)
        for name in names:
            talk.request("GET", "/", headers={"Host": name, "User-Agent": "me"})
            bodies.append(talk.getresponse().read())
        talk.request("HEAD", "/", headers={"Host": names[0], "If-None-Match": '"x"'})
        assert talk.getresponse().read() == b""
        talk.close()
    assert len(set(bodies)) == 4
    assert [hit.host for hit in served.hits] == [*names, names[0]]
    assert [hit.was_conditional for hit in served.hits] == [False] * 4 + [True]
    assert all(hit.kind is Kind.GOOD and hit.ended >= hit.began for hit in served.hits)


def test_the_private_address_listens_and_tells() -> None:
    web = grown(1, Growth(hosts=1, pages=1, mirrors=0))
    with serving(web) as served:
        talk = http.client.HTTPConnection(web.private, served.port, timeout=5)
        talk.request("GET", "/secret")
        talk.getresponse().read()
        talk.close()
        assert served.begin == f"http://h0.web.test:{served.port}/"
    assert served.hits[0].address == web.private


def test_time_moves_on() -> None:
    web = grown(1, Growth(hosts=6, pages=12, mirrors=0))
    with serving(web) as served:
        before = served._answers.elapsed
        served.advance(60.0)
        assert served._answers.elapsed == before + 60
