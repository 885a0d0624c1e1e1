"""Figures as Prometheus reads them."""

from __future__ import annotations

from pagemill.crawl.looking.metrics import exposition
from pagemill.crawl.looking.standing import Standing


def test_every_figure_has_its_kind_and_labels_are_escaped() -> None:
    standing = Standing(at=1.0, idle="waits", fetched=3, refusals={'a "b"\\': 2})
    text = exposition(standing, queued=7, hosts=1)
    lines = text.splitlines()
    assert "pagemill_crawl_fetched_total 3" in lines
    assert "pagemill_crawl_queued 7" in lines
    assert "pagemill_crawl_idle 1" in lines
    assert 'pagemill_crawl_refused_total{reason="a \\"b\\"\\\\"} 2' in lines
    kinds = [line.split()[2:] for line in lines if line.startswith("# TYPE")]
    assert ["pagemill_crawl_queued", "gauge"] in kinds
    assert ["pagemill_crawl_attempts_total", "counter"] in kinds
    assert text.endswith("\n")
