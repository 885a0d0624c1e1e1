from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagemill.errors import CollectionError
from pagemill.index.linked.edges import Edges
from pagemill.index.spam.stage import FILE, Judged, SpamScores, judged, load, write
from pagemill.index.spam.verdict import verdict


def test_scores_are_found_again_by_the_hash_of_an_address(tmp_path: Path) -> None:
    keys = np.array([3, 9, 12], np.uint64)
    edges = Edges.of(keys[:1], keys[1:2], keys)
    hosts = np.array([0, 1, 2])
    found = verdict(edges, hosts, np.array([0.0, 0.75, 0.25]), np.ones(3, np.bool_))
    assert load(tmp_path) is None
    write(tmp_path, Judged(keys, {}, ["a", "b", "c"], hosts, found))
    kept = load(tmp_path)
    assert kept is not None
    assert kept.scores([12, 4, 3, 9, 99]) == pytest.approx([0.25, 0.0, 0.0, 0.75, 0.0])


def test_a_damaged_file_is_told_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no numbers")
    with pytest.raises(CollectionError, match="pagemill build"):
        load(tmp_path)


def test_nothing_is_known_of_an_empty_collection() -> None:
    nothing = np.zeros(0, np.uint64)
    found = judged([], Edges.of(nothing, nothing, nothing))
    assert found.urls == {}
    assert found.found.host.tolist() == []
    assert SpamScores(np.zeros(0, [("key", "<u8"), ("score", "<f4")])).scores([1]) == [0.0]
