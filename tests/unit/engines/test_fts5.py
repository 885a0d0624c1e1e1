import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pagemill.engines.fts5 import Fts5Engine
from pagemill.errors import UsageError
from pagemill.measure.engine import Query, Unanswered


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "pages.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE VIRTUAL TABLE pages USING fts5(url, body)")
        rows = [
            ("a", "the tide is high"),
            ("b", "the tide is low"),
            ("c", 'a "quoted" AND word'),
        ]
        made.executemany("INSERT INTO pages VALUES (?, ?)", rows)
        made.commit()
    return path


def test_it_answers_as_the_table_does(database):
    engine = Fts5Engine(database, "pages", "url", "body", limit=1)
    found = engine.search(Query(("tide",)))
    assert (found.ids, found.total, found.overflow) == (("a",), 2, True)
    assert engine.search(Query(("is", "low"), is_phrase=True)).ids == ("b",)
    assert engine.search(Query(("and", 'quo"ted'))).ids == ()
    assert (engine.fetch("a"), engine.cached("x")) == ("the tide is high", None)
    assert (engine.lookup("a"), engine.lookup("x")) == (True, False)
    assert [page for page, _ in engine.scan()] == ["a", "b", "c"]
    with pytest.raises(Unanswered, match="without words"):
        engine.search(Query(()))


def test_what_is_not_there_is_told(database, tmp_path):
    with pytest.raises(UsageError, match="no such database"):
        Fts5Engine(tmp_path / "none", "pages", "url", "body")
    with pytest.raises(UsageError, match="no such table"):
        Fts5Engine(database, "others", "url", "body")
