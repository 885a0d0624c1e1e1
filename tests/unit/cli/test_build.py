from pagemill.cli.build import show, show_rejects
from pagemill.model.report import BuildReport, Funnel, Rejected
from pagemill.model.run import RunRecord

RECORD = RunRecord(
    run="0" * 16,
    stage="docviews",
    version=1,
    params={},
    inputs={"captures": "1" * 16},
    rows_in=9,
    rows_out=7,
    rejects={"superseded": 1, "not a page": 1},
    written={"docviews": 7},
    started_at="2026-01-01T00:00:00Z",
    took_s=1.5,
)
FUNNEL = Funnel(captures=9, pages=7, exact_duplicates=2, near_duplicates=1, kept=4)
REPORT = BuildReport(records=[RECORD], funnel=FUNNEL)


def test_the_funnel_is_the_answer_and_rejects_that_are_no_sorting_are_warnings(desk):
    show(REPORT, desk.console())
    assert "exact duplicates     2" in desk.out.getvalue()
    assert desk.err.getvalue() == "docviews: 1 rejected: not a page\n"


def test_warnings_are_told_to_the_quiet_too(desk):
    show(REPORT, desk.console(is_quiet=True))
    assert desk.err.getvalue() == "docviews: 1 rejected: not a page\n"


def test_json_has_the_fields_of_the_report(desk):
    show(REPORT, desk.console(is_json=True))
    assert desk.json()["funnel"]["kept"] == 4
    assert desk.json()["records"][0]["rejects"] == {"superseded": 1, "not a page": 1}


def test_the_first_rejected_pages_are_named_and_where_all_are_listed(desk):
    rows = [
        Rejected(stage="docviews", url=f"http://a.example/{n}", reason="broken", detail="x\ny")
        for n in range(7)
    ]
    show_rejects(iter(rows), "my.collection", desk.console(is_quiet=True))
    lines = desk.err.getvalue().splitlines()
    assert lines[0] == "docviews: broken: http://a.example/0 (x y)"
    assert len(lines) == 6
    assert "pagemill status my.collection --rejects" in lines[-1]
