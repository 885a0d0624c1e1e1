import numpy as np

from pagemill.dedup.columns import grouped, integers, mixed, numbers, offsets


def test_mixing_gives_the_published_numbers_of_splitmix64():
    state = np.array([0x9E3779B97F4A7C15], np.uint64)
    assert [hex(number) for number in mixed(state).tolist()] == ["0xe220a8397b1dcdaf"]


def test_mixing_keeps_different_values_different():
    assert np.unique(mixed(np.arange(10_000, dtype=np.uint64))).size == 10_000


def test_numbers_depend_on_the_seed_alone():
    assert np.array_equal(numbers(3, 5), numbers(3, 9)[:5])
    assert not np.array_equal(numbers(3, 5), numbers(4, 5))


def test_offsets_start_at_nothing_and_end_at_the_total():
    assert integers(offsets(np.array([2, 0, 3]))) == [0, 2, 2, 5]


def test_equal_keys_are_brought_together_in_the_order_they_came():
    keys = np.array([5, 0, 2**32 - 1, 5, 0], np.int64)
    assert grouped(keys).tolist() == [1, 4, 0, 3, 2]
    assert grouped(keys[:0]).tolist() == []
