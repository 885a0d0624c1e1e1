import pytest


def test_crawls_that_like_the_same_pages_seem_to_see_more(rows):
    found = rows("crawls")
    even, liked = (
        found[f"coverage, {how}"] for how in ("every page as likely", "favourite pages")
    )
    assert even.value == pytest.approx(even.truth, abs=0.05)
    assert liked.value > liked.truth + 0.1


def test_a_walk_tells_the_quality_of_an_index(rows):
    quality = rows("walks")["an index's share of all PageRank"]
    assert quality.value == pytest.approx(quality.truth, abs=0.06)


@pytest.mark.parametrize("name", ["addresses"])
def test_figures_come_near_the_truth_they_name(rows, name):
    for row in rows(name, 0).values():
        assert row.value == pytest.approx(row.truth, rel=0.5)
