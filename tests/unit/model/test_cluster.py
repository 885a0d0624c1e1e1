from pagemill.model.cluster import Cluster, DuplicatePair


def test_pairs_and_clusters_are_values():
    assert DuplicatePair(left="a", right="b", similarity=1.0) == DuplicatePair(
        left="a", right="b", similarity=1.0
    )
    cluster = Cluster(id="a", representative="a", members=("a", "b"))
    assert hash(cluster) == hash(Cluster(id="a", representative="a", members=("a", "b")))
