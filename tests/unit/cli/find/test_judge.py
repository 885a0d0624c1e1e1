"""Figures of search quality, as they are shown."""

from __future__ import annotations

from pagemill.cli.find.judge import show
from pagemill.model.search import IndexCost, Judgement, QualityReport


def test_quality_and_cost_of_each_way_have_a_line(desk):
    judged = Judgement(
        purified=True,
        deduplicated=False,
        items="titles",
        queries=20,
        ndcg=0.5,
        ndcg_low=0.4,
        ndcg_high=0.6,
        mrr=0.25,
        mrr_low=0.2,
        mrr_high=0.3,
        distinct=0.9,
        against=-0.1,
        against_low=-0.2,
        against_high=0.0,
    )
    cost = IndexCost(
        purified=True,
        deduplicated=False,
        pages=6,
        size=1234,
        build_s=0.5,
        query_p50_ms=1.0,
        query_p99_ms=2.0,
    )
    show(QualityReport(judgements=[judged], costs=[cost]), desk.console())
    out = desk.out.getvalue()
    assert "0.500 (0.400 to 0.600)" in out
    assert "-0.100 (-0.200 to 0.000)" in out
    assert "1,234" in out or "1234" in out
