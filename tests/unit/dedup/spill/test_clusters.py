from __future__ import annotations

import numpy as np
import pytest

from pagemill.dedup.spill import clusters as module
from pagemill.dedup.spill.clusters import ClusterColumns
from pagemill.dedup.spill.ids import SpilledIds
from pagemill.model.cluster import Cluster

IDS = [f"d{number}" for number in range(8)]
EXPECTED = (
    Cluster(id="d1", representative="d1", members=("d0", "d1", "d7")),
    Cluster(id="d3", representative="d3", members=("d3", "d5")),
    Cluster(id="d6", representative="d6", members=("d2", "d6")),
)


@pytest.fixture(params=["memory", "file"])
def found(tmp_path, request):
    ids = IDS
    if request.param == "file":
        ids = SpilledIds(tmp_path)
        ids.extend([name.encode() for name in IDS])
    return ClusterColumns(
        ids, np.array([1, 3, 6]), np.array([0, 3, 5, 7]), np.array([0, 1, 7, 3, 5, 2, 6])
    )


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_clusters_are_made_as_they_are_asked_for(monkeypatch, found, at_once):
    monkeypatch.setattr(module, "_CLUSTERS_AT_ONCE", at_once)
    assert tuple(found) == EXPECTED
    assert found == EXPECTED
    assert found != EXPECTED[1:]
    assert found != EXPECTED[::-1]
    assert found != 3
    assert [found[number] for number in (0, 2, -2)] == [EXPECTED[0], EXPECTED[2], EXPECTED[1]]
    assert found[::-2] == EXPECTED[::-2]
    for wrong in (3, -4):
        with pytest.raises(IndexError):
            found[wrong]


def test_the_cluster_of_a_document_and_all_removed_ones_are_told(found):
    assert found.of(7) == EXPECTED[:1]
    assert found.of(3) == EXPECTED[1:2]
    assert found.of(4) == ()
    assert [side.tolist() for side in found.removed()] == [[0, 7, 5, 2], [1, 1, 3, 6]]
