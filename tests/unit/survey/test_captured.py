import pytest

from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.survey.captured import captured


def test_the_capture_that_stands_for_a_page_is_read(built):
    found = captured(Layout(built.root), "http://b.example/2")
    assert found.url == "http://b.example/2"
    assert found.fetched_at.year == 2026  # not the older one
    assert b"word2x" in found.payload


@pytest.mark.parametrize("url", ["http://b.example/gone", "http://b.example/absent"])
def test_where_no_capture_stands_for_a_page_it_is_said(built, url):
    with pytest.raises(UsageError, match="no capture stands for this page"):
        captured(Layout(built.root), url)
