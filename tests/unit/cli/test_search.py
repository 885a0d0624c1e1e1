from dataclasses import replace

from pagemill.cli.search import show, show_score, show_table
from pagemill.model.report import Hit, ScorePart, ScoreReport, SearchResult

HIT = Hit(url="https://a.example/", title="", snippet="of\nbread", score=2.5, near_copies=3)
RESULT = SearchResult(total=21, hits=[HIT])


def test_hits_are_numbered_from_the_offset_on(desk):
    show(RESULT, "bread", 20, desk.console())
    assert desk.out.getvalue().splitlines() == [
        "21 pages for bread",
        "",
        " 21  (no title)  (copies: 3)",
        "     https://a.example/",
        "     of bread",
    ]


def test_nothing_found_is_said_plainly(desk):
    show(SearchResult(total=0, hits=[]), "x", 0, desk.console())
    assert desk.out.getvalue() == "0 pages for x\n"


def test_a_page_that_was_not_fetched_is_marked_and_facets_follow(desk):
    found = replace(
        RESULT,
        hits=[replace(HIT, near_copies=0, is_fetched=False)],
        facets={"site": {"a.example": 20, "b.example": 1}},
        suggestion="bread",
    )
    show(found, "braed", 0, desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[1] == "did you mean: bread"
    assert lines[3] == "  1  (no title)  (not fetched)"
    assert lines[-2].split() == ["a.example", "20"]


def test_a_table_has_a_row_for_each_hit(desk):
    show_table(RESULT, 20, desk.console())
    assert desk.out.getvalue().splitlines()[-1].split() == [
        "21",
        "2.500",
        "3",
        "yes",
        "https://a.example/",
    ]


def test_a_score_is_accounted_for(desk):
    part = ScorePart(word="bread", field="title", adds=1.25, frequency=2, idf=0.5)
    report = ScoreReport(url="https://a.example/", query="bread", score=1.25, parts=[part])
    show_score(report, desk.console())
    out = desk.out.getvalue()
    assert out.startswith("score 1.250000 of https://a.example/ for bread\n")
    assert out.splitlines()[-1].split()[:3] == ["bread", "title", "2"]
