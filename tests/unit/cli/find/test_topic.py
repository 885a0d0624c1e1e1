"""A topic shown, and collected."""

from __future__ import annotations

from pagemill.api import Collection
from pagemill.cli.find.topic import collect, show
from pagemill.searching.topic import Topic

FOUND = Topic(
    words={"tide": 1.0, "pier": 0.5}, least=0.2, pages={"http://b.example/2": 0.75}, seen=4
)


def test_words_and_pages_are_shown(desk):
    show(FOUND, desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "1 of 4 pages are like: tide, pier"
    assert lines[-1].split() == ["0.750", "http://b.example/2"]


def test_the_pages_become_a_collection(built: Collection, tmp_path):
    collect(built, FOUND, tmp_path / "new")
    new = Collection.open(tmp_path / "new")
    new.build(workers=1)
    assert [view.url for view in new.docviews()] == ["http://b.example/2"]
