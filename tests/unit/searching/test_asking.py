"""A query and its answer."""

from __future__ import annotations

import shutil

import pytest

from pagemill.api import Collection
from pagemill.errors import CollectionError, UsageError
from pagemill.searching.asking import FACETS


def test_hits_come_with_passage_places_and_copies(built: Collection):
    found = built.search("word1x3")
    [hit] = found.hits
    assert (found.total, hit.url, hit.near_copies) == (1, "https://a.example/1", 2)
    assert hit.is_fetched
    assert {hit.snippet[start:end] for start, end in hit.highlights} == {"word1x3"}


def test_facets_are_counted_over_all_pages_that_match(built: Collection):
    found = built.search("and", limit=1, facets=FACETS)
    assert sum(found.facets["site"].values()) == found.total
    assert found.facets["page_type"] == {"topic": found.total}
    assert set(found.facets) == set(FACETS)


def test_an_unknown_facet_is_told_with_the_known_ones(built: Collection):
    with pytest.raises(UsageError, match="page_type"):
        built.search("and", facets=["colour"])


def test_a_misspelt_word_is_put_right(built: Collection):
    assert built.search("titel word1x3").suggestion == "title word1x3"
    assert built.search("title").suggestion == ""


def test_the_score_of_a_hit_is_accounted_for(built: Collection):
    [hit] = built.search("word2x7 title").hits
    told = built.score("word2x7 title", hit.url)
    assert told.score == pytest.approx(hit.score, abs=1e-6)
    assert sum(part.adds for part in told.parts) == pytest.approx(told.score)
    assert {part.word for part in told.parts if part.word} == {"word2x7", "title"}
    with pytest.raises(UsageError, match="matches"):
        built.score("nosuchword", hit.url)


def test_without_an_index_the_remedy_is_told(tmp_path):
    with pytest.raises(CollectionError, match="pagemill build"):
        Collection.create(tmp_path / "c").search("x")


def test_the_forms_of_a_word_are_found_and_marked(built: Collection, tmp_path):
    root = shutil.copytree(built.root, tmp_path / "c")
    (root / "collection.toml").write_text('[index]\nstemming = "de en"\n')
    collection = Collection.open(root)
    assert collection.search("titles").total == 0
    collection.build()
    found = collection.search("titles")
    assert found.total == built.search("title").total > 0
    assert found.suggestion == ""
    assert collection.search("titlez").suggestion == "title", (
        "and not titles, nobody writes that"
    )
    [hit] = collection.search("word1x3s").hits
    assert {hit.snippet[start:end] for start, end in hit.highlights} == {"word1x3"}
