"""The products of a collection."""

from __future__ import annotations

import json
from dataclasses import fields

import duckdb
import pandas as pd
import pyarrow.parquet
import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.export import Choice
from pagemill.sharing.products import Products, product_records
from pagemill.sharing.selection import selection


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


def shop(url: str, *things: dict[str, object]) -> dict[str, str]:
    words = " ".join(f"This {url[-4:]}{n} holds well." for n in range(40))
    said = "".join(
        f'<script type="application/ld+json">{json.dumps(one)}</script>' for one in things
    )
    return {"url": url, "html": f"{said}<p>{words}</p>", "fetched_at": "2026-01-01T00:00Z"}


@pytest.fixture
def shops(tmp_path) -> Collection:
    rope = {
        "@type": "Product",
        "name": "Rope",
        "brand": "Knot & Sons",
        "sku": "7",
        "gtin13": "4006381333931",
        "offers": {
            "@type": "Offer",
            "price": "9.50",
            "priceCurrency": "EUR",
            "availability": "https://schema.org/InStock",
        },
    }
    twine = {"@type": "Product", "name": "Twine"}
    rows = [
        shop("http://a.example/rope", rope, twine),
        shop("http://b.example/hook", {"@type": "Product", "name": "Hook"}),
        shop("http://a.example/none"),
    ]
    collection = Collection.create(tmp_path / "c")
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))
    collection.import_([tmp_path / "p.jsonl"])
    collection.build(workers=1)
    return collection


def test_products_are_exported_as_a_table_that_duckdb_and_pandas_read(shops, tmp_path):
    out = tmp_path / "products.parquet"
    report = shops.export("products", out)
    assert (report.rows, report.rejects) == (2, {"describes no product": 1})
    stated = duckdb.read_parquet(str(out)).filter("NOT isnan(price)")
    columns = "name, brand, price, currency, availability, identifiers"
    found = stated.project(columns).fetchall()
    identifiers = ["gtin13:4006381333931", "sku:7"]
    assert found == [("Rope", "Knot & Sons", 9.5, "EUR", "InStock", identifiers)]
    frame = pd.read_parquet(out)
    assert sorted(frame["name"]) == ["Hook", "Rope", "Twine"]
    assert frame["price"].isna().sum() == 2
    rope = frame[frame["name"] == "Rope"].iloc[0]
    html = shop("http://a.example/rope")["html"]
    assert rope["span_end"] - rope["span_start"] == 4 < len(html)
    assert set(frame["url"]) == {"http://a.example/rope", "http://b.example/hook"}


def test_the_columns_of_the_table_are_fixed_also_where_it_is_empty(shops, tmp_path):
    whole, none = tmp_path / "whole.parquet", tmp_path / "none.parquet"
    shops.export("products", whole)
    report = shops.export(
        "products", none, choice=Choice(selection=selection("lang:xx", [], redact=False))
    )
    assert report.rows == 0
    schemas = [pyarrow.parquet.read_schema(path) for path in (whole, none)]
    assert schemas[0].equals(schemas[1])
    assert schemas[0].names == [one.name for one in fields(Products)]


def test_filters_choose_the_pages_whose_products_are_exported(shops, tmp_path):
    out = tmp_path / "b.parquet"
    asked = Choice(selection=selection("site:b.example", [], redact=False))
    report = shops.export("products", out, choice=asked)
    assert (report.rows, pd.read_parquet(out)["name"].tolist()) == (1, ["Hook"])
    assert sum(report.rejects.values()) == 2


def test_names_of_products_cannot_be_redacted(shops, tmp_path):
    asked = Choice(selection=selection("", [], redact=True))
    with pytest.raises(UsageError, match="--redact"):
        shops.export("products", tmp_path / "x.parquet", choice=asked)


def test_before_the_first_build_it_is_told_what_to_do(tmp_path, capsys):
    root = tmp_path / "empty"
    Collection.create(root)
    for words in (["products", str(root)], ["compare-methods", str(root)]):
        assert main(words) == 3
        assert f"run 'pagemill build {root}'" in capsys.readouterr().err
