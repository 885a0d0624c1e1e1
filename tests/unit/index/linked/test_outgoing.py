from __future__ import annotations

import numpy as np

from pagemill.html.url import url_hash
from pagemill.index.linked.outgoing import Outgoing, hashed, marks, text_hashes


def some(first: int, counts: list[int]) -> Outgoing:
    pages = np.arange(first, first + len(counts), dtype=np.uint64)
    links = np.arange(sum(counts), dtype=np.uint64) + np.uint64(100 * first)
    return Outgoing(pages, pages + 1, pages + 2, np.array(counts), links, links + 1)


def test_links_of_some_pages_go_with_them():
    found = Outgoing.joined([some(1, [2, 0, 3]), some(9, [1])])
    assert found.pages.tolist() == [1, 2, 3, 9]
    picked = found.where(np.array([False, True, True, True]))
    assert picked.counts.tolist() == [0, 3, 1]
    assert picked.targets.tolist() == [102, 103, 104, 900]
    assert picked.texts.tolist() == [103, 104, 105, 901]
    again = Outgoing.of(picked.arrays())
    assert all(
        np.array_equal(again.arrays()[name], one) for name, one in picked.arrays().items()
    )
    assert Outgoing.joined([]).pages.size == 0


def test_a_mark_changes_with_whatever_a_page_is_told_by():
    pages = np.array([1, 2, 1, 1], np.uint64)
    instants = np.array([0, 0, 1, 0], "datetime64[us]")
    found = marks(pages, instants, ["a", "a", "a", "b"])
    assert len(set(found.tolist())) == 4
    assert (found != 0).all()


def test_places_on_a_page_and_blanks_make_no_difference():
    assert (
        hashed(["http://a.org/#x", "http://a.org/"]).tolist() == [url_hash("http://a.org/")] * 2
    )
    numbers, texts = text_hashes(["a  b", " a b ", " ", ""])
    assert numbers.tolist() == [url_hash("a b")] * 2 + [0, 0]
    assert texts == {url_hash("a b"): "a b"}
