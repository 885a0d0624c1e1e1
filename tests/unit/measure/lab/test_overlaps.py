import pytest


def test_long_pages_mislead_the_classic_way_and_not_the_others(rows):
    found = rows("overlap")
    classic = found["random hits of two words (1998)"]
    assert classic.value - classic.truth > 0.1
    for how in ("random walk over pages", "importance sampling"):
        assert abs(found[how].value - found[how].truth) < 0.12


@pytest.mark.parametrize("name", ["exercises", "time-outs"])
def test_figures_come_near_the_truth_they_name(rows, name):
    for row in rows(name, 0).values():
        assert row.value == pytest.approx(row.truth, rel=0.5)
