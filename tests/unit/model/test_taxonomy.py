from pagemill.model.taxonomy import CategoryFigures, LearningFigures, TaxonomyReport

FIGURES = LearningFigures(
    method="linear",
    examples=4,
    groups=2,
    accuracy={"linear": 0.75},
    mean_f1={"linear": 0.7},
    stated=1.0,
    right_if_stated=0.75,
    categories=[CategoryFigures(category="a", examples=2, precision=1.0, recall=0.5)],
)


def test_a_report_without_new_examples_has_left_out_none():
    assert TaxonomyReport(is_own=False, figures=FIGURES, pages={}).unused == {}
