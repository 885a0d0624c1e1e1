from __future__ import annotations

import contextlib
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
import pyarrow.parquet as pq
import pytest

from material import stages
from material.stages import Notes, notes
from pagemill import tables
from pagemill.collection import parquet
from pagemill.errors import CollectionError

TABLES = [
    found for found in vars(tables).values() if isinstance(found, type) and is_dataclass(found)
]
TEXTS = ["", "plain", "漢字 \U0001f600 ü\u0000\u2028", "x" * 70_000]


def values(hint: object, rows: int) -> Any:
    """Extreme values of a column type, as many as asked for."""
    least, most = np.iinfo(np.int64).min, (1 << 64) - 1
    instants = ["0001-01-01", "2026-03-01T01:02:03.000004", "9999-12-31T23:59:59.999999"]
    links = [[], [{"url": "http://a.example/", "text": "漢"}], [{"url": "", "text": ""}] * 2]
    known: list[tuple[object, Any]] = [
        (tables.Texts, TEXTS),
        (tables.TextLists, [[], ["a", ""], ["漢"], [""]]),
        (tables.FloatLists, [[], [0.5, -1e308], [0.0]]),
        (tables.Links, links),
        (tables.Instants, np.array(instants, "datetime64[us]")),
        (tables.Bools, np.array([True, False])),
        (tables.Int32s, np.array([-(1 << 31), (1 << 31) - 1, 0], np.int32)),
        (tables.Int64s, np.array([least, -(least + 1), 0], np.int64)),
        (tables.UInt64s, np.array([0, most, 1 << 63], np.uint64)),
        (tables.Float64s, np.array([0.0, -1e308, 5e-324, np.inf], np.float64)),
        (tables.Minima, np.arange(8, dtype=np.uint32).reshape(2, 4)),
    ]
    (found,) = [value for kind, value in known if kind == hint]
    picked = [row % len(found) for row in range(rows)]
    return found[picked] if isinstance(found, np.ndarray) else [found[row] for row in picked]


def filled(table: type[Any], rows: int) -> Any:
    hints = get_type_hints(table)
    return table(**{one.name: values(hints[one.name], rows) for one in fields(table)})


def assert_equal(found: Any, given: Any) -> None:
    for one in fields(given):
        left, right = getattr(found, one.name), getattr(given, one.name)
        if isinstance(right, np.ndarray):
            assert left.dtype == right.dtype
            assert np.array_equal(left, right) or not right.size
        else:
            assert left == right


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
@pytest.mark.parametrize("rows", [0, 1, 7])
def test_every_table_comes_back_as_it_was_written(tmp_path, table, rows):
    given = filled(table, rows)
    path = tmp_path / "part.parquet"
    assert parquet.write_part(given, path) == rows
    assert_equal(parquet.read(table, [path]), given)
    assert parquet.row_count(path) == rows
    assert pq.read_schema(path) == parquet.schema(table)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_every_table_can_be_empty_cut_and_joined(table):
    nothing = parquet.empty(table)
    assert all(len(getattr(nothing, one.name)) == 0 for one in fields(table))
    whole = parquet.rows(filled(table, 6))
    pieces = [whole.slice(0, 2), whole.slice(2, 2), whole.slice(2, 6)]
    assert_equal(parquet.joined(table, pieces).columns(), whole.columns())
    assert_equal(whole.slice(1, 4).columns(), whole.take([1, 2, 3]).columns())
    assert len(parquet.joined(table, [])) == 0


def test_half_a_surrogate_pair_is_replaced_in_every_kind_of_text():
    given = filled(tables.DocViews, 1)
    given.title[0] = "a\ud83dz"
    given.keywords[0] = ["\udc00", "fine"]
    given.topic_links[0] = [{"url": "http://a.example/\ud800", "text": "漢\udfff"}]
    found = parquet.rows(given).columns()
    assert found.title == ["a?z"]
    assert found.keywords == [["?", "fine"]]
    assert found.topic_links == [[{"url": "http://a.example/?", "text": "漢?"}]]


def test_a_view_of_a_table_reads_its_own_columns(tmp_path):
    given = filled(tables.DocViews, 3)
    parquet.write_part(given, tmp_path / "x")
    found = parquet.read(tables.DocTexts, [tmp_path / "x"])
    assert (found.url, found.text) == (given.url, given.text)


def test_keys_hold_instants_as_whole_numbers():
    found = parquet.rows(notes(["a"])).keys(("url_hash", "fetched_at", "text"))
    assert found == [(1, 1_772_323_200_000_001, "a")]


def test_an_annotation_without_an_arrow_type_is_refused():
    @dataclass
    class Odd:
        column: complex

    with pytest.raises(TypeError, match="no Arrow type"):
        parquet.schema(Odd)


# -- part files


def test_a_part_has_a_row_group_for_each_batch(tmp_path):
    writer = parquet.PartWriter(Notes, tmp_path / "home" / "x.parquet")
    for size in (2, 0, 3):
        writer.write(parquet.rows(notes(["a"] * size)))
    writer.close()
    assert writer.rows == 5
    assert [len(batch) for batch in parquet.batches(Notes, writer.path)] == [2, 3]


def written(path: Path, *batches: list[str]) -> Path:
    writer = parquet.PartWriter(Notes, path)
    for texts in batches:
        writer.write(parquet.rows(notes(texts)))
    writer.close()
    return path


@pytest.mark.parametrize("order", ["0", "01", "x0", "0x", "x1x0x", "10", "xx2x", "210x"])
def test_copied_batches_make_the_file_that_writing_them_makes(tmp_path: Path, order: str):
    batches = [["a", "b" * 5000, ""], ["\u6f22\u5b57"] * 300, ["c"]]
    old = parquet.Part(written(tmp_path / "old.parquet", *batches))
    new = ["new", "z" * 70_000]
    writer = parquet.PartWriter(Notes, tmp_path / "grown.parquet")
    for one in order:
        if one == "x":
            writer.write(parquet.rows(notes(new)))
        else:
            assert writer.copy(old, int(one))
    writer.close()
    wanted = [new if one == "x" else batches[int(one)] for one in order]
    whole = written(tmp_path / "whole.parquet", *wanted)
    assert writer.path.read_bytes() == whole.read_bytes()
    assert writer.rows == sum(map(len, wanted)) == parquet.row_count(whole)
    assert parquet.read(Notes, [writer.path]).text == [text for some in wanted for text in some]


def test_more_row_groups_than_a_short_list_holds_can_be_copied(tmp_path: Path):
    batches = [[f"text {number}"] * 3 for number in range(40)]
    old = parquet.Part(written(tmp_path / "old.parquet", *batches))
    writer = parquet.PartWriter(Notes, tmp_path / "new.parquet")
    assert all(writer.copy(old, number) for number in range(40))
    writer.close()
    assert writer.path.read_bytes() == old.path.read_bytes()


def test_what_another_writer_made_is_not_copied(tmp_path: Path):
    path = tmp_path / "old.parquet"
    pq.write_table(parquet.rows(notes(["a"])).arrow, path, compression="zstd")
    writer = parquet.PartWriter(Notes, tmp_path / "new.parquet")
    data = path.read_bytes().replace(b"parquet-cpp-arrow", b"parquet-cpp-brrow")
    path.write_bytes(data)
    assert not writer.copy(parquet.Part(path), 0)
    writer.discard()


def test_a_part_does_not_exist_before_it_is_closed(tmp_path):
    path = tmp_path / "x.parquet"
    writer = parquet.PartWriter(Notes, path)
    writer.write(parquet.rows(notes(["a"])))
    assert not path.exists()
    writer.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_discarded_part_leaves_the_old_one(tmp_path):
    path = tmp_path / "x.parquet"
    parquet.write_part(notes(["old"]), path)
    writer = parquet.PartWriter(Notes, path)
    writer.discard()
    assert parquet.read(Notes, [path]).text == ["old"]


def damaged(path: Path, damage: str) -> None:
    parquet.write_part(notes(["some text"] * 50), path)
    data = path.read_bytes()
    cut = {
        "empty": b"",
        "foreign": b"no parquet at all",
        "truncated": data[: len(data) // 2],
        "overwritten": data[:60] + bytes(200) + data[260:],
    }
    path.write_bytes(cut[damage])


@pytest.mark.parametrize("damage", ["empty", "foreign", "truncated", "overwritten"])
def test_a_damaged_part_is_named_with_the_remedy(tmp_path, damage):
    path = tmp_path / "x.parquet"
    damaged(path, damage)
    with pytest.raises(
        CollectionError, match=r"x\.parquet: damaged part file.*build"
    ) as caught:
        list(parquet.batches(Notes, path))
    assert "\n" not in str(caught.value)
    with pytest.raises(CollectionError):
        parquet.read(Notes, [path])


def test_no_damaged_byte_of_a_footer_is_more_than_damage(tmp_path):
    path = tmp_path / "x.parquet"
    parquet.write_part(notes(["a note", "another"]), path)
    data = path.read_bytes()
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    told = set()
    for place in range(footer, len(data)):
        for flipped in (0x80, 0x15):
            damaged = bytearray(data)
            damaged[place] ^= flipped
            path.write_bytes(damaged)
            try:
                parquet.read(Notes, [path])
            except CollectionError as error:
                told.add(str(error))
    assert any("can't decode" in each for each in told)
    assert any("not implemented" in each for each in told)


def test_a_missing_part_is_named(tmp_path):
    with pytest.raises(CollectionError, match="part file is missing"):
        parquet.row_count(tmp_path / "x.parquet")


def test_a_part_of_another_table_is_damaged(tmp_path):
    parquet.write_part(stages.Urls(url=["a"]), tmp_path / "x.parquet")
    with pytest.raises(CollectionError, match="damaged part file"):
        parquet.read(Notes, [tmp_path / "x.parquet"])


# -- looking up


@pytest.mark.parametrize("count", [1, 2, 8, 64, 128])
def test_a_row_is_found_by_its_hash_in_any_number_of_parts(tmp_path, count):
    hashes = sorted({0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, *range(3, 1 << 64, 1 << 58)})
    whole = parquet.rows(notes(["t"] * len(hashes), hashes))
    paths: list[Path] = []
    for part in range(count):
        rows = [row for row, number in enumerate(hashes) if number * count >> 64 == part]
        paths.append(tmp_path / f"part-{part:05d}.parquet")
        writer = parquet.PartWriter(Notes, paths[-1])
        for begin in range(0, len(rows), 5):
            writer.write(whole.take(rows[begin : begin + 5]))
        writer.close()
    for number in hashes:
        assert parquet.lookup(Notes, paths, number).url_hash.tolist() == [number]
    assert parquet.lookup(Notes, paths, 2).url == []


def test_all_rows_of_one_hash_are_found(tmp_path):
    parquet.write_part(notes(["a", "b", "c"], [7, 7, 9]), tmp_path / "x")
    assert parquet.lookup(Notes, [tmp_path / "x"], 7).text == ["a", "b"]


def test_nothing_is_found_where_there_are_no_parts():
    assert parquet.lookup(Notes, [], 7).url == []


# -- single batches


def test_one_batch_and_the_keys_of_all_can_be_read_alone(tmp_path):
    writer = parquet.PartWriter(Notes, tmp_path / "x")
    for texts in (["a", "b"], ["c"]):
        writer.write(parquet.rows(notes(texts)))
    writer.close()
    part = parquet.Part(writer.path)
    assert part.count == 2
    assert part.batch(Notes, 1).columns().text == ["c"]
    keys = [
        rows.keys(("text", "url_hash")) for rows in part.batches(Notes, ("text", "url_hash"))
    ]
    assert keys == [[("a", 1), ("b", (1 << 63) + 1)], [("c", 1)]]


def test_some_rows_are_had_by_number_without_the_other_batches(tmp_path):
    writer = parquet.PartWriter(Notes, tmp_path / "x")
    for texts in (["a", "b"], ["pack my box"] * 90, ["d", "e"]):
        writer.write(parquet.rows(notes(texts)))
    writer.close()
    data = writer.path.read_bytes()
    assert b"pack my box" in data
    writer.path.write_bytes(data.replace(b"pack my box", b"pick my box"))
    part = parquet.Part(writer.path)
    assert part.some(Notes, [0, 92, 93]).columns().text == ["a", "d", "e"]
    assert part.some(Notes, []).columns().text == []
    with pytest.raises(CollectionError):
        part.some(Notes, [1, 50])


def test_a_batch_of_which_some_columns_were_read_is_completed(tmp_path):
    parquet.write_part(notes(["a", "b"], [7, 9]), tmp_path / "x")
    part = parquet.Part(tmp_path / "x")
    urls = part.batch(stages.Urls, 0)
    whole = part.completed(urls, Notes, 0)
    assert whole.columns().text == ["a", "b"]
    assert whole.columns().url_hash.tolist() == [7, 9]
    assert part.completed(whole, Notes, 0).columns().text == ["a", "b"]


def test_a_flipped_bit_in_any_page_is_damage(tmp_path):
    path = tmp_path / "part"
    parquet.write_part(notes(["one text", "another text"] * 50), path)
    whole = path.read_bytes()
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    for at in range(4, footer, 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        # It may also hit what no reader needs, such as statistics in the head of a page.
        with contextlib.suppress(CollectionError):
            assert_equal(parquet.read(Notes, [path]), notes(["one text", "another text"] * 50))


def test_text_that_is_none_is_damage_in_parts_without_checksums(tmp_path):
    path = tmp_path / "part"
    table = parquet.rows(notes(["needle" * 9])).arrow
    pq.write_table(table, path, compression="none", use_dictionary=False)
    path.write_bytes(path.read_bytes().replace(b"needle", b"ne\xffdle"))
    with pytest.raises(CollectionError, match="damaged part file"):
        parquet.read(Notes, [path])
