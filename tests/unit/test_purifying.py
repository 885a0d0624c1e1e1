from __future__ import annotations

import pytest

from pagemill.errors import DocumentError, UsageError
from pagemill.model.docview import DocView
from pagemill.purifying import docviews
from pagemill.view.assemble import docview


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


def test_any_kind_of_bytes_is_a_page():
    page = b"<title>T</title><p>The tide turns twice a day, and twice it turns back.</p>"
    given = [
        bytearray(page),
        memoryview(page),
        (memoryview(page),),
        (page, "http://a.example/"),
    ]
    found = list(docviews(given, workers=1))
    assert [view.title for view in found if isinstance(view, DocView)] == ["T"] * 4
    assert docview(memoryview(page)).title == "T"


@pytest.mark.parametrize(
    ("page", "word"),
    [
        (5, "payload: of type int"),
        (None, "payload: None"),
        (("<p>a</p>", None), "url: None"),
        (("<p>a</p>", "", 5), "content_type: of type int"),
        ((), "0 values"),
        (("a", "b", "c", "d"), "4 values"),
    ],
)
def test_what_is_no_page_is_told_in_a_sentence(page, word):
    with pytest.raises(UsageError, match=word):
        list(docviews([page], workers=1))


@pytest.mark.parametrize("pages", [None, 5, "<p>a</p>", b"<p>a</p>"])
def test_what_is_not_many_pages_is_refused_at_once(pages):
    with pytest.raises(UsageError, match="not many pages"):
        docviews(pages)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((None,), "payload: None; give the page as bytes or str"),
        (("<p>", None), 'url: None; give a str, ""'),
        (("<p>", "", b"text/html"), "content_type: of type bytes"),
    ],
)
def test_arguments_of_one_page_that_cannot_be_meant_are_told(arguments, word):
    with pytest.raises(UsageError, match=word):
        docview(*arguments)
