from __future__ import annotations

import random

import pytest

from pagemill.dedup.spill import merge
from pagemill.dedup.spill.merge import MergedIds
from pagemill.errors import UsageError


def sorted_by(ids, order):
    return [ids[number] for number in order]


@pytest.mark.parametrize("held", [1, 400, 5000, 1 << 26])
@pytest.mark.parametrize("sampled", [1, 16, 1 << 10])
def test_ids_are_in_order_however_many_runs_there_are(tmp_path, monkeypatch, held, sampled):
    monkeypatch.setattr(merge, "_HELD", held)
    monkeypatch.setattr(merge, "_SAMPLED", sampled)
    draw = random.Random(3)
    signs = "ab/é中\ud800\uffff🜚"
    ids = sorted({"".join(draw.choices(signs, k=draw.randrange(9))) for _ in range(700)})
    draw.shuffle(ids)
    merged = MergedIds(tmp_path)
    for start in range(0, len(ids), 10):
        merged.extend(ids[start : start + 10])
    found, order = merged.whole()
    assert list(found) == sorted(ids)
    assert sorted_by(ids, order.tolist()) == sorted(ids)


def test_no_ids_are_in_order(tmp_path):
    found, order = MergedIds(tmp_path).whole()
    assert (list(found), order.tolist()) == ([], [])


@pytest.mark.parametrize("held", [1, 1 << 26])
def test_an_id_that_comes_twice_is_refused_in_one_run_and_in_two(tmp_path, monkeypatch, held):
    monkeypatch.setattr(merge, "_HELD", held)
    merged = MergedIds(tmp_path)
    for number in (3, 1, 2, 1):
        merged.extend([f"d{number}"])
    with pytest.raises(UsageError, match="'d1': comes twice"):
        merged.whole()


def test_pieces_of_long_ids_are_no_larger_than_a_run_or_two(tmp_path, monkeypatch):
    monkeypatch.setattr(merge, "_HELD", 1 << 16)
    merged = MergedIds(tmp_path)
    for number in range(4000):
        merged.extend([f"{number * 7919 % 4000:04}" + "x" * 1000])
    merged._sort_run()
    sizes = [sum(high - low for low, high in bounds) for bounds in merged._pieces()]
    assert sum(sizes) == 4000
    assert max(sizes) < 1000
