"""Queries made wider."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest

from pagemill.api import Collection
from pagemill.errors import UsageError
from pagemill.index.query import parse
from pagemill.searching.expanding import FILE, WORTH, learned, moved, widened

RELATED = {"oven": ["bread", "stove"], "tide": ["pier"]}


@pytest.fixture
def collection(tmp_path) -> Collection:
    made = Collection.create(tmp_path / "c")
    subjects = {
        "bake": "oven sourdough crust flour yeast baker loaf",
        "sail": "harbour mast anchor keel sailor rope",
    }
    rows = []
    for number in range(24):
        name = list(subjects)[number % 2]
        words = subjects[name].split()
        text = " ".join(f"{words[n % len(words)]} detail{number}x{n}" for n in range(60))
        page = f"<title>{name} {number}</title><article><p>{text}.</p></article>"
        rows.append({"url": f"http://{name}.example/{number}", "html": page})
    lines = [json.dumps(row | {"fetched_at": "2026-01-01T00:00:00Z"}) for row in rows]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    made.import_([tmp_path / "pages.jsonl"])
    made.build(workers=1)
    return made


def test_a_word_can_be_met_by_related_ones_that_count_less():
    wider, shown = widened(parse("oven hot"), RELATED)
    assert wider.required == ((("oven",), ("bread",), ("stove",)), (("hot",),))
    assert dict(wider.worths) == {("bread",): WORTH, ("stove",): WORTH}
    assert shown == {"oven": ["bread", "stove"]}


def test_phrases_choices_and_typed_words_stay():
    for typed in ('"oven hot"', "oven OR tide", "nothing"):
        assert widened(parse(typed), RELATED) == (parse(typed), {})
    assert widened(parse("oven bread"), RELATED)[1] == {"oven": ["stove"]}


def test_a_query_moves_towards_chosen_texts_and_keeps_its_filters():
    wider, shown = moved(parse("tide site:a.org"), ["pier ferry"], [], lambda _: 1.0)
    assert wider.hosts == ("a.org",)
    assert {word for [group] in [wider.required] for (word,) in group} == {
        "tide",
        "pier",
        "ferry",
    }
    assert shown == {"tide": ["ferry", "pier"]}


def test_the_collection_teaches_which_words_go_together(collection):
    plain = collection.search("yeast crust detail0x0")
    found = collection.search("sourdough", expand=True)
    related = found.expansion["sourdough"]
    assert set(related) <= {"oven", "crust", "flour", "yeast", "baker", "loaf", "bake"}
    assert related
    assert plain.expansion == {}
    assert {hit.url.split(".")[0] for hit in found.hits} == {"http://bake"}


def test_the_thesaurus_is_kept_beside_the_index(collection):
    collection.search("oven", expand=True)
    [kept] = collection.root.glob(f"index/*/{FILE}")
    assert learned(collection._layout, kept.parent) == json.loads(kept.read_text())
    kept.write_text('{"oven": ["keel"]}')
    assert collection.search("oven", expand=True).expansion == {"oven": ["keel"]}


def test_expansion_can_be_the_rule_and_switched_off(collection):
    settings = replace(collection.config.search, expand=True)
    wide = replace(collection, config=replace(collection.config, search=settings))
    assert wide.search("oven").expansion
    assert not wide.search("oven", expand=False).expansion


def test_feedback_finds_more_pages_like_the_chosen_one(collection):
    chosen = collection.search("detail1x0").hits[0].url
    found = collection.search("detail1x0", like=[chosen], limit=30)
    assert found.total == 12
    assert {hit.url.split(".")[0] for hit in found.hits} == {"http://sail"}
    again = collection.search("detail1x0", like=[hit.url for hit in found.hits[:3]])
    assert again.total >= 12


def test_an_unknown_page_cannot_be_liked(collection):
    with pytest.raises(UsageError, match="no such page"):
        collection.search("oven", like=["http://nowhere.example/"])
    shutil.rmtree(collection.root)
