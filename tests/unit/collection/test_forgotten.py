from __future__ import annotations

import pytest

from pagemill.collection.forgotten import Forgotten, Refusals, orders, write
from pagemill.errors import CollectionError

AT = "2026-03-01T00:00:00+00:00"


def test_orders_come_back_as_they_were_written(tmp_path):
    path = tmp_path / "forgotten.jsonl"
    assert orders(path) == []
    given = [
        Forgotten(what="http://a.example/ü", at=AT),
        Forgotten(what="b.example", at=AT, captures=3, pages=2),
    ]
    write(path, given)
    assert orders(path) == given


@pytest.mark.parametrize(
    "line",
    [b"{", b"[]", b"{}", b'{"what": "a"}', b"\xff\xfe", b"", b'{"what":"a","at":1,"b":2}'],
)
def test_a_damaged_list_is_reported_with_the_line(tmp_path, line):
    path = tmp_path / "forgotten.jsonl"
    write(path, [Forgotten(what="a.example", at=AT)])
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(CollectionError, match="line 2 is damaged"):
        orders(path)


@pytest.mark.parametrize(
    ("url", "is_refused"),
    [
        ("http://a.example/x", True),
        ("HTTP://A.example:80/x#part", True),
        ("http://a.example/./x", True),
        ("http://a.example/x?y", False),
        ("https://a.example/x", False),
        ("http://b.example/anything", True),
        ("https://B.EXAMPLE:8443/", True),
        ("http://www.b.example/", False),
        ("http://notb.example/", False),
        ("no url", False),
    ],
)
def test_a_page_or_a_whole_host_is_refused_in_any_spelling(url, is_refused):
    found = [Forgotten(what="http://a.example/x", at=AT), Forgotten(what="b.example", at=AT)]
    assert Refusals(found)(url) is is_refused


def test_without_orders_nothing_is_refused():
    assert not Refusals([])("http://a.example/")
