"""The report on sites is plain values that print as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict

from pagemill.model.sites import MirrorPair, SiteReport, TemplateAlarm


def test_a_report_is_made_of_plain_values() -> None:
    pair = MirrorPair(kept="a.example", other="b.example", paths=9, equal=8, links=-1)
    alarm = TemplateAlarm(host="a.example", pages=20, share=0.6, examples=["Home"])
    report = SiteReport(
        pages=20,
        same_site=1,
        cross_site=8,
        without_mirrors=12,
        without_reprints=11,
        mirrors=[pair],
        templates=[alarm],
    )
    assert json.loads(json.dumps(asdict(report)))["mirrors"][0]["equal"] == 8
