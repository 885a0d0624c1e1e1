from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.collection import footer


def ending(table: pa.Table, rows: int, **how: object) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=rows, **how)
    data = sink.getvalue()
    size = int.from_bytes(data[-8:-4], "little")
    return data[-8 - size :]


def table(count: int = 100) -> pa.Table:
    return pa.table(
        {
            "number": range(count),
            "text": [f"text {number}" * number for number in range(count)],
            "links": [[{"url": "a", "text": "b" * 200}]] * count,
        }
    )


BOUNDS = [["number"], False, ["text"]]
"""Columns whose least and greatest values are told: of one length, none, of many lengths."""


@pytest.mark.parametrize("rows", [1, 7, 15, 100])
@pytest.mark.parametrize("how", [{}, {"use_dictionary": False}, {"write_statistics": False}])
def test_a_footer_is_put_together_as_it_was(rows: int, how: dict[str, object]):
    data = ending(table(), rows, **how)
    found = footer.parsed(data[:-8])
    assert found.rows == 100
    assert len(found.groups) == -(-100 // rows)
    assert found.having([one.piece for one in found.groups], 100) == data
    assert [one.moved(one.begin) for one in found.groups] == [one.piece for one in found.groups]


def test_row_groups_of_any_shape_are_found_in_any_order(monkeypatch: pytest.MonkeyPatch):
    """Those of one shape by its pattern, all others value by value, with equal results."""
    forms = [ending(table(), 7 + n, write_statistics=bounds) for n, bounds in enumerate(BOUNDS)]
    whole = [form[:-8] for form in (*forms, *reversed(forms))]
    monkeypatch.setattr(footer, "_MOST_SHAPES", 0)
    expected = [footer.parsed(data) for data in whole]
    monkeypatch.setattr(footer, "_MOST_SHAPES", 4)
    monkeypatch.setattr(footer, "_shapes", {})
    assert [footer.parsed(data) for data in whole] == expected
    assert all(len(shapes) <= 4 for shapes in footer._shapes.values())
    monkeypatch.setattr(footer, "_shapes", {})
    assert footer.parsed(whole[0]) == expected[0]
    monkeypatch.setattr(footer, "_group", None)  # their shape is known now
    assert footer.parsed(whole[0]) == expected[0]


def test_row_groups_lie_one_behind_the_other():
    found = footer.parsed(ending(table(), 9)[:-8])
    behind = 4
    for one in found.groups:
        assert one.begin == behind
        behind += one.size


def test_a_moved_row_group_is_read_where_it_is():
    data = ending(table(), 50)
    found = footer.parsed(data[:-8])
    second = found.groups[1]
    moved = found.having([second.moved(second.begin + 1_000_000)], 50)
    told = pq.read_metadata(io.BytesIO(b"PAR1" + moved))
    was = pq.read_metadata(io.BytesIO(b"PAR1" + data))
    assert (told.num_row_groups, told.num_rows) == (1, 50)
    for column in range(told.num_columns):
        here, there = told.row_group(0).column(column), was.row_group(1).column(column)
        assert here.data_page_offset == there.data_page_offset + 1_000_000
        assert here.has_dictionary_page == there.has_dictionary_page
        if here.has_dictionary_page:
            assert here.dictionary_page_offset == there.dictionary_page_offset + 1_000_000


def test_a_footer_that_tells_of_more_is_refused():
    with pytest.raises(footer.UnknownFooterError):
        footer.parsed(ending(table(), 50, write_page_index=True)[:-8])


@given(st.binary(max_size=200))
def test_what_is_no_footer_is_refused(data: bytes):
    with pytest.raises(footer.UnknownFooterError):
        footer.parsed(data)


@given(st.data())
def test_a_damaged_footer_is_refused_or_read(data: st.DataObject):
    whole = bytearray(ending(table(5), 2)[:-8])
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] = data.draw(st.integers(0, 255))
    try:
        found = footer.parsed(bytes(whole[: data.draw(st.integers(0, len(whole)))]))
    except footer.UnknownFooterError:
        return
    assert found.groups or not found.rows or found.having([], 0)
