"""The log of queries."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime

from pagemill.api import Collection
from pagemill.searching.query_log import Logged, note, noted

AT = datetime(2026, 3, 1, tzinfo=UTC)


def test_what_was_asked_is_read_back(tmp_path):
    path = tmp_path / "queries.jsonl"
    assert list(noted(path)) == []
    note(path, AT, 'a "b" 漢\ud800', 3)
    note(path, AT, "c", 0)
    assert [one.query for one in noted(path)] == ['a "b" 漢?', "c"]
    assert next(iter(noted(path))) == Logged("2026-03-01T00:00:00+00:00", 'a "b" 漢?', 3)


def test_only_its_owner_can_read_it(tmp_path):
    note(tmp_path / "q", AT, "x", 1)
    assert (tmp_path / "q").stat().st_mode & 0o777 == 0o600


def test_a_line_that_was_cut_is_passed_over(tmp_path):
    note(tmp_path / "q", AT, "x", 1)
    with (tmp_path / "q").open("a") as log:
        log.write('["2026')
    assert len(list(noted(tmp_path / "q"))) == 1


def test_nothing_is_kept_unless_it_was_asked_for(built: Collection, tmp_path):
    root = shutil.copytree(built.root, tmp_path / "c")
    quiet = Collection.open(root)
    quiet.search("and")
    assert not (root / "queries.jsonl").exists()
    settings = replace(quiet.config.search, log=True)
    logging = replace(quiet, config=replace(quiet.config, search=settings))
    total = logging.search("and").total
    assert [(one.query, one.total) for one in noted(root / "queries.jsonl")] == [("and", total)]
