"""Reports of search can be turned into JSON as they are."""

from __future__ import annotations

import json
from dataclasses import asdict

from pagemill.model.search import LinkedPage, LinkReport, QualityReport


def test_reports_have_their_own_lists():
    one, other = QualityReport(), QualityReport()
    one.costs.append(None)  # type: ignore[arg-type]
    assert other.costs == []


def test_a_report_of_links_is_plain_data():
    page = LinkedPage(url="http://a/", score=0.5, incoming=1)
    report = LinkReport(pages=1, links=0, pagerank=[page], hubs=[], authorities=[])
    assert json.loads(json.dumps(asdict(report)))["pagerank"][0]["score"] == 0.5
