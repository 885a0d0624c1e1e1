"""Products, as they are shown."""

from __future__ import annotations

from pagemill.cli.find.products import show
from pagemill.model.product import Product


def test_each_product_has_a_row(desk):
    show([Product(url="http://a/", name="Rope", price=9.5, currency="EUR")], desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "1 products"
    assert lines[-1].split() == ["Rope", "9.50", "EUR", "http://a/"]


def test_no_products_are_said_plainly(desk):
    show([], desk.console())
    assert desk.out.getvalue() == "0 products\n"
