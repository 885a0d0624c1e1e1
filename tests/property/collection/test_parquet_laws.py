"""Rows survive every way of moving them about."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from material.stages import Notes, notes
from pagemill.collection import parquet, scattered

TEXTS = st.lists(st.text(max_size=20), max_size=30)
SURROGATES = st.lists(st.text(st.characters(), max_size=5), max_size=8)


@given(TEXTS, st.lists(st.integers(1, 9), min_size=1, max_size=4))
@settings(max_examples=20, deadline=None)
def test_any_text_comes_back_from_any_row_groups(texts: list[str], sizes: list[int]):
    whole = parquet.rows(notes(texts))
    with tempfile.TemporaryDirectory() as name:
        writer = parquet.PartWriter(Notes, Path(name) / "x")
        begin = turn = 0
        while begin < len(whole):
            end = min(begin + sizes[turn % len(sizes)], len(whole))
            writer.write(whole.slice(begin, end))
            begin, turn = end, turn + 1
        writer.close()
        assert parquet.read(Notes, [writer.path]).text == texts
        batches = [batch.columns().text for batch in parquet.batches(Notes, writer.path)]
    assert [text for batch in batches for text in batch] == texts


@given(SURROGATES)
def test_no_text_is_too_broken_to_be_kept(texts: list[str]):
    found = parquet.rows(notes(texts)).columns().text
    assert found == [text.encode("utf-8", "replace").decode() for text in texts]


@given(st.lists(st.integers(0, (1 << 64) - 1), max_size=40), st.sampled_from([1, 4, 32, 64]))
@settings(max_examples=20, deadline=None)
def test_scattered_rows_arrive_once_whatever_the_ranges(hashes: list[int], width: int):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "x.arrow"
        scattered.scatter(notes(["x"] * len(hashes), hashes), "url_hash", path)
        found = [
            number
            for first in range(0, 64, width)
            for number in scattered.gathered(Notes, [path], first, first + width)
            .columns()
            .url_hash.tolist()
        ]
    assert sorted(found) == sorted(hashes)
