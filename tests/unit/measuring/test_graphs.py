import json

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.measuring.graphs import graph


def test_the_graph_of_three_pages(tmp_path):
    def page(name, *links):
        items = "".join(f'<a href="/{to}">see {to} now</a> ' for to in links)
        words = " ".join(f"{name}{n} tide" for n in range(60))
        return {
            "url": f"http://a.example/{name}",
            "html": f"<title>{name}</title><article><p>{words} {items}</p></article>",
            "fetched_at": "2026-03-01T00:00:00Z",
        }

    rows = [page("x", "y"), page("y", "x", "z"), page("z", "out")]
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    collection = Collection.create(tmp_path / "c")
    with pytest.raises(CollectionError, match="pagemill build"):
        graph(Layout(collection.root))
    collection.import_([tmp_path / "p.jsonl"])
    collection.build(workers=1)
    found = graph(Layout(collection.root))
    assert (found.pages, found.links, found.outside) == (3, 3, 1)
    assert found.bow_tie["core"] == 2
    assert found.bow_tie["out"] == 1
    assert sum(rank for _, rank in found.top) == pytest.approx(1)
