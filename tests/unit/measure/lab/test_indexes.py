import pytest


def test_the_self_check_puts_a_restricted_index_right(rows):
    found = rows("restriction")
    raw, righted = found["as found"], found["corrected by the self-check"]
    assert raw.value < raw.truth - 0.15
    assert abs(righted.value - righted.truth) < abs(raw.value - raw.truth)


def test_rules_show_in_the_index_and_are_taken_out_for_the_crawl(rows):
    found = rows("rules")
    for rule in ("at most 2 links deep", "at most 8 pages of a host", "no spam"):
        index, raw, righted = (
            found[f"{rule}: {how}"]
            for how in ("of the index", "taken for the crawl", "among the pages allowed")
        )
        assert index.value == pytest.approx(index.truth, abs=0.06)
        assert raw.value < raw.truth - 0.04
        assert abs(righted.value - righted.truth) < 0.08


def test_what_is_listed_is_not_what_is_there(rows):
    anchors = rows("anchors")
    assert anchors["results as listed"].value > anchors["results as listed"].truth
    read = anchors["results whose text was read"]
    assert read.value == read.truth
    framed = rows("frames")
    assert framed["by eight rare words"].value < framed["by eight rare words"].truth - 0.1
    asked = framed["by address, where it can be asked for"]
    assert asked.value == pytest.approx(asked.truth, abs=0.08)


def test_lying_totals_are_told(rows):
    found = rows("totals")
    assert found["true totals"].note == "nothing wrong"
    assert "wrong" in found["totals twice too high"].note


@pytest.mark.parametrize("name", ["freshness"])
def test_figures_come_near_the_truth_they_name(rows, name):
    for row in rows(name, 0).values():
        assert row.value == pytest.approx(row.truth, rel=0.5)
