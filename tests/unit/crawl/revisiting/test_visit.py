from __future__ import annotations

from dataclasses import replace

import pytest

from pagemill.crawl.deposit import Opened
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Found
from pagemill.crawl.reading.page import Depth, Directives, Page
from pagemill.crawl.revisiting.visit import visited

FOUND = Found("http://a.example/", b"k" * 16, "a.example", depth=1)
ANSWER = Answer(
    status=200,
    headers=(("ETag", '"1"'),),
    head=b"",
    body=b"x",
    request_head=b"",
    address="",
    took=0.1,
)
SEEN = Opened(
    url=FOUND.url, at=1e9, answer=ANSWER, payload=b"x", media_type="", digest=b"d" * 20
)
PAGE = Page((), Directives(), b"12345678", Depth.OPEN, least=60.0)


def test_a_first_visit_has_no_gap() -> None:
    first = visited(FOUND, SEEN, PAGE, None, may_keep=True)
    assert (first.gaps, first.kept, first.least, first.etag) == ((), 1e9, 60.0, '"1"')


@pytest.mark.parametrize(("text", "changed"), [(b"12345678", False), (b"87654321", True)])
def test_a_change_is_one_of_the_text(text: bytes, *, changed: bool) -> None:
    first = visited(FOUND, SEEN, PAGE, None, may_keep=True)
    later = replace(SEEN, at=1e9 + 60, digest=b"e" * 20)
    second = visited(FOUND, later, replace(PAGE, fingerprint=text), first, may_keep=True)
    assert second.gaps == ((60.0, changed),)
    assert second.kept == 1e9 + 60


def test_bytes_that_are_the_same_stand_for_the_answer_that_was_kept() -> None:
    first = visited(FOUND, SEEN, PAGE, None, may_keep=True)
    second = visited(FOUND, replace(SEEN, at=1e9 + 60), PAGE, first, may_keep=True)
    assert second.kept == 1e9
    assert visited(FOUND, SEEN, PAGE, None, may_keep=False).kept == 0.0


def test_what_is_no_page_changes_with_its_bytes() -> None:
    first = visited(FOUND, SEEN, None, None, may_keep=True)
    later = replace(SEEN, at=1e9 + 5, digest=b"e" * 20)
    assert visited(FOUND, later, None, first, may_keep=True).gaps == ((5.0, True),)
