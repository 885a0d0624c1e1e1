"""One contract, two indexes: the one in the folder, and the one on a server.

The server is a stub on loopback, written from the published API reference of OpenSearch 3.0
(https://docs.opensearch.org/3.0/: api-reference/document-apis/bulk, api-reference/search,
api-reference/index-apis, query-dsl); stub, not tested on the real server.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from material.opensearchserver import opensearch
from pagemill.index import tantivy
from pagemill.index.document import COUNTED, IndexDocument
from pagemill.index.query import Query, parse
from pagemill.index.reader import IndexReader
from pagemill.index.served import body
from pagemill.index.served.contract import SearchIndex
from pagemill.index.served.reader import ServedIndex
from pagemill.index.served.server import Server

LANGUAGES = ("en",)
WORDS = ["lime", "limes", "nectar", "honey", "the", "of", "Crème", "搜索引擎", "网页净化"]
QUERIES = [
    "lime",
    "LIMES",
    "the of",
    "lime nectar honey",
    '"lime nectar"',
    '"the of" OR honey',
    "crème -lime",
    'the -"the of"',
    "搜索引擎",
    "净",
    "页 the",
    "site:a.org",
    "site:org the",
    "the -site:a.org",
    "limes lang:en",
    "limes lang:zh",
    "the -lang:zh",
    "type:hub the",
    "the -type:pdf",
    "category:arts",
    "the category:arts/music",
    "the after:2024",
    "before:2024-03",
    "the after:2023 before:2024-02",
    "type:unfetched",
    "nosuchword the",
    "-the",
    "",
]


def page(number: int) -> IndexDocument:
    chance = random.Random(number)

    def some(least: int, most: int) -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(least, most)))

    site = "ab"[number % 2]
    fetched = number % 10 > 0
    return IndexDocument(
        url=f"http://{site}.org/{number:03d}",
        host=f"{site}.org",
        title=some(1, 3) if fetched else "",
        text=some(1, 12) if fetched else "",
        keywords=(some(1, 1), some(1, 2)) if fetched else (),
        anchors=(some(1, 2),),
        language=("en", "zh", "")[number % 3] if fetched else "",
        page_type=("topic", "hub")[number % 4 == 1] if fetched else "",
        kinds=("fetched", ("html", "pdf")[number % 5 == 2]) if fetched else ("unfetched",),
        category=("", "arts", "arts/music", "science")[number % 4] if fetched else "",
        day=(0, 19_300, 19_700, 19_800)[number % 4],
        key=number,
    )


PAGES = [page(number) for number in range(120)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> IndexReader:
    folder = tmp_path_factory.mktemp("index") / "i"
    tantivy.create(folder, LANGUAGES)
    tantivy.apply(folder, add=PAGES)
    return IndexReader(folder)


@pytest.fixture(scope="module")
def served() -> Iterator[ServedIndex]:
    with opensearch() as stub:
        server = Server(f"{stub.address}/pages")
        stems = tantivy.stemming_of(LANGUAGES)
        server.create(body.creation(LANGUAGES))
        server.write((body.name(one.url), body.page(one, stems)) for one in PAGES)
        server.set_mark(body.mark("run", LANGUAGES))
        yield ServedIndex(server, "run", stems)


def every(index: SearchIndex, query: Query) -> tuple[int, set[str]]:
    found = index.search(query, limit=1000)
    return found.total, {hit.url for hit in found.hits}


@pytest.mark.parametrize("typed", QUERIES)
def test_both_find_and_count_the_same_pages(
    folder: IndexReader, served: ServedIndex, typed: str
):
    query = parse(typed)
    total, urls = every(folder, query)
    assert every(served, query) == (total, urls)
    assert served.count(query) == total == len(urls)
    assert served.facets(query, COUNTED) == folder.facets(query, COUNTED)


def test_queries_find_something(folder: IndexReader):
    empty = {typed for typed in QUERIES if not folder.count(parse(typed))}
    assert empty == {"nosuchword the", "-the", ""}


def test_both_hold_the_same_pages(folder: IndexReader, served: ServedIndex):
    assert served.pages == folder.pages == len(PAGES)
    for index in (folder, served):
        assert index.has(PAGES[3].url)
        assert not index.has("http://elsewhere.org/")


@pytest.mark.parametrize("typed", ["lime", "the of", '"lime nectar"', "搜索引擎", "site:a.org"])
def test_both_put_pages_in_nearly_the_same_order(
    folder: IndexReader, served: ServedIndex, typed: str
):
    """Scores differ by BM25F alone; what is alike is in the order of addresses."""
    query = parse(typed)
    first = [hit.url for hit in folder.search(query, limit=10).hits]
    other = [hit.url for hit in served.search(query, limit=10).hits]
    assert len(set(first) & set(other)) >= 5


def test_pages_of_hits_fit_together(served: ServedIndex):
    query = parse("the")
    whole = served.search(query, limit=1000).hits
    assert len(whole) > 40
    parts = [served.search(query, limit=7, offset=at).hits for at in range(0, len(whole), 7)]
    assert [hit.url for some in parts for hit in some] == [hit.url for hit in whole]
    scores = [hit.score for hit in whole]
    assert scores == sorted(scores, reverse=True)


def test_a_page_that_was_not_fetched_says_what_it_is_called(
    folder: IndexReader, served: ServedIndex
):
    query = parse("type:unfetched")
    for index in (folder, served):
        hits = index.search(query, limit=100).hits
        assert {hit.url: hit.called for hit in hits} == {
            one.url: one.anchors for one in PAGES if one.kinds == ("unfetched",)
        }
        assert not any(hit.is_fetched for hit in hits)


def test_a_measurement_asks_by_a_page_s_own_words(folder: IndexReader, served: ServedIndex):
    query = Query(required=((("lime",),),), by_own_words=True)
    assert every(served, query) == every(folder, query)
