"""A product is plain data."""

from __future__ import annotations

import json
from dataclasses import asdict

from pagemill.model.product import Product


def test_a_product_can_be_written_as_json_and_has_identifiers_of_its_own():
    one, other = Product(url="u", name="Rope"), Product(url="u", name="Mast")
    one.identifiers["sku"] = "1"
    assert other.identifiers == {}
    assert json.loads(json.dumps(asdict(one)))["span"] == [-1, -1]
