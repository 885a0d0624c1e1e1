from __future__ import annotations

import pytest

from pagemill.html.params import UrlParams
from pagemill.html.url_rules import PROFILES, normalized_by


def test_the_default_is_what_the_standards_call_equivalent():
    assert UrlParams().rules() == PROFILES["standard"]


def test_rules_are_added_and_left_out():
    rules = UrlParams(add="sorted-query  no-www", leave_out="no-fragment").rules()
    assert normalized_by("http://www.a.example/?b&a#c", rules) == "http://a.example/?a&b#c"


@pytest.mark.parametrize(
    "given", [{"profile": "best"}, {"add": "no-such"}, {"leave_out": "no-such"}]
)
def test_what_there_is_not_is_refused_with_what_there_is(given):
    with pytest.raises(ValueError, match="there are"):
        UrlParams(**given)
