from pagemill.cli.search import show
from pagemill.model.report import Hit, SearchResult

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
