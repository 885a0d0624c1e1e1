from pagemill.cli.duplicates import show
from pagemill.model.cluster import Cluster, DuplicatePair

PAIRS = [DuplicatePair(left="a", right="b", similarity=0.91234)]
CLUSTERS = [Cluster(id="b", representative="b", members=("a", "b", "c"))]


def test_the_kept_page_comes_first_and_copies_with_their_resemblance(desk):
    show(PAIRS, CLUSTERS, desk.console())
    assert desk.out.getvalue() == "kept   b\n0.912  a\n       c\n"
    assert desk.err.getvalue() == "clusters: 1\n"


def test_json_lists_pairs_and_clusters(desk):
    show(PAIRS, CLUSTERS, desk.console(is_json=True))
    assert desk.json() == {
        "pairs": [{"left": "a", "right": "b", "similarity": 0.91234}],
        "clusters": [{"id": "b", "representative": "b", "members": ["a", "b", "c"]}],
    }
