from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations

from pagemill.dedup.preference import Standing, preferred

# Each page is preferred to the next; each is better by one rule and worse by all later ones.
ORDERED = [
    Standing("http://zzzzz.example/", "", 90, 1),
    Standing("https://zzzzz.example/", "https://other.example/", 90, 1),
    Standing("http://zzzzzz.example/", "http://other.example/", 80, 9),
    Standing("http://zzzzzz.example/a", "http://other.example/", 10, 5),
    Standing("http://zz.example/", "http://other.example/", 20, 5),
    Standing("http://zzz.example/a", "http://other.example/", 20, 5),
    Standing("http://zzz.example/b", "http://other.example/", 20, 5),
]


def test_each_rule_counts_before_all_that_follow_it():
    for better, worse in pairwise(ORDERED):
        assert preferred([worse, better]) == [1, 0]


def test_the_order_of_the_pages_does_not_matter():
    for shuffled in permutations(ORDERED[:5]):
        ranked = [shuffled[number] for number in preferred(shuffled)]
        assert ranked == ORDERED[:5]


def test_naming_itself_is_as_good_as_naming_nothing():
    page = ORDERED[0]
    assert preferred([replace(page, canonical=page.url), page]) == [0, 1]


def test_no_pages_have_no_order():
    assert preferred([]) == []
