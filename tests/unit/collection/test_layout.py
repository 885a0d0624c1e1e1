from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.collection.layout import Layout, part_name, parts
from pagemill.errors import CollectionError


def test_parts_are_found_in_order_and_nothing_else_is(tmp_path):
    names = [part_name(number, 12) for number in range(12)]
    for name in (*reversed(names), ".part-00000-of-00012.parquet.7.tmp", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in parts(tmp_path)] == names


def test_a_part_that_is_missing_is_noticed(tmp_path):
    for number in (0, 1, 3):
        (tmp_path / part_name(number, 4)).touch()
    with pytest.raises(CollectionError, match="3 part files are there"):
        parts(tmp_path)


def test_an_absent_folder_has_no_parts(tmp_path):
    assert parts(tmp_path / "none") == []


def test_everything_lies_below_the_root():
    layout = Layout(Path("c"))
    assert layout.table("docviews", "docviews-1") == Path("c/tables/docviews/docviews-1")
    assert layout.rejects("docviews", "docviews-1").is_relative_to(layout.tables)
    assert layout.record("docviews-1") == Path("c/runs/docviews-1.json")
    places = (layout.config, layout.current, layout.archive, layout.forgotten, layout.lock)
    assert {path.parent for path in places} == {Path("c")}
