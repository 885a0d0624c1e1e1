import json
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.cli.export import show
from pagemill.cli.main import main
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


@pytest.mark.parametrize("options", [["--to", "warc"], ["--to", "jsonl", "--json"]])
def test_standard_output_takes_json_lines_only(options, tmp_path, capsys):
    assert main(["export", str(tmp_path), *options, "-"]) == 2
    assert "standard output takes --to jsonl" in capsys.readouterr().err


def test_json_lines_go_to_standard_output(tmp_path, capsys):
    collection = Collection.create(tmp_path / "c")
    page = tmp_path / "page.html"
    page.write_text(f"<title>Tide</title><p>{'The tide turns twice a day. ' * 9}</p>")
    collection.import_(page)
    collection.build(workers=1)
    assert main(["export", str(collection.root), "--to", "jsonl", "-"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["title"] == "Tide"
    assert "1 pages written" in said.err
