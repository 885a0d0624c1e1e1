from __future__ import annotations

from pagemill.collection.forgotten import Forgotten, Refusals
from pagemill.crawl.names import Names


def test_orders_to_forget_name_pages_and_hosts():
    orders = [Forgotten(what=what, at="") for what in ("a.example", "http://b.example/x")]
    names: Names = Refusals(orders)
    assert names("http://a.example/anything")
    assert names.host("a.example")
    assert names("http://b.example/x")
    assert not names("http://b.example/")
    assert not names.host("b.example")
