"""Where pages stand by their links."""

from __future__ import annotations

import json

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.html.url import url_hash
from pagemill.searching.linking import all_edges, link_report

MENU = '<nav><ul><li><a href="http://menu.example/">Home of all</a></li></ul></nav>'


def page(number: int) -> str:
    words = " ".join(f"tide{number}x{n} turns" for n in range(60))
    link = '<a href="http://famous.example/">the famous tide table of the harbour</a>'
    return (
        f"<title>Tides {number}</title>{MENU}<article><h1>Tides {number}</h1>"
        f"<p>Tide and {link} {words}.</p></article>"
    )


@pytest.fixture(scope="module")
def collection(tmp_path_factory) -> Collection:
    home = tmp_path_factory.mktemp("linking")
    made = Collection.create(home / "c")
    rows = [{"url": f"http://p{n}.example/", "html": page(n)} for n in range(5)]
    rows += [{"url": f"http://{name}.example/", "html": page(9)} for name in ("famous",)]
    words = " ".join(f"soap{n} bubbles" for n in range(60))
    rows.append({"url": "http://menu.example/", "html": f"<title>Menu</title><p>{words}.</p>"})
    lines = [json.dumps(row | {"fetched_at": "2026-01-01T00:00:00Z"}) for row in rows]
    (home / "pages.jsonl").write_text("\n".join(lines))
    made.import_([home / "pages.jsonl"])
    made.build(workers=1)
    return made


def test_the_page_that_texts_link_to_is_first_and_an_authority(collection):
    report = link_report(Layout(collection.root), top=3)
    assert report.pagerank[0].url == report.authorities[0].url == "http://famous.example/"
    assert report.authorities[0].incoming == 5
    assert {hub.url for hub in report.hubs} <= {f"http://p{n}.example/" for n in range(5)}
    assert report.all_links is None


def test_menus_count_only_among_all_links(collection):
    found = link_report(Layout(collection.root), top=3, with_all=True).all_links
    assert found is not None
    assert found.all_links > found.topic_links
    assert "http://menu.example/" in found.risen
    assert -1.0 <= found.correlation < 1.0


def test_all_links_are_those_of_the_source(collection):
    edges = all_edges(Layout(collection.root))
    menu = edges.keys.tolist().index(url_hash("http://menu.example/"))
    assert edges.incoming[menu] == 6


def test_without_an_index_the_remedy_is_told(tmp_path):
    with pytest.raises(CollectionError, match="pagemill build"):
        link_report(Layout(Collection.create(tmp_path / "c").root))
