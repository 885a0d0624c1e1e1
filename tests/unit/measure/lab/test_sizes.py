import pytest


def test_the_pool_estimator_refuses_cut_off_answers(rows):
    found = rows("cut-off")
    assert found["pool"].value is None
    assert found["importance"].value == pytest.approx(500, rel=0.3)


def test_pages_that_are_made_up_are_not_counted_by_live_texts(rows):
    made_up = rows("invented")
    assert made_up["by the engine's own copies"].value > 1000
    assert made_up["by the live pages"].value == pytest.approx(500, rel=0.2)
