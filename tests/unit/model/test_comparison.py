import pytest

from pagemill.model.comparison import MethodFigures


def figures(precision, recall):
    return MethodFigures(
        method="m",
        says="",
        pairs=0,
        right=0,
        precision=precision,
        recall=recall,
        precision_same_site=None,
        precision_cross_site=None,
        texts_per_second=1.0,
        bytes_per_text=1.0,
    )


@pytest.mark.parametrize(
    ("precision", "recall", "f1"),
    [(0.75, 0.5, 0.6), (0.0, 0.0, 0.0), (None, 0.5, None), (1.0, None, None)],
)
def test_f1_is_the_harmonic_mean_where_both_are_known(precision, recall, f1):
    assert figures(precision, recall).f1 == (None if f1 is None else pytest.approx(f1))
