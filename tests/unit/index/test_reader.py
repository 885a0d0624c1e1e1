"""Answers in their final order, their counts by facet, and how a score comes about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pagemill.index import tantivy as store
from pagemill.index.document import UNFETCHED, IndexDocument
from pagemill.index.query import Query, first_day, parse
from pagemill.index.rank import FieldWeights, PriorWeights, Ranking
from pagemill.index.reader import WINDOW, IndexReader, search

DAY = first_day("2024-03-05") or 0
PAGES = [
    IndexDocument(
        url="http://a.org/1",
        host="a.org",
        title="Rye bread",
        text="rye bread from the oven " + "with butter " * 200,
        language="en",
        page_type="topic",
        category="Food/Bread",
        kinds=("fetched", "recipe"),
        day=DAY,
        key=1,
    ),
    IndexDocument(
        url="http://a.org/2",
        host="a.org",
        title="Links",
        text="oven shops",
        language="de",
        page_type="hub",
        category="Food",
        day=DAY - 400,
        key=2,
    ),
    IndexDocument(
        url="http://b.org/3",
        host="b.org",
        anchors=("the bread oven",),
        kinds=(UNFETCHED,),
        key=3,
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reader") / "index"
    store.create(folder)
    store.apply(folder, add=PAGES)
    return folder


def urls(folder: Path, query: str, **more: object) -> set[int]:
    asked = replace(parse(query), **more)
    return {int(hit.url[-1]) for hit in search(folder, asked).hits}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("oven", {1, 2, 3}),
        ("type:hub", {2}),
        ("oven -type:hub", {1, 3}),
        ("type:recipe", {1}),
        ("type:unfetched", {3}),
        ("oven type:fetched", {1, 2}),
        ("category:food", {1, 2}),
        ("category:Food/Bread", {1}),
        ("oven -category:food/bread", {2, 3}),
        ("after:2024", {1}),
        ("after:2024-03-05", {1}),
        ("after:2024-03-06", set()),
        ("before:2024", {2}),
        ("oven before:2024-03-06", {1, 2}),
        ("after:2023 before:2024", {2}),
        ("after:2023-02 before:2024", set()),
        ("after:1000", {1, 2}),
    ],
)
def test_filters_find_exactly_their_pages(folder: Path, query: str, expected: set[int]) -> None:
    assert urls(folder, query) == expected
    assert IndexReader(folder).count(parse(query)) == len(expected)


def test_own_words_leave_out_what_others_say(folder: Path) -> None:
    assert urls(folder, "bread oven") == {1, 3}
    assert urls(folder, "bread oven", by_own_words=True) == {1}


def test_what_is_known_by_name_alone_tells_its_names(folder: Path) -> None:
    [hit] = search(folder, parse("type:unfetched")).hits
    assert (hit.is_fetched, hit.called) == (False, ("the bread oven",))


def test_facets_count_all_pages_that_match(folder: Path) -> None:
    found = IndexReader(folder).facets(parse("oven"), ["site", "language", "page_type", "year"])
    assert found == {
        "site": {"a.org": 2, "b.org": 1},
        "language": {"de": 1, "en": 1},
        "page_type": {"hub": 1, "topic": 1},
        "year": {"2023": 1, "2024": 1},
    }
    assert IndexReader(folder).facets(parse("nosuchword"), ["site"]) == {"site": {}}


def test_the_parts_of_a_score_add_up_to_it(folder: Path) -> None:
    weights = PriorWeights(link=1.0, freshness=0.5, spam=2.0, hub=0.25)
    reader = IndexReader(folder, Ranking(priors=weights, links=Places()))
    asked = parse("bread oven")
    for hit in reader.search(asked).hits:
        account = reader.account(asked, hit.url)
        assert account is not None
        assert account.score == pytest.approx(hit.score, abs=1e-12)
        assert account.score == pytest.approx(
            sum(one.share for one in account.earned) + sum(account.priors.values())
        )
    assert reader.account(asked, "http://a.org/2") is None


class Places:
    """The third page is linked most."""

    def places(self, keys: list[int]) -> list[float]:
        return [key / 3 for key in keys]


@pytest.mark.parametrize(
    ("weights", "first"),
    [
        (PriorWeights(link=100.0), "http://b.org/3"),
        (PriorWeights(freshness=100.0), "http://a.org/1"),
        (PriorWeights(hub=100.0), "http://a.org/2"),
    ],
)
def test_what_is_known_of_a_page_moves_it(
    folder: Path, weights: PriorWeights, first: str
) -> None:
    ranking = Ranking(priors=weights, links=Places())
    found = IndexReader(folder, ranking).search(parse("oven"))
    assert found.hits[0].url == first
    assert found.total == 3


def test_a_page_that_repeats_itself_comes_last(folder: Path) -> None:
    ranking = Ranking(priors=PriorWeights(spam=100.0))
    assert IndexReader(folder, ranking).search(parse("oven")).hits[-1].url == "http://a.org/1"


def test_a_word_in_the_title_counts_by_its_weight(tmp_path: Path) -> None:
    store.create(tmp_path / "i")
    pages = [
        IndexDocument(url="http://x/title", title="rye", text="a b c d"),
        IndexDocument(url="http://x/text", title="other", text="rye b c d"),
    ]
    store.apply(tmp_path / "i", add=pages)
    for title, first in ((5.0, "http://x/title"), (0.1, "http://x/text")):
        ranking = Ranking(fields=FieldWeights(title=title, text=1.0))
        hits = IndexReader(tmp_path / "i", ranking).search(parse("rye")).hits
        assert hits[0].url == first


def test_a_member_that_counts_less_earns_less(folder: Path) -> None:
    reader = IndexReader(folder)
    plain = Query(required=((("rye",), ("shops",)),))
    less = replace(plain, worths=((("shops",), 0.25),))
    whole, quarter = (
        {hit.url: hit.score for hit in reader.search(one).hits} for one in (plain, less)
    )
    assert quarter["http://a.org/2"] == pytest.approx(whole["http://a.org/2"] / 4)
    assert quarter["http://a.org/1"] == whole["http://a.org/1"]


def test_the_order_behind_the_window_goes_on_below_it(tmp_path: Path) -> None:
    store.create(tmp_path / "i")
    pages = [
        IndexDocument(
            url=f"http://x/{number:03d}",
            title="rye" if number % 3 else "",
            text="rye " * (number % 7 + 1) + "bread " * (number % 11),
            page_type="hub" if number % 5 == 0 else "topic",
        )
        for number in range(3 * WINDOW)
    ]
    store.apply(tmp_path / "i", add=pages)
    reader = IndexReader(tmp_path / "i", Ranking(priors=PriorWeights(hub=-30.0)))
    whole = reader.search(parse("rye"), limit=1000).hits
    assert len(whole) == 3 * WINDOW
    assert list(whole) == sorted(whole, key=lambda hit: (-hit.score, hit.url))
    some = [reader.search(parse("rye"), limit=7, offset=at).hits for at in range(0, 150, 7)]
    assert tuple(hit for stretch in some for hit in stretch) == whole
