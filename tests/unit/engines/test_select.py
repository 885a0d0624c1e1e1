import pytest

from pagemill.engines.select import selected, value
from pagemill.errors import UsageError

PAGE = (
    '<ul><li class="hit"><a href="/1">One</a> text</li><li class="hit">Two</li><li>no</li></ul>'
)


def test_elements_texts_and_attributes():
    rows = selected(PAGE, "li.hit")
    assert len(rows) == 2
    assert (value(rows[0], "a"), value(rows[0], "a@href")) == ("One", "/1")
    assert value(rows[1], "a@href") == ""


def test_what_is_no_selector_is_refused():
    with pytest.raises(UsageError, match="no CSS selector"):
        selected(PAGE, "li..hit")
