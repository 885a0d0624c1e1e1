"""Answers from a search server (stub, not tested on the real server)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from material.opensearchserver import Stub, opensearch
from pagemill.errors import CollectionError, SurroundingsError, UsageError
from pagemill.index.document import IndexDocument
from pagemill.index.query import parse
from pagemill.index.rank import PriorWeights, Ranking
from pagemill.index.reader import WINDOW
from pagemill.index.served import body
from pagemill.index.served.reader import ServedIndex
from pagemill.index.served.server import Server
from pagemill.index.tantivy import stemming_of

NONE = stemming_of(())


class Places:
    """The page with the greatest key is linked to most."""

    def places(self, keys: Sequence[int]) -> list[float]:
        return [key / 100 for key in keys]


@pytest.fixture
def stub() -> Iterator[Stub]:
    with opensearch() as stub:
        yield stub


@pytest.fixture
def server(stub: Stub) -> Server:
    made = Server(f"{stub.address}/pages")
    made.create(body.creation(()))
    made.set_mark(body.mark("run", ()))
    return made


def fill(server: Server, count: int) -> None:
    pages = [
        IndexDocument(url=f"http://a.org/{n:03d}", text="lime tree", key=n, day=19_000 + n)
        for n in range(count)
    ]
    server.write((body.name(one.url), body.page(one, NONE)) for one in pages)


def test_another_build_on_the_server_is_told(server: Server):
    with pytest.raises(CollectionError, match=r"another build.*pagemill build"):
        ServedIndex(server, "other", NONE)
    with pytest.raises(CollectionError, match="another build"):
        ServedIndex(server, "run", stemming_of(("en",)))


def test_what_is_known_of_pages_moves_the_first_of_them(server: Server):
    fill(server, 50)
    ranking = Ranking(priors=PriorWeights(link=1.0), links=Places())
    found = ServedIndex(server, "run", NONE, ranking).search(parse("lime"), limit=50)
    order = [int(hit.url[-3:]) for hit in found.hits]
    assert order == [*range(WINDOW - 1, -1, -1), *range(WINDOW, 50)]
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)
    plain = ServedIndex(server, "run", NONE).search(parse("lime"), limit=50)
    assert [int(hit.url[-3:]) for hit in plain.hits] == list(range(50))


def test_freshness_counts_from_the_newest_page_of_all(server: Server):
    fill(server, 5)
    ranking = Ranking(priors=PriorWeights(freshness=1.0))
    hits = ServedIndex(server, "run", NONE, ranking).search(parse("lime")).hits
    plain = ServedIndex(server, "run", NONE).search(parse("lime")).hits
    assert hits[0].url.endswith("004")
    assert hits[0].score - plain[0].score == pytest.approx(1.0)


def test_hits_deeper_than_the_server_goes_are_refused(server: Server):
    fill(server, 1)
    index = ServedIndex(server, "run", NONE)
    with pytest.raises(UsageError, match="narrow the query"):
        index.search(parse("lime"), limit=10, offset=9_995)
    assert index.search(parse("lime"), limit=0, offset=20_000).total == 1


def test_pages_without_score_come_in_the_order_of_their_addresses(server: Server):
    fill(server, 40)
    found = ServedIndex(server, "run", NONE).search(parse("site:a.org"), limit=5, offset=35)
    assert (found.total, found.hits) == (0, ())
    dated = ServedIndex(server, "run", NONE).search(parse("after:2022"), limit=5, offset=1)
    assert [hit.url[-3:] for hit in dated.hits] == sorted(hit.url[-3:] for hit in dated.hits)
    assert {hit.score for hit in dated.hits} == {0.0}


@pytest.mark.parametrize(
    "hit",
    [
        b"7",
        b'{"_id":"x"}',
        b'{"_score":1,"_source":{}}',
        b'{"_score":"a","_source":{"key":"1","day":"1","flags":"1","repetition":"0"}}',
    ],
)
def test_hits_that_lack_what_is_read_of_them_are_one_clear_error(
    server: Server, stub: Stub, hit: bytes
):
    fill(server, 3)
    index = ServedIndex(server, "run", NONE)
    total = b'{"value":1,"relation":"eq"}'
    stub.trouble.append((200, b'{"hits":{"total":' + total + b',"hits":[' + hit + b"]}}"))
    with pytest.raises(SurroundingsError, match="no answer of an OpenSearch server"):
        index.search(parse("lime"))
    assert index.search(parse("lime")).total == 3


@pytest.mark.parametrize(
    "counts", [b"{}", b'{"site":{}}', b'{"site":{"buckets":[{"k":1}]}}', b'{"site":[]}']
)
def test_facets_that_were_not_counted_are_one_clear_error(
    server: Server, stub: Stub, counts: bytes
):
    index = ServedIndex(server, "run", NONE)
    stub.trouble.append((200, b'{"aggregations":' + counts + b"}"))
    with pytest.raises(SurroundingsError, match="no answer of an OpenSearch server"):
        index.facets(parse("lime"), ["site"])
