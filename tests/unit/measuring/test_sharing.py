import pytest

from pagemill.errors import UsageError
from pagemill.measuring.orders import Order
from pagemill.measuring.sharing import measure_share


def test_shares_of_a_collection_through_its_search(built):
    found = measure_share(built.root, Order(budget=60), "spam")
    assert (found.point, found.what) == (1.0, "share: spam")  # "wordX and" all over
    assert measure_share(built.root, Order(budget=200), "duplicates").point == 0.0
    found = measure_share(built.root, Order(budget=60), "language", "xx")
    assert found.point == 0.0


def test_what_cannot_be_is_refused(built):
    with pytest.raises(UsageError, match="no such property"):
        measure_share(built.root, Order(), "colour")
    with pytest.raises(UsageError, match="--language"):
        measure_share(built.root, Order(), "language")
    with pytest.raises(UsageError, match="does not fetch"):
        measure_share(built.root, Order(budget=60), "freshness")
