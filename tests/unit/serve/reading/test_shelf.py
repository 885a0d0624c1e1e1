from dataclasses import replace

from pagemill.serve.reading.shelf import MOST, MOST_BYTES, Shelf
from pagemill.serve.reading.source import Source


def test_what_was_put_is_found_under_its_name_alone(reading):
    shelf = Shelf()
    name = shelf.put(reading)
    assert shelf.get(name) is reading
    assert shelf.get(name + "x") is None
    assert shelf.put(reading) != name


def test_the_oldest_goes_but_what_was_looked_at_stays(reading):
    shelf = Shelf()
    first, second = shelf.put(reading), shelf.put(reading)
    for _ in range(MOST - 2):
        shelf.put(reading)
    assert shelf.get(first)
    shelf.put(reading)
    assert shelf.get(first)
    assert shelf.get(second) is None


def test_large_pages_push_others_out_but_one_always_stays(reading):
    shelf = Shelf()
    small = shelf.put(reading)
    large = replace(reading, source=Source(payload="x" * (MOST_BYTES + 1)))
    name = shelf.put(large)
    assert shelf.get(small) is None
    assert shelf.get(name) is large
