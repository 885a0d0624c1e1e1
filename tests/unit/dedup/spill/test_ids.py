from __future__ import annotations

import gc
import os

import numpy as np
import pytest

from pagemill.dedup.spill.ids import SpilledIds, named

IDS = ["", "a", "b" * 5000, "half \ud800 a pair", "中文", "z" * 9000, "🜚"]


@pytest.fixture
def spilled(tmp_path):
    ids = SpilledIds(tmp_path)
    ids.extend([each.encode("utf-8", "surrogatepass") for each in IDS[:3]])
    ids.extend([])
    ids.extend([each.encode("utf-8", "surrogatepass") for each in IDS[3:]])
    return ids


def test_ids_come_back_as_they_were(tmp_path, spilled):
    assert list(spilled) == IDS
    assert [spilled[number] for number in range(len(IDS))] == IDS
    assert spilled[5:1:-2] == IDS[5:1:-2]
    assert not list(tmp_path.iterdir())  # the file has no name that could be left behind
    with pytest.raises(IndexError):
        spilled[len(IDS)]


def test_some_come_in_any_order_and_more_than_once(spilled):
    numbers = np.array([5, 0, 6, 0, 2, 5])
    assert spilled.some(numbers) == named(IDS, numbers) == [IDS[each] for each in numbers]
    assert named(spilled, np.zeros(0, np.int64)) == []


def test_an_id_is_found_by_halving(tmp_path):
    ids = SpilledIds(tmp_path)
    ids.extend([f"{number:05}".encode() for number in range(3000)])
    assert [ids.index(f"{number:05}") for number in (0, 1, 2047, 2999)] == [0, 1, 2047, 2999]
    assert ids[1500:2700:400] == ["01500", "01900", "02300"]
    for absent in ("", "00000x", "9"):
        with pytest.raises(ValueError, match="no such id"):
            ids.index(absent)


def test_the_file_is_closed_when_nothing_refers_to_the_ids(tmp_path):
    ids = SpilledIds(tmp_path)
    ids.extend([b"a"])
    file = ids._file
    os.fstat(file.fileno())
    del ids
    gc.collect()
    assert file.closed
