import random

from hypothesis import given
from hypothesis import strategies as st

from pagemill.measure.overlap import digests
from pagemill.measure.overlap.digests import Digests, compared

PAGES = [(f"http://a.example/{number}", f"text {number}") for number in range(300)]


def test_order_does_not_matter_and_equal_lists_are_read_once():
    reads = []

    def left():
        reads.append("left")
        return iter(PAGES)

    shuffled = random.Random(1).sample(PAGES, len(PAGES))
    found = compared(left, lambda: iter(shuffled))
    assert found.is_equal
    assert reads == ["left"]
    assert (found.left, found.right, found.both) == (300, 300, 300)


def test_every_difference_is_listed_also_in_parts(monkeypatch):
    monkeypatch.setattr(digests, "_MOST_AT_ONCE", 2)
    other = [*PAGES[:100], ("http://a.example/100", "new text"), *PAGES[105:], ("new", "x")]
    found = compared(lambda: iter(PAGES), lambda: iter(other), buckets=64)
    assert found.only_left == tuple(sorted(page for page, _ in PAGES[101:105]))
    assert found.only_right == ("new",)
    assert found.changed == ("http://a.example/100",)
    assert not found.is_equal


def test_a_page_listed_twice_is_told():
    found = compared(lambda: iter([*PAGES, PAGES[7]]), lambda: iter(PAGES))
    assert found.repeated == (PAGES[7][0],)


TEXTS = st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=12)


@given(TEXTS, TEXTS)
def test_it_agrees_with_plain_sets(left, right):
    found = compared(lambda: iter(left.items()), lambda: iter(right.items()), buckets=4)
    assert set(found.only_left) == left.keys() - right.keys()
    assert set(found.only_right) == right.keys() - left.keys()
    assert set(found.changed) == {k for k in left.keys() & right.keys() if left[k] != right[k]}
    assert found.is_equal == (left == right)


def test_memory_is_that_of_the_buckets():
    assert Digests.of(iter(PAGES), buckets=8).counts.sum() == 300
