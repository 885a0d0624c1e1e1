from argparse import ArgumentParser
from dataclasses import replace

import pytest

from pagemill.cli.duplicates import add_arguments, run, show, show_matches
from pagemill.dedup.anchor.stage import LEFT_OUT
from pagemill.errors import UsageError
from pagemill.model.cluster import Cluster, DuplicatePair, NearMatch, Removed

PAIRS = [DuplicatePair(left="a", right="b", similarity=0.91234)]
CLUSTERS = [Cluster(id="b", representative="b", members=("a", "b", "c"))]


def test_the_kept_page_comes_first_and_copies_with_their_resemblance(desk):
    show(PAIRS, CLUSTERS, desk.console())
    assert desk.out.getvalue() == "kept   b\n0.912  a\n       c\n"
    assert desk.err.getvalue() == "clusters: 1\n"


def test_it_is_said_of_how_many_kept_pages_near_copies_may_be_kept_too(desk):
    show(PAIRS, CLUSTERS, desk.console(), left_out=1234)
    assert desk.err.getvalue() == f"{LEFT_OUT}: 1,234\nclusters: 1\n"


def test_json_lists_pairs_and_clusters(desk):
    show(PAIRS, CLUSTERS, desk.console(is_json=True))
    assert desk.json() == {
        "pairs": [{"left": "a", "right": "b", "similarity": 0.91234}],
        "clusters": [
            {
                "id": "b",
                "representative": "b",
                "members": ["a", "b", "c"],
                "diameter": None,
                "least": None,
            }
        ],
    }


def test_json_tells_what_each_page_is_removed_for(desk):
    removed = [Removed(id="a", kept="b", similarity=0.5, method="shingles")]
    show(PAIRS, CLUSTERS, desk.console(is_json=True), removed)
    assert desk.json()["removed"] == [
        {"id": "a", "kept": "b", "similarity": 0.5, "method": "shingles"}
    ]


def test_what_has_no_pair_of_its_own_is_shown_with_what_is_known(desk):
    removed = [Removed(id=name, kept="b", similarity=0.5, method="shingles") for name in "ac"]
    show(PAIRS, CLUSTERS, desk.console(), removed)
    assert desk.out.getvalue() == "kept   b\n0.912  a\n0.500  c\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--rarest"], "--rarest: needs --text"),
        (["--limit", "3"], "--limit: needs --text"),
        (["http://a.example/", "--text", "x"], "URL: not together with --text"),
        (["--text", "x", "--method", "words"], "--method: not together with --text"),
    ],
)
def test_an_argument_that_would_do_nothing_is_refused(built, desk, given, said):
    parser = ArgumentParser()
    add_arguments(parser)
    with pytest.raises(UsageError, match=said):
        run(parser.parse_args([str(built.root), *given]), desk.console())


def test_a_single_link_cluster_tells_how_far_it_leads(desk):
    far = [replace(CLUSTERS[0], diameter=3, least=0.25)]
    show(PAIRS, far, desk.console())
    assert desk.out.getvalue().startswith("kept   b  (diameter 3, least 0.250)\n")


def test_matches_of_a_text_are_listed_with_both_figures(desk):
    found = [NearMatch(url="http://a.example/", similarity=0.9, contained=1.0)]
    show_matches(found, desk.console())
    assert desk.out.getvalue() == "0.900  1.000  http://a.example/\n"
    assert desk.err.getvalue() == "matches: 1\n"
