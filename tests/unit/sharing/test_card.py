"""The card of a data set."""

from __future__ import annotations

import json

from pagemill.api import Collection
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.html.url import host
from pagemill.sharing.card import Contents, card
from pagemill.tables import DocViews


def test_the_card_counts_what_was_written_and_what_was_not(built: Collection):
    layout = Layout(built.root)
    views = parquet.read(DocViews, manifest.live_parts(layout, DocViews.name))
    contents = Contents()
    contents.add(views, [host(url) for url in views.url])
    text = card("tides", contents, {"duplicate: exact": 7}, "--where 'lang:en'")
    head = text.split("---")[1]
    values = {
        line.partition(": ")[0]: line.partition(": ")[2] for line in head.split("\n")[1:-1]
    }
    assert json.loads(values["size_categories"]) == ["n<1K"]
    assert json.loads(values["configs"])[0]["data_files"] == "data/*.parquet"
    assert "| duplicate: exact | 7 |" in text
    assert "| b.example | 3 |" in text
    assert "Selected by: --where 'lang:en'." in text
    assert f"{len(views.url)} pages" in text


def test_a_card_of_nothing_is_still_a_card():
    assert "0 pages" in card("empty", Contents(), {}, "")
