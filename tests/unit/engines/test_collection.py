import pytest

from pagemill.api import Collection
from pagemill.engines.collection import CollectionEngine
from pagemill.errors import CollectionError
from pagemill.measure.engine import Query, Scannable, Unanswered

PAGE = "http://b.example/2"


def test_it_answers_as_the_collection_does(built):
    engine = CollectionEngine(built.root)
    found = engine.search(Query(("word2x5",)))
    assert (found.ids, found.total, found.overflow) == ((PAGE,), 1, False)
    assert engine.search(Query(("and",), filters=(("site", "b.example"),))).total == 2
    assert engine.search(Query(("word2x5", "and"), is_phrase=True)).ids == (PAGE,)
    assert CollectionEngine(built.root, limit=1).search(Query(("and",))).overflow
    assert "word2x5" in engine.cached(PAGE)
    assert engine.cached("http://none.example/") is None
    assert (engine.lookup(PAGE), engine.lookup("http://none.example/")) == (True, False)
    with pytest.raises(Unanswered):
        engine.fetch(PAGE)


def test_all_pages_of_the_index_are_listed_and_no_copies(built):
    engine = CollectionEngine(built.root)
    assert isinstance(engine, Scannable)
    assert len(dict(engine.scan())) == built.funnel().kept


def test_what_was_not_built_is_told(tmp_path):
    Collection.create(tmp_path / "c")
    with pytest.raises(CollectionError, match="pagemill build"):
        CollectionEngine(tmp_path / "c")
