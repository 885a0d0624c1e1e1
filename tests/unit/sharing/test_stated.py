"""Rights as columns, read from the captures."""

from __future__ import annotations

import json

from pagemill.api import Collection
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.sharing.stated import with_rights
from pagemill.tables import DocViews

BY = "https://creativecommons.org/licenses/by/4.0/"


def test_each_row_has_what_its_page_states(tmp_path):
    collection = Collection.create(tmp_path / "c")
    words = " ".join(f"Bread{n} is baked here." for n in range(50))
    free = f'<meta name=robots content=noai><p>{words} <a rel="license" href="{BY}">CC</a></p>'
    rows = [
        {"url": "http://free.example/", "html": free},
        {"url": "http://silent.example/", "html": f"<p>{words} Nothing more.</p>"},
    ]
    lines = [json.dumps(row | {"fetched_at": "2026-01-01T00:00:00Z"}) for row in rows]
    (tmp_path / "p.jsonl").write_text("\n".join(lines))
    collection.import_([tmp_path / "p.jsonl"])
    collection.build(workers=1)
    layout = Layout(collection.root)
    views = parquet.read_rows(DocViews, manifest.live_parts(layout, DocViews.name))
    found = with_rights(layout, views)
    stated = dict(zip(found.url, zip(found.licence, found.opt_out, strict=True), strict=True))
    assert stated["http://free.example/"] == (BY, ["noai"])
    assert stated["http://silent.example/"] == ("", [])
