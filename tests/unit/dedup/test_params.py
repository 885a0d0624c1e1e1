import pytest

from pagemill.dedup.params import DedupParams


def test_the_defaults_are_those_of_the_textbook_with_a_threshold_of_four_fifths():
    params = DedupParams()
    assert (params.threshold, params.width, params.permutations) == (0.8, 4, 200)


@pytest.mark.parametrize(
    "wrong",
    [{"threshold": 0.0}, {"threshold": 1.1}, {"width": 0}, {"permutations": 0}, {"seed": -1}],
)
def test_a_value_that_cannot_be_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        DedupParams(**wrong)
