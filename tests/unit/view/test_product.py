"""Products that pages describe."""

from __future__ import annotations

import json

import pytest

from pagemill.html.tree import parsed
from pagemill.view.product import price, products

KETTLE = {
    "@context": "https://schema.org",
    "@type": "Product",
    "name": 'Kettle "Tide" 1.7 l',
    "brand": {"@type": "Brand", "name": "Quay"},
    "gtin13": "4006381333931",
    "sku": 77,
    "offers": {
        "@type": "Offer",
        "price": 39.9,
        "priceCurrency": "eur",
        "availability": "https://schema.org/InStock",
    },
}

MARKED = """<div itemscope itemtype="https://schema.org/Product">
<h1 itemprop="name">Oak table</h1>
<span itemprop="mpn">OT-1</span><div itemprop="offers" itemscope
itemtype="https://schema.org/Offer"><span itemprop="price" content="1299.00">1.299 EUR</span>
<meta itemprop="priceCurrency" content="EUR"><link itemprop="availability"
href="https://schema.org/OutOfStock"></div></div>"""


def script(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def test_a_product_in_json_ld_is_a_typed_record():
    html = script({"@graph": [{"@type": "WebPage", "name": "x"}, KETTLE]})
    [found] = products(parsed(html), html, "http://a/")
    assert (found.name, found.brand) == (KETTLE["name"], "Quay")
    assert (found.price, found.currency, found.availability) == (39.9, "EUR", "InStock")
    assert found.identifiers == {"gtin13": "4006381333931", "sku": "77"}
    start, end = found.span
    assert json.loads(f'"{html[start:end]}"') == found.name


def test_a_product_in_microdata_is_one_too():
    [found] = products(parsed(MARKED), MARKED, "http://a/")
    assert (found.name, found.source) == ("Oak table", "microdata")
    assert (found.price, found.currency) == (1299.0, "EUR")
    assert found.availability == "OutOfStock"
    assert found.identifiers == {"mpn": "OT-1"}
    assert MARKED[slice(*found.span)] == "Oak table"


def test_the_same_product_in_both_notations_is_one():
    both = script(KETTLE | {"name": "Oak table"}) + MARKED
    assert [one.source for one in products(parsed(both), both, "u")] == ["json-ld"]


@pytest.mark.parametrize(
    "value", [{"@type": "Article", "name": "x"}, {"@type": "Product"}, "x", [], {"@type": 3}]
)
def test_what_is_no_product_gives_none(value):
    html = script(value)
    assert products(parsed(html), html, "u") == []


def test_a_product_without_an_offer_has_no_price():
    html = script({"@type": ["Thing", "Product"], "name": "Rope", "brand": "Quay"})
    [found] = products(parsed(html), html, "u")
    assert (found.price, found.currency, found.brand) == (None, "", "Quay")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("19.99", 19.99),
        ("19,99 €", 19.99),
        ("1.299,00", 1299.0),
        ("1,299.00", 1299.0),
        ("1.299", 1299.0),
        ("12 345,50 Kč", 12345.5),
        ("$5", 5.0),
        ("free", None),
        ("", None),
    ],
)
def test_prices_are_read_as_they_are_written(text, expected):
    assert price(text) == expected
