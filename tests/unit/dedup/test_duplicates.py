import pickle

import pytest

from pagemill.dedup.duplicates import find_duplicates
from pagemill.errors import UsageError
from pagemill.model.cluster import Cluster, DuplicatePair

STORY = " ".join(f"word{number}" for number in range(60))


def pairs(found):
    return [(pair.left, pair.right) for pair in found.pairs]


def test_a_pair_says_how_alike_both_are():
    found = find_duplicates([("b", STORY), ("a", STORY + " So they say.")])
    assert list(found.pairs) == [DuplicatePair(left="a", right="b", similarity=57 / 60)]
    assert len(found.pairs) == 1


def test_the_longest_text_is_kept_then_the_smallest_id():
    found = find_duplicates([("a", STORY), ("b", STORY + " end"), ("c", STORY + " END")])
    assert found.clusters == (Cluster(id="b", representative="b", members=("a", "b", "c")),)
    assert found.kept_for == {"a": "b", "c": "b"}


def test_every_pair_of_copies_is_reported_with_similarity_1():
    found = find_duplicates([("a", STORY), ("b", STORY + "\n"), ("c", f" {STORY}")])
    assert pairs(found) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert {pair.similarity for pair in found.pairs} == {1.0}


def test_short_texts_are_copies_only_if_they_are_equal():
    docs = [("a", "Sold out"), ("b", "Sold  out"), ("c", "Sold up"), ("d", "sold out!")]
    assert pairs(find_duplicates(docs)) == [("a", "b")]


def test_texts_without_words_are_reported_and_joined_with_nothing():
    docs = [("a", ""), ("b", " \n"), ("c", "--- ***"), ("d", "--- ***"), ("e", STORY)]
    found = find_duplicates(docs)
    assert found.empty == ("a", "b")
    assert found.wordless == ("c", "d")
    assert pairs(found) == []
    assert found.clusters == ()


def test_no_documents_have_no_duplicates():
    found = find_duplicates([])
    assert (pairs(found), found.clusters, found.empty) == ([], (), ())


def test_each_document_is_in_one_cluster_at_most_and_each_removed_one_resembles_its_keeper():
    words = STORY.split()
    docs = [(f"d{shift:02}", " ".join(words[shift : shift + 30])) for shift in range(0, 31, 2)]
    found = find_duplicates(docs)
    members = [member for cluster in found.clusters for member in cluster.members]
    assert len(members) == len(set(members))
    known = set(pairs(found))
    assert found.kept_for
    for removed, kept in found.kept_for.items():
        assert tuple(sorted((removed, kept))) in known
        assert kept not in found.kept_for


def test_columns_tell_the_same_as_pairs():
    found = find_duplicates([("a", STORY), ("b", STORY + " end"), ("c", STORY)])
    left, right = found.pairs.left_ids(), found.pairs.right_ids()
    assert list(zip(left, right, strict=True)) == pairs(found)
    assert found.pairs.similarity.tolist() == [pair.similarity for pair in found.pairs]


def test_thousands_of_near_copies_are_one_cluster():
    docs = [(f"{number:05}", f"{STORY} {number}") for number in range(4000)]
    found = find_duplicates(docs)
    assert found.cut_runs > 0
    assert len(found.clusters) == 1
    assert len(found.clusters[0].members) == 4000


@pytest.mark.parametrize("threshold", [0, 1.5, -1])
def test_an_impossible_threshold_is_refused(threshold):
    with pytest.raises(UsageError, match="threshold"):
        find_duplicates([("a", "b")], threshold=threshold)


def test_what_was_found_crosses_process_borders():
    found = find_duplicates([("a", STORY), ("b", STORY)])
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert pairs(again) == pairs(found)
