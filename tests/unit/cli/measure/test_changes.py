import json
from argparse import ArgumentTypeError
from datetime import UTC, datetime

import pytest

from pagemill.cli.main import main
from pagemill.cli.measure.changes import instant


def test_changes_as_text_json_and_feed(built, capsys):
    asked = ["changes", str(built.root), "--since", "2026-02-01"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert "changed: http://b.example/2 (2026-03-01T00:00:00Z)" in out
    assert out.splitlines()[-1].endswith("1 changed, 0 vanished")
    assert main([*asked, "--json"]) == 0
    kinds = [one["kind"] for one in json.loads(capsys.readouterr().out)["changes"]]
    assert kinds.count("changed") == 1
    assert main([*asked, "--atom"]) == 0
    assert capsys.readouterr().out.startswith("<?xml")


def test_times_without_offset_are_in_utc():
    assert instant("2026-03-01") == datetime(2026, 3, 1, tzinfo=UTC)
    with pytest.raises(ArgumentTypeError, match="no date"):
        instant("yesterday")
