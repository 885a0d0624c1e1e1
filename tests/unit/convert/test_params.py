import pytest

from pagemill.convert.params import ConvertParams


def test_limits_have_an_order_and_defaults():
    assert ConvertParams().values() == (67_108_864, 30, 1_073_741_824, 16_777_216)


@pytest.mark.parametrize("name", ["max_document_bytes", "max_memory_bytes", "max_output_bytes"])
def test_a_limit_of_nothing_is_refused(name):
    with pytest.raises(ValueError, match=f"{name} is 0; it must be 1 or more"):
        ConvertParams(**{name: 0})


def test_a_conversion_may_not_outlast_the_patience_of_whoever_watches():
    with pytest.raises(ValueError, match="max_seconds is 51; it must be 50 or less"):
        ConvertParams(max_seconds=51)
