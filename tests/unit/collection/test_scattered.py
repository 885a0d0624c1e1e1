from __future__ import annotations

from pathlib import Path

import pytest

from material.stages import Notes, notes
from pagemill.collection import scattered


def spread(folder: Path, hashes: list[int], name: str = "x") -> Path:
    path = folder / f"{name}.arrow"
    assert scattered.scatter(notes(["t"] * len(hashes), hashes), "url_hash", path) == len(
        hashes
    )
    return path


@pytest.mark.parametrize(
    "hashes",
    [[], [0], [(1 << 64) - 1], [1 << 58, (1 << 58) - 1], [n << 58 for n in range(64)] * 2],
)
def test_scattered_rows_all_arrive_once(tmp_path, hashes):
    path = spread(tmp_path, hashes)
    assert scattered.scattered_rows([path]) == len(hashes)
    for width in (1, 8, 64):
        found: list[int] = []
        for first in range(0, 64, width):
            rows = scattered.gathered(Notes, [path], first, first + width).columns()
            numbers = rows.url_hash.tolist()
            assert all(first <= number >> 58 < first + width for number in numbers)
            found += numbers
        assert sorted(found) == sorted(hashes)


def test_rows_of_several_pieces_meet(tmp_path):
    pieces = [spread(tmp_path, [5, 1 << 63], "a"), spread(tmp_path, [], "b")]
    pieces.append(spread(tmp_path, [6], "c"))
    assert scattered.scattered_rows(pieces) == 3
    assert scattered.gathered(Notes, pieces, 0, 1).columns().url_hash.tolist() == [5, 6]
    assert len(scattered.gathered(Notes, [], 0, 64)) == 0


def test_scattering_keeps_the_order_within_a_range(tmp_path):
    path = spread(tmp_path, [9, 3, 1 << 62, 7])
    assert scattered.gathered(Notes, [path], 0, 1).columns().url_hash.tolist() == [9, 3, 7]
