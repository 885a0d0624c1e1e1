from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.collection import manifest
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


@pytest.fixture
def layout(tmp_path):
    layout = Layout(tmp_path)
    layout.config.write_text("")
    manifest.publish(layout, {"docviews": "run-1"})
    return layout


def hold(layout, *numbers, count):
    folder = layout.table("docviews", "run-1")
    folder.mkdir(parents=True)
    for number in numbers:
        (folder / part_name(number, count)).write_bytes(b"")


def test_a_table_that_was_never_built_has_no_parts(layout):
    assert manifest.live_parts(layout, "clusters") == []


@pytest.mark.parametrize("count", [1, 2, 8])
def test_the_parts_of_a_whole_table_come_in_order(layout, count):
    hold(layout, *range(count), count=count)
    found = manifest.live_parts(layout, "docviews")
    assert [path.name for path in found] == [
        part_name(number, count) for number in range(count)
    ]


@pytest.mark.parametrize("numbers", [[1], [0, 1, 2], [0, 2]])
def test_a_table_with_a_missing_part_is_damaged(layout, numbers):
    hold(layout, *numbers, count=4)
    with pytest.raises(CollectionError, match="part files are there"):
        manifest.live_parts(layout, "docviews")


def test_a_table_whose_folder_is_gone_is_damaged(layout):
    with pytest.raises(CollectionError, match="all part files are missing"):
        manifest.live_parts(layout, "docviews")
