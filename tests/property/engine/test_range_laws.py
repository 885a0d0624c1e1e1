"""Where rows land: for any hashes and any number of parts, where a lookup looks for them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from material import stages
from material.stages import Notes, notes
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import parts
from pagemill.engine.execute import execute
from pagemill.engine.shape import part_count

EDGES = [0, 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]
HASHES = st.one_of(
    st.integers(0, (1 << 64) - 1),
    st.sampled_from(EDGES),
    st.builds(lambda n, shift: (n << shift) - (n > 0), st.integers(0, 63), st.integers(52, 58)),
)


@given(st.lists(HASHES, max_size=90), st.sampled_from([1, 2, 7, 100]), st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_every_row_is_kept_once_in_the_part_that_a_lookup_looks_in(
    hashes: list[int], per_part: int, shards: int
):
    whole = parquet.rows(notes(["x"] * len(hashes), hashes))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = stages.site(folder / "c")
        pieces = [
            whole.take(range(start, len(hashes), shards)).columns() for start in range(shards)
        ]
        given_shards = stages.shards(folder, pieces)
        record = execute(stages.sorting(per_part), site, shards=given_shards)
        assert record.rows_in == record.written["notes"] == len(hashes)
        run = manifest.current(site.layout)["notes"]
        found = parts(site.layout.table("notes", run))
        assert len(found) == part_count(len(hashes), per_part)
        everything = parquet.read(Notes, found)
        assert everything.url_hash.tolist() == sorted(hashes)
        assert sorted(everything.url) == sorted(whole.columns().url)
        for number in set(hashes):
            looked_up = parquet.lookup(Notes, found, number)
            assert looked_up.url_hash.tolist() == [number] * hashes.count(number)


@given(st.integers(0, 1 << 40), st.integers(1, 1 << 20))
def test_the_number_of_parts_is_a_power_of_two_and_no_larger_than_needed(rows: int, per: int):
    count = part_count(rows, per)
    assert count & (count - 1) == 0
    assert count * per >= rows
    assert count == 1 or count // 2 * per < rows
