from dataclasses import replace

from pagemill.cli.inspect.categories import show
from pagemill.model.taxonomy import CategoryFigures, LearningFigures, TaxonomyReport

REPORT = TaxonomyReport(
    is_own=False,
    figures=LearningFigures(
        method="linear",
        examples=1200,
        groups=40,
        accuracy={"linear": 0.75, "centroid": 0.7},
        mean_f1={"linear": 0.7, "centroid": 0.6},
        stated=0.9,
        right_if_stated=0.8,
        categories=[CategoryFigures(category="food", examples=20, precision=1.0, recall=0.5)],
    ),
    pages={"": 3, "food": 7},
)


def test_the_taxonomy_is_shown_with_its_figures_and_pages(desk):
    show(REPORT, desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0].startswith("taxonomy: the ready one; 1,200 examples of 40 hosts")
    assert lines[1].split() == ["linear:", "right", "0.750,", "mean", "F1", "0.700"]
    assert lines[-1].split() == ["food", "20", "1.000", "0.500", "7"]
    assert lines[-2].split() == ["none", "3"]


def test_examples_that_were_not_used_are_told(desk):
    show(replace(REPORT, is_own=True, unused={"given twice": 2}), desk.console())
    assert "2 examples not used: given twice" in desk.out.getvalue()
