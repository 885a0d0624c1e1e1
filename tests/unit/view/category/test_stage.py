from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.view.category.stage import NOT_THERE, TWICE

WORDS = {
    "harbour/lamps": "lamp wick lantern glass oil flame keeper brass",
    "harbour/ships": "mast anchor sail hull rudder cargo crew voyage",
    "kitchen": "flour butter oven dough yeast kneading sugar crust",
}
PAGES = 4


def address(category: str, number: int) -> str:
    return f"http://h{number}.example/{category.replace('/', '-')}.html"


@pytest.fixture
def pages(tmp_path: Path) -> Collection:
    for category, words in WORDS.items():
        for number in range(PAGES):
            own = words.split()
            own = own[number:] + own[:number]
            path = tmp_path / "web" / address(category, number).partition("//")[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            text = f"This page tells of {', '.join(own)} and how the {own[0]} was made ready. "
            path.write_text(f"<html lang=en><title>{own[1]}</title><p>{text * 3}</p></html>")
    collection = Collection.create(tmp_path / "c")
    collection.import_([tmp_path / "web"], mirror=True)
    collection.build(workers=1)
    return collection


def labels(path: Path, *more: dict[str, str]) -> Path:
    lines = [
        {"url": address(category, number), "category": category}
        for category in WORDS
        for number in range(PAGES - 1)
    ]
    path.write_text("\n".join(json.dumps(line) for line in [*lines, *more]))
    return path


def test_a_build_states_the_categories_that_were_learned(pages: Collection, tmp_path: Path):
    before = pages.status().stale
    report = pages.categories(labels(tmp_path / "labels.jsonl"))
    assert report.is_own
    assert report.figures.examples == 9
    assert before == []
    assert pages.status().stale[0] == "docviews"
    pages.build(workers=1)
    for category in WORDS:
        view = pages.docview(address(category, PAGES - 1))  # none of the examples
        assert (view.url, view.category) == (view.url, category)
        assert view.category_confidence > 0.3
    assert pages.categories().pages == dict.fromkeys(sorted(WORDS), PAGES)
    steps = pages.explain(address("kitchen", 0)).steps
    (told,) = [step for step in steps if step.decision == "category kitchen"]
    assert set(told.reason.partition(" by ")[2].split(", ")) <= set(WORDS["kitchen"].split())


def test_workers_make_no_difference(pages: Collection, tmp_path: Path):
    pages.categories(labels(tmp_path / "labels.jsonl"))
    pages.build(workers=1)
    one = [(view.url, view.category, view.category_confidence) for view in pages.docviews()]
    other = Collection.create(tmp_path / "d")
    Layout(other.root).taxonomy.write_bytes(Layout(pages.root).taxonomy.read_bytes())
    other.import_([tmp_path / "web"], mirror=True)
    other.build(workers=2)
    assert one == [(v.url, v.category, v.category_confidence) for v in other.docviews()]


def test_back_to_the_ready_taxonomy(pages: Collection, tmp_path: Path):
    pages.categories(labels(tmp_path / "labels.jsonl"))
    report = pages.categories(ready=True)
    assert not report.is_own
    assert report.figures.examples > 800
    assert pages.status().stale == []  # as it was built before


def test_examples_are_accounted_for(pages: Collection, tmp_path: Path):
    lines = labels(
        tmp_path / "labels.jsonl",
        {"url": address("kitchen", 0), "category": "kitchen"},
        {"url": "http://elsewhere.example/", "category": "kitchen"},
        {"text": "dough and yeast, flour and butter in the oven", "category": "kitchen"},
    )
    report = pages.categories(lines)
    assert report.figures.examples == 10
    assert report.unused == {TWICE: 1, NOT_THERE: 1}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "line 1: not an object"),
        ('{"url": "http://a.example/"}', "line 1: 'category' must be a path"),
        ('{"category": "a//b", "text": "x"}', "line 1: 'category' must be a path"),
        ('\n{"category": "a"}', "line 2: give the 'url'"),
        ('{"category": "a", "url": 4}', "line 1: 'url' must be a text"),
        ('{"category": "a", "text": "some words"}', "1 usable examples of 1 categories"),
        ("", "0 usable examples of 0 categories"),
    ],
)
def test_examples_that_cannot_be_meant_are_told(
    pages: Collection, tmp_path: Path, lines: str, why: str
):
    path = tmp_path / "labels.jsonl"
    path.write_text(lines)
    with pytest.raises(UsageError, match=why):
        pages.categories(path)
    assert not Layout(pages.root).taxonomy.exists()


def test_a_missing_file_and_both_orders_are_told(pages: Collection, tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be read"):
        pages.categories(tmp_path / "none.jsonl")
    with pytest.raises(UsageError, match="one of both"):
        pages.categories(tmp_path / "none.jsonl", ready=True)


def test_a_damaged_taxonomy_is_told(pages: Collection):
    Layout(pages.root).taxonomy.write_bytes(b"PK of something else")
    with pytest.raises(CollectionError, match="not a taxonomy"):
        pages.build(workers=1)


def test_from_the_command_line(
    pages: Collection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = labels(tmp_path / "labels.jsonl")
    assert main(["categories", str(pages.root), "--learn", str(file)]) == 0
    out = capsys.readouterr().out
    assert "learned of your examples; 9 examples of 3 hosts" in out
    assert "harbour/lamps" in out
    assert main(["categories", str(pages.root), "--ready"]) == 0
    assert "the ready one" in capsys.readouterr().out
