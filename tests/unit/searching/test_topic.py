"""Pages about one topic."""

from __future__ import annotations

import json
import random

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.searching.topic import topic

SUBJECTS = {
    "bake": "oven sourdough crust flour yeast baker loaf dough knead rye",
    "sail": "harbour mast anchor keel sailor rope deck tide rudder hull",
}
COMMON = [f"common{n}" for n in range(60)]


@pytest.fixture(scope="module")
def collection(tmp_path_factory) -> Collection:
    home = tmp_path_factory.mktemp("topic")
    rows = []
    for number in range(30):
        name = list(SUBJECTS)[number % 2]
        chance = random.Random(number)
        own = chance.choices(SUBJECTS[name].split(), k=40)
        text = own + chance.choices(COMMON, k=60)
        chance.shuffle(text)
        html = f"<title>Page {number}</title><article><p>{' '.join(text)}.</p></article>"
        rows.append({"url": f"http://{name}.example/{number}", "html": html})
    made = Collection.create(home / "c")
    lines = [json.dumps(row | {"fetched_at": "2026-01-01T00:00:00Z"}) for row in rows]
    (home / "p.jsonl").write_text("\n".join(lines))
    made.import_([home / "p.jsonl"])
    made.build(workers=1)
    return made


def found(collection: Collection, *like: str, **more: object) -> set[str]:
    result = topic(Layout(collection.root), collection.config, like, **more)
    assert result.seen == 30
    return set(result.pages)


def test_two_pages_tell_the_topic_of_all(collection):
    urls = found(collection, "http://bake.example/0", "http://bake.example/2")
    assert urls == {f"http://bake.example/{n}" for n in range(0, 30, 2)}


def test_a_rejected_page_moves_the_border(collection):
    urls = found(
        collection,
        *("http://sail.example/1", "http://sail.example/3"),
        unlike=["http://bake.example/0"],
    )
    assert urls == {f"http://sail.example/{n}" for n in range(1, 30, 2)}


def test_the_chosen_page_is_most_like_itself_and_a_high_border_leaves_it_alone(collection):
    like = "http://bake.example/4"
    result = topic(Layout(collection.root), collection.config, [like])
    assert next(iter(result.pages)) == like
    assert found(collection, like, least=0.99 * result.pages[like]) == {like}


def test_a_topic_needs_a_page_that_is_there(collection):
    with pytest.raises(UsageError, match="--like"):
        found(collection)
    with pytest.raises(UsageError, match="no such page"):
        found(collection, "http://nowhere.example/")


def test_a_copy_can_tell_the_topic_too(built):
    result = topic(Layout(built.root), built.config, ["http://a.example/1"])
    assert "https://a.example/1" in result.pages
