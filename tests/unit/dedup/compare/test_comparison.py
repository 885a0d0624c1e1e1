import itertools

import numpy as np
import pytest

from pagemill.dedup.compare.catalogue import method
from pagemill.dedup.compare.comparison import compare
from pagemill.dedup.methods.method import Found, Method

BODY = " ".join(f"word{number}" for number in range(100))
DOCS = [
    ("http://a.example/1", BODY),
    ("http://a.example/2", BODY + " end"),
    ("http://b.example/1", BODY + " other"),
    ("http://b.example/2", "quite another text about the harbour and its mud"),
    ("http://b.example/3", "too short"),
]


def fixed(*pairs):
    left, right = (np.array(side, np.int64) for side in zip(*pairs, strict=True))

    def find(texts, threshold):
        del texts, threshold
        return Found(left=left, right=right, similarity=np.ones(left.size), kept_bytes=400)

    return Method(name="fixed", says="says what it is told", pairs=find)


def ticking():
    ticks = itertools.count()
    return lambda: next(ticks) * 0.5


def test_precision_recall_speed_and_size_are_counted():
    found = compare(DOCS, [fixed((0, 1), (0, 3), (1, 3))], 0.8, ticking())
    (figures,) = found.figures
    assert (found.texts, found.too_short, found.given, found.duplicates) == (4, 1, 5, 3)
    assert (figures.pairs, figures.right) == (3, 1)
    assert (figures.precision, figures.recall) == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert figures.f1 == pytest.approx(1 / 3)
    assert figures.texts_per_second == pytest.approx(4 / 0.5)
    assert figures.bytes_per_text == 100


def test_pairs_of_one_site_and_of_two_are_judged_apart():
    (figures,) = compare(DOCS, [fixed((0, 1), (0, 2), (1, 3), (2, 3))], 0.8, ticking()).figures
    assert figures.precision_same_site == 1 / 2
    assert figures.precision_cross_site == 1 / 2


def test_ids_that_are_no_urls_have_no_site():
    docs = [(str(number), text) for number, (_, text) in enumerate(DOCS)]
    (figures,) = compare(docs, [method("bands")], 0.8, ticking()).figures
    assert (figures.precision, figures.recall) == (1.0, 1.0)
    assert figures.precision_same_site is None
    assert figures.precision_cross_site is None


def test_unknown_shares_are_none_and_not_nought():
    docs = [("a", "one two three four five"), ("b", "six seven eight nine ten")]
    (figures,) = compare(docs, [method("bands")], 0.8, ticking()).figures
    assert (figures.precision, figures.recall, figures.f1) == (None, None, None)


def test_a_curve_is_drawn_if_wanted():
    found = compare(DOCS, [method("bands-only")], 0.8, ticking(), with_curve=True)
    (point,) = found.curve
    assert (point.low, point.high, point.pairs) == (0.95, 1.0, 3)
    assert point.found == {"bands-only": 1.0}
