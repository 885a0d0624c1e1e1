from pathlib import Path

from pagemill.cli.export import show
from pagemill.model.report import ExportReport

REPORT = ExportReport(rows=1200, rejects={"no capture": 2})


def test_what_was_written_and_what_was_not_is_told(desk):
    show(REPORT, Path("out.jsonl"), desk.console())
    assert desk.out.getvalue() == (
        "1,200 pages written to out.jsonl\n  2 not written: no capture\n"
    )


def test_json_has_the_fields_of_the_report(desk):
    show(REPORT, Path("out"), desk.console(is_json=True))
    assert desk.json() == {"rows": 1200, "rejects": {"no capture": 2}}
