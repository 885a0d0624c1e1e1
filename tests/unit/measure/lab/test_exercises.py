import pytest

from pagemill.measure.lab import exercises


def test_the_answers_of_the_book():
    assert [round(one().value, 4) for one in exercises.ALL] == [1.6667, 0.3333, 0.8, 0.6]


@pytest.mark.parametrize(
    ("unique", "together", "a_in_b"),
    [(0.8, True, 0.45), (0.6, False, 0.45), (0.8, False, 0.475)],
)
def test_simulation_shows_which_reading_gives_which_answer(unique, together, a_in_b):
    found = exercises.simulated_19_8(unique, together=together)
    assert found == pytest.approx((a_in_b, 0.5), abs=0.01)


def test_a_random_subset_of_all_rows_is_out_of_reach():
    assert exercises.rows_sampled(200, 1500, 2**64) == pytest.approx(2.46e18, rel=0.01)
