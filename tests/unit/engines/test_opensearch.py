"""Stub, not tested on the real server: it answers as OpenSearch's "Search API" page says."""

import pytest

from material.searchserver import searching
from pagemill.engines.opensearch import opensearch
from pagemill.engines.web import WebEngine
from pagemill.errors import UsageError
from pagemill.measure.engine import Query


def test_the_uri_search_is_asked_and_read():
    pages = {"1": "tide high", "2": "tide low"}
    with searching(pages) as (base, log):
        found = opensearch({"kind": "opensearch", "url": base, "index": "pages"}, "file")
        engine = WebEngine(found)
        answer = engine.search(Query(("tide",)))
    assert (answer.ids, answer.total, answer.relation) == (("1", "2"), 2, "eq")
    assert engine.cached("2") == "tide low"
    assert log[0].startswith("/pages/_search?q=tide&df=text&track_total_hits=true")
    assert "default_operator=AND" in log[0]


def test_slips_are_told():
    with pytest.raises(UsageError, match="index is missing"):
        opensearch({"url": "http://a.example"}, "file")
    with pytest.raises(UsageError, match="colour: no such key"):
        opensearch({"url": "http://a.example", "index": "x", "colour": 1}, "file")
