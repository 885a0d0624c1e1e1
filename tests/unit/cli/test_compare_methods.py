import pytest

from pagemill.cli.compare_methods import show, show_list
from pagemill.dedup.compare.catalogue import METHODS
from pagemill.model.comparison import Comparison, CurvePoint, MethodFigures

FIGURES = MethodFigures(
    method="simhash",
    says="64 bits",
    pairs=1200,
    right=900,
    precision=0.75,
    recall=0.5,
    precision_same_site=None,
    precision_cross_site=None,
    texts_per_second=12345.6,
    bytes_per_text=8.0,
)
NOTHING = MethodFigures(
    method="sha",
    says="equal",
    pairs=0,
    right=0,
    precision=None,
    recall=0.0,
    precision_same_site=None,
    precision_cross_site=None,
    texts_per_second=1.0,
    bytes_per_text=8.0,
)


def comparison(*figures, curve=()):
    return Comparison(
        texts=10,
        too_short=2,
        given=500,
        threshold=0.8,
        duplicates=1800,
        figures=figures,
        curve=curve,
    )


def test_each_method_is_one_row(desk):
    show(comparison(FIGURES, NOTHING), desk.console())
    lines = [line.split() for line in desk.out.getvalue().splitlines()]
    assert lines[0] == "method pairs right precision recall F1 texts/s bytes/text".split()
    assert lines[1] == ["simhash", "1,200", "900", "0.750", "0.500", "0.600", "12,346", "8"]
    assert lines[2] == ["sha", "0", "0", "-", "0.000", "-", "1", "8"]
    assert desk.err.getvalue().splitlines() == [
        "texts: 10 of 500; 2 shorter than a shingle left out",
        "duplicates: 1,800 pairs with an exact resemblance of 0.8 or more",
    ]


def test_a_curve_stands_measured_and_by_formula(desk):
    point = CurvePoint(
        low=0.8,
        high=0.85,
        pairs=1234,
        found={"simhash": 0.5, "sha": 0.0},
        expected={"sha": 0.1},
    )
    show(comparison(FIGURES, NOTHING, curve=(point,)), desk.console())
    lines = [line.split() for line in desk.out.getvalue().splitlines()[4:]]
    assert lines == [
        "share of pairs found, by exact resemblance".split(),
        ["method", "0.80-"],
        ["pairs", "1,234"],
        ["simhash", "measured", "0.500"],
        ["sha", "measured", "0.000"],
        ["formula", "0.100"],
    ]


@pytest.mark.parametrize("is_json", [False, True])
def test_the_list_says_what_each_method_does(desk, is_json):
    show_list(desk.console(is_json=is_json))
    if is_json:
        assert [row["name"] for row in desk.json()] == [method.name for method in METHODS]
    else:
        assert "winnowing" in desk.out.getvalue()
        assert len(desk.out.getvalue().splitlines()) == len(METHODS) + 1
