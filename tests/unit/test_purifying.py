from __future__ import annotations

import pytest

from pagemill.errors import DocumentError, UsageError
from pagemill.model.docview import DocView
from pagemill.purifying import docviews


def test_pages_are_purified_in_order_and_bad_ones_told():
    page = "<title>{}</title><p>The tide turns twice a day, and twice it turns back.</p>"
    given = [
        page.format(1),
        page.format(2).encode(),
        (page.format(3), "http://a.example/3"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 99, "http://a.example/4", "image/png"),
        (page.format(5).encode("utf-16"), "http://a.example/5", "text/html; charset=utf-16"),
    ]
    found = list(docviews(given, workers=1))
    assert isinstance(found[3], DocumentError)
    views = [view for view in found if isinstance(view, DocView)]
    assert [view.title for view in views] == ["1", "2", "3", "5"]
    assert views[2].url == "http://a.example/3"


def test_no_pages_give_no_views():
    assert list(docviews([], workers=1)) == []


@pytest.mark.parametrize("workers", [0, -1])
def test_fewer_than_one_worker_is_refused_at_once(workers):
    with pytest.raises(UsageError, match=f"workers: {workers}; give"):
        docviews(["<p>a</p>"], workers=workers)
