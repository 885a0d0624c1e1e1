import numpy as np

from pagemill.measure import properties
from pagemill.measure.asking.asker import Asker
from pagemill.measure.engine import Answer

TEXTS = {
    "a": "one two three four five six seven eight nine ten",
    "b": "one two three four five six seven eight nine ten",
    "c": "cheap pills " * 100,
}


class Shop:
    """Three pages: two with one text, one stuffed."""

    name, limit, filters = "shop", 10, {}

    def search(self, query):
        found = [p for p, text in TEXTS.items() if set(query.words) <= set(text.split())]
        return Answer(tuple(found), len(found), "eq")

    def fetch(self, page):
        return {"a": TEXTS["a"], "b": "all is new here"}.get(page)

    def cached(self, page):
        return TEXTS[page]

    def lookup(self, _page):
        return None


def test_fresh_stale_and_unknown():
    tell = properties.freshness(Asker(Shop()))
    assert [tell(page) for page in "abc"] == [1.0, 0.0, None]


def test_copies_are_found_under_another_address(lexicon):
    tell = properties.duplicate(Asker(Shop()), lexicon)
    assert [tell(page) for page in "abc"] == [1.0, 1.0, 0.0]


def test_stuffed_texts_and_languages():
    asker = Asker(Shop())
    assert [properties.spam(asker)(page) for page in "ac"] == [0.0, 1.0]
    assert properties.compression("short") == 1.0
    assert properties.in_language(asker, "en")("a") == 1.0
    assert np.isclose(properties.compression("ab" * 5000) > 100, 1)
