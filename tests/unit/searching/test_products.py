"""The products of a collection."""

from __future__ import annotations

import json

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.collection.layout import Layout
from pagemill.searching.products import product_records


def test_products_of_kept_pages_are_listed_once(tmp_path):
    words = " ".join(f"This rope{n} holds well." for n in range(40))
    thing = {"@type": "Product", "name": "Rope", "offers": {"@type": "Offer", "price": "9.50"}}
    html = f'<script type="application/ld+json">{json.dumps(thing)}</script><p>{words}</p>'
    rows = [
        {"url": f"http://{host}.example/rope", "html": html, "fetched_at": "2026-01-01T00:00Z"}
        for host in ("a", "copy")
    ]
    collection = Collection.create(tmp_path / "c")
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    collection.import_([tmp_path / "p.jsonl"])
    collection.build(workers=1)
    [found] = product_records(Layout(collection.root))
    assert (found.name, found.price) == ("Rope", 9.5)


def test_before_the_first_build_it_is_told_what_to_do(tmp_path, capsys):
    root = tmp_path / "empty"
    Collection.create(root)
    for words in (["products", str(root)], ["compare-methods", str(root)]):
        assert main(words) == 3
        assert f"run 'pagemill build {root}'" in capsys.readouterr().err
