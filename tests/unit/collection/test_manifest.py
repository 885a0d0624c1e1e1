from __future__ import annotations

from dataclasses import replace

import pytest

from pagemill.collection import manifest
from pagemill.collection.layout import FORMAT, Layout
from pagemill.errors import CollectionError
from pagemill.model.run import RunRecord

RECORD = RunRecord(
    run="x-1",
    stage="x",
    version=1,
    params={"threshold": 0.8},
    inputs={"captures": "captures-1"},
    rows_in=3,
    rows_out=2,
    rejects={"no words": 1},
    written={"x": 2},
    started_at="2026-03-01T00:00:00+00:00",
    took_s=0.5,
)


@pytest.fixture
def layout(tmp_path) -> Layout:
    (tmp_path / "collection.toml").touch()
    return Layout(tmp_path)


def test_what_is_published_is_live(layout):
    manifest.publish(layout, {"captures": "captures-1"})
    assert manifest.current(layout) == {"captures": "captures-1"}


def test_a_collection_whose_tables_were_all_deleted_has_none_live(layout):
    assert manifest.current(layout) == {}


def test_a_folder_without_a_collection_is_named(tmp_path):
    with pytest.raises(CollectionError, match=f"not a collection.*init {tmp_path}'"):
        manifest.current(Layout(tmp_path))


def test_the_advice_for_a_folder_of_other_files_can_be_followed(tmp_path):
    (tmp_path / "letter.txt").touch()
    with pytest.raises(CollectionError, match=r"not a collection.*init NEW-FOLDER'"):
        manifest.current(Layout(tmp_path))


def test_a_file_is_no_collection(tmp_path):
    (tmp_path / "x").touch()
    with pytest.raises(CollectionError, match="not a folder"):
        manifest.current(Layout(tmp_path / "x"))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b"{}",
        b'{"format": 1}',
        b'{"format": "1", "tables": {}}',
        b'{"format": 1, "tables": []}',
        b'{"format": 0, "tables": {}}',
    ],
)
def test_a_damaged_file_is_named_with_the_remedy(layout, text):
    layout.current.write_bytes(text)
    with pytest.raises(CollectionError, match=r"CURRENT\.json: damaged.*pagemill build"):
        manifest.current(layout)


def test_a_collection_of_a_newer_version_is_left_alone(layout):
    layout.current.write_text(f'{{"format": {FORMAT + 1}, "tables": "anything"}}')
    with pytest.raises(CollectionError, match="newer pagemill"):
        manifest.current(layout)


def test_a_record_comes_back_as_it_was_written(layout):
    manifest.write_record(layout, RECORD)
    assert manifest.read_record(layout, "x-1") == RECORD
    assert manifest.read_record(layout, "x-2") is None


def test_a_record_whose_accounts_do_not_balance_is_not_written(layout):
    with pytest.raises(CollectionError, match="1 of 3 rows"):
        manifest.write_record(layout, replace(RECORD, rows_out=1))
    assert manifest.records(layout) == []


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"run": "x-1"}', b"\xff", b'"x"'])
def test_a_damaged_record_counts_for_none(layout, text):
    manifest.write_record(layout, RECORD)
    layout.record("x-1").write_bytes(text)
    assert manifest.read_record(layout, "x-1") is None
    assert manifest.records(layout) == []


def test_records_are_listed_by_time(layout):
    late = replace(RECORD, run="x-0", started_at="2026-03-02T00:00:00+00:00")
    for record in (late, RECORD):
        manifest.write_record(layout, record)
    assert manifest.records(layout) == [RECORD, late]
