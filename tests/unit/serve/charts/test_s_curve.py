from pagemill.serve.charts.s_curve import s_curve
from pagemill.survey.candidates import PairCurve


def test_the_curve_says_what_was_compared():
    pairs = (*[0] * 10, 3, *[0] * 5, 2, 0, 0, 7)
    promised = ((0.0, 0.0), (1.0, 1.0))
    found = PairCurve(bands=33, rows=6, threshold=0.8, promised=promised, pairs=pairs)
    chart = str(s_curve(found))
    assert "12 candidate pairs of texts were compared, 9 of them" in chart
    assert "33 bands of 6" in chart
    assert "0.95 to 1.00: 7 pairs" in chart
    assert chart.count('class="bar"') == 3
    assert "threshold 0.8" in chart


def test_a_collection_without_pairs_has_a_curve_too():
    nothing = PairCurve(
        bands=1, rows=1, threshold=0.5, promised=((0, 0), (1, 1)), pairs=(0,) * 20
    )
    assert 'class="bar"' not in s_curve(nothing)
