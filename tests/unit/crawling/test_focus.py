from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.crawling.focus import focus
from pagemill.errors import UsageError
from pagemill.testing.text import about


def words(topic: str, name: str) -> frozenset[str]:
    return frozenset(about(topic, name, 120).split())


def lines(path: Path, *rows: dict[str, object]) -> str:
    path.write_text("\n".join(map(json.dumps, rows)))
    return str(path)


def examples(topic: str, count: int, *, is_about: bool) -> list[dict[str, object]]:
    return [
        {"text": about(topic, f"{topic} {number}", 150), "about": is_about}
        for number in range(count)
    ]


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Layout:
    home = tmp_path_factory.mktemp("focus")
    rows = [
        {
            "url": f"http://{topic}.example/{number}",
            "html": f"<title>{topic}</title><p>{about(topic, f'{topic} {number}', 150)}</p>",
            "fetched_at": "2026-01-01T00:00:00Z",
        }
        for topic in ("sea", "bread", "stars")
        for number in range(6)
    ]
    (home / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    made = Collection.create(home / "c")
    made.import_([home / "p.jsonl"])
    made.build(workers=1)
    return Layout(made.root)


def right_of(layout: Layout, given: str, topic: str = "") -> int:
    """Of ten pages about the sea and ten about bread, how many are told right."""
    scorer = focus(layout, given, topic)
    sea = [scorer.score("", words("sea", f"new {number}")) for number in range(10)]
    bread = [scorer.score("", words("bread", f"new {number}")) for number in range(10)]
    assert all(0 <= one <= 1 for one in [*sea, *bread])
    return sum(one >= 0.5 for one in sea) + sum(one < 0.5 for one in bread)


def test_texts_about_the_topic_and_others_teach_it(layout: Layout, tmp_path: Path) -> None:
    both = [*examples("sea", 8, is_about=True), *examples("bread", 8, is_about=False)]
    assert right_of(layout, lines(tmp_path / "e", *both)) >= 19


def test_pages_of_the_collection_are_examples_and_the_others_the_rest(
    layout: Layout, tmp_path: Path
) -> None:
    own = [{"url": f"http://sea.example/{number}"} for number in range(6)]
    assert right_of(layout, lines(tmp_path / "e", *own)) >= 18


def test_a_search_teaches_it_too(layout: Layout) -> None:
    word = about("sea", "sea 1", 3).split()[0]
    assert right_of(layout, "search", word) >= 18


def test_a_page_about_what_no_example_was_about_is_not_about_the_topic(
    layout: Layout, tmp_path: Path
) -> None:
    both: list[dict[str, object]] = [
        {"text": about(topic, f"example {number}", 150), "about": topic == "topic2"}
        for number in range(8)
        for topic in ("topic2", f"topic{number % 2}")
    ]
    scorer = focus(layout, lines(tmp_path / "e.jsonl", *both), "")
    scores = [
        scorer.score("", words(topic, f"new {number}"))
        for topic in ("topic3", "topic4")
        for number in range(20)
    ]
    assert sum(one >= 0.5 for one in scores) <= 2


def test_a_page_without_a_known_word_is_about_nothing(layout: Layout, tmp_path: Path) -> None:
    both = [*examples("sea", 4, is_about=True), *examples("bread", 4, is_about=False)]
    scorer = focus(layout, lines(tmp_path / "e", *both), "")
    assert scorer.score("", frozenset(("zzzzzz",))) == 0.0


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([{"text": "one about it"}], "give 3 at least"),
        ([{"url": "http://nowhere.example/"}], "is no page here"),
        ([{"text": "a", "about": "yes"}], "true or false"),
        ([7], "not an object"),
    ],
)
def test_examples_that_cannot_teach_are_refused_with_the_line(
    layout: Layout, tmp_path: Path, rows: list[object], word: str
) -> None:
    path = tmp_path / "e"
    path.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(UsageError, match=word):
        focus(layout, str(path), "")
    with pytest.raises(UsageError, match="cannot be read"):
        focus(layout, str(tmp_path / "none"), "")
    path.write_text("{")
    with pytest.raises(UsageError, match="line 1: not JSON"):
        focus(layout, str(path), "")


def test_what_is_not_there_cannot_teach(tmp_path: Path) -> None:
    empty = Layout(Collection.create(tmp_path / "c").root)
    with pytest.raises(UsageError, match="no search index"):
        focus(empty, "search", "sea")
    right = lines(tmp_path / "e", *examples("sea", 4, is_about=True))
    with pytest.raises(UsageError, match="build a collection of other pages"):
        focus(empty, right, "")
