import dataclasses

from pagemill.cli.status import show, show_rejects, show_sites
from pagemill.model.report import Funnel, Rejected, Status
from pagemill.model.run import RunRecord
from pagemill.model.sites import MirrorPair, SiteReport, TemplateAlarm

RECORD = RunRecord(
    run="0" * 16,
    stage="docviews",
    version=1,
    params={},
    inputs={},
    rows_in=9,
    rows_out=8,
    rejects={"not a page": 1},
    written={},
    started_at="2026-01-01T00:00:00Z",
    took_s=1.25,
)
STATUS = Status(
    funnel=Funnel(captures=9, pages=8, exact_duplicates=2, near_duplicates=1, kept=5),
    records=[RECORD],
    rejects={"docviews": {"not a page": 1}},
    stale=["pairs", "index"],
    sizes={"archive": 2048},
    templates=[TemplateAlarm(host="d", pages=12, share=0.81, examples=["Home | News"])],
)


def test_rows_in_rows_out_and_rejects_of_every_stage_are_shown(desk):
    show(STATUS, desk.console())
    shown = desk.out.getvalue()
    assert "docviews        9         8         1" in shown
    assert "not a page" in shown
    assert "2.0 KiB" in shown
    assert shown.endswith("the next build runs: pairs, index\n")


def test_a_collection_that_is_up_to_date_says_so(desk):
    show(dataclasses.replace(STATUS, stale=[], records=[], rejects={}), desk.console())
    assert desk.out.getvalue().endswith("up to date: nothing to build\n")


def test_sites_are_shown_with_their_mirrors_and_alarms(desk):
    report = SiteReport(
        pages=8,
        same_site=1,
        cross_site=2,
        without_mirrors=6,
        without_reprints=5,
        mirrors=[MirrorPair(kept="a", other="b/c", paths=9, equal=8, links=-1)],
        templates=[TemplateAlarm(host="d", pages=12, share=0.81, examples=["Home | News"])],
    )
    show_sites(report, 20, desk.console())
    shown = desk.out.getvalue()
    assert ["without", "mirrors", "6"] in [line.split() for line in shown.splitlines()]
    assert (
        "25.0% of the pages are in mirrors, 16.7% of the rest are reprints; "
        "in all 37.5% are copies" in shown
    )
    assert "b/c" in shown
    assert "d: 81% of the words of 12 pages are in lines that they share" in shown
    assert "Home | News" in shown


def test_rejected_pages_are_listed_one_on_a_line(desk):
    row = Rejected(stage="docviews", url="http://a.example/", reason="broken", detail="a\nb")
    show_rejects([row], desk.console())
    assert desk.out.getvalue() == "docviews\tbroken\thttp://a.example/\ta b\n"
    desk.out.truncate(0)
    desk.out.seek(0)
    show_rejects([row], desk.console(is_json=True))
    assert desk.json()["rejects"][0]["url"] == "http://a.example/"


def test_captures_that_no_build_has_counted_are_not_told_as_none(desk):
    empty = Funnel(captures=0, pages=0, exact_duplicates=0, near_duplicates=0, kept=0)
    show(dataclasses.replace(STATUS, funnel=empty), desk.console())
    assert "not built yet" in desk.out.getvalue()
    show(STATUS, desk.console())
    assert desk.out.getvalue().count("not built yet") == 1
