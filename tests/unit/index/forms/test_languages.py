"""Languages whose words can be stemmed."""

from __future__ import annotations

import pytest

from pagemill.index.forms.languages import LANGUAGES, chosen


def test_the_languages_of_a_setting_come_in_order_and_once():
    assert chosen(" en de  en ") == ("de", "en")
    assert chosen("") == ()
    with pytest.raises(ValueError, match=r"'xx'.*ar, da, de"):
        chosen("en xx")


def test_the_languages_are_named_by_their_primary_tags():
    assert all(len(one) == 2 for one in LANGUAGES)
    assert list(LANGUAGES) == sorted(LANGUAGES)
