from __future__ import annotations

from pathlib import Path

from pagemill.collection.layout import Layout, part_name, parts


def test_parts_are_found_in_order_and_nothing_else_is(tmp_path):
    for name in (part_name(10), part_name(2), ".part-00000.parquet.7.tmp", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in parts(tmp_path)] == [part_name(2), part_name(10)]


def test_an_absent_folder_has_no_parts(tmp_path):
    assert parts(tmp_path / "none") == []


def test_everything_lies_below_the_root():
    layout = Layout(Path("c"))
    assert layout.table("docviews", "docviews-1") == Path("c/tables/docviews/docviews-1")
    assert layout.rejects("docviews", "docviews-1").is_relative_to(layout.tables)
    assert layout.record("docviews-1") == Path("c/runs/docviews-1.json")
    places = (layout.config, layout.current, layout.archive, layout.forgotten, layout.lock)
    assert {path.parent for path in places} == {Path("c")}
