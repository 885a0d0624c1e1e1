import numpy as np
import pytest

from pagemill.measure.lab.web import Web, linked, probe


def test_probing_misses_what_shares_an_address_or_refuses():
    web = Web.make(seed=0)
    seen = web.visible()
    assert len(seen) < 0.75 * len(web.pages)
    runs = [probe(web, 60_000, seed) for seed in range(40)]
    assert np.mean([run.hosts for run in runs]) == pytest.approx(len(seen), rel=0.03)
    assert np.mean([run.pages for run in runs]) == pytest.approx(
        web.pages[seen].sum(), rel=0.06
    )
    assert probe(web, 1, seed=1).hits == 0


def test_every_page_has_a_host():
    links, hosts = linked(pages=50, hosts=5, seed=2)
    assert len(links.pages) == len(hosts) == 50
    assert all(f"//h{host}." in page for page, host in zip(links.pages, hosts, strict=True))
