"""Duplicates as a build recorded them."""

from __future__ import annotations

from pagemill.collection.layout import Layout
from pagemill.survey.copies import recorded

PAGES = ("http://a.example/1", "http://c.example/near", "https://a.example/1")


def test_a_page_has_its_cluster_its_pairs_and_what_it_was_removed_for(built):
    found = recorded(Layout(built.root), 0.85, PAGES[1])
    assert [one.members for one in found.clusters] == [PAGES]
    assert all(PAGES[1] in (one.left, one.right) for one in found.pairs)
    kept = found.clusters[0].representative
    assert {(one.kept, one.id) for one in found.removed()} == {
        (kept, page) for page in PAGES if page != kept
    }


def test_without_a_page_every_cluster_is_there_once(built):
    found = recorded(Layout(built.root), 0.85)
    kept = [one.representative for one in found.clusters]
    assert kept == sorted(set(kept))
    assert len(list(found.removed())) == sum(len(one.members) - 1 for one in found.clusters)
