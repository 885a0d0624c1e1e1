from pagemill.measuring.orders import Order
from pagemill.measuring.sizing import measure_size


def test_a_collection_is_counted_and_can_be_estimated(built):
    kept = built.funnel().kept
    assert measure_size(built.root, Order()).point == kept
    found = measure_size(built.root, Order(method="importance", budget=60))
    assert found.low <= kept <= found.high * 1.5
    assert found.cost.queries <= 60
