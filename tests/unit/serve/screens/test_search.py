import html
import re
from dataclasses import replace

import pytest

from pagemill.model.report import Hit
from pagemill.searching.asking import FACETS, OTHERS
from pagemill.serve.screens.search import TITLES, Choice, marked, narrowing


def test_hits_come_with_their_words_marked_and_their_copies(browser):
    shown = browser.get("/search", params={"q": "night ferry"}).text
    assert "4 pages" in shown
    assert "<mark>ferry</mark>" in shown
    assert "1 copy</a>" in shown


def test_hits_come_ten_at_a_time(browser, small_web):
    total = small_web.search("the").total
    assert total > 10
    first, second = (
        browser.get("/search?q=the").text,
        browser.get("/search?q=the&first=10").text,
    )
    assert first.count("<li><h2>") == 10
    assert f"1–10 of {total}" in first
    assert "11–" in second


@pytest.mark.parametrize("query", ["", " ", '"', "-", "site:", "<script>", "x" * 5000, "\0"])
def test_whatever_is_typed_is_a_query(browser, query):
    answer = browser.get("/search", params={"q": query})
    assert answer.status_code == 200
    assert "<script>" not in answer.text


def test_a_passage_is_escaped_around_its_marks():
    hit = Hit(
        url="u",
        title="t",
        snippet="a <b> night & day",
        score=1.0,
        near_copies=0,
        highlights=[[6, 11]],
    )
    assert marked(hit) == "a &lt;b&gt; <mark>night</mark> &amp; day"
    assert marked(replace(hit, snippet="", highlights=[])) == ""


def choices(found: str) -> dict[str, int]:
    """Address -> number of each choice on the screen."""
    rows = re.findall(
        r'<li><span><a href="([^"]+)">[^<]*</a></span><span class="n">(\d+)', found
    )
    return {html.unescape(address): int(number) for address, number in rows}


def test_each_choice_leads_to_as_many_pages_as_it_says(browser, small_web):
    shown = browser.get("/search?q=the").text
    found = choices(shown)
    assert len(found) > 5
    for address, pages in found.items():
        answer = browser.get(address).text
        told = re.search(r'role="status">(\d+) page', answer)
        assert told, address
        is_wider = "site" in address or "category" in address
        assert int(told[1]) == pages or (is_wider and int(told[1]) > pages)
    facets = small_web.search("the", facets=FACETS).facets
    assert sum(facets["language"].values()) == small_web.search("the").total
    assert list(facets) == list(TITLES)


def test_a_choice_can_be_taken_back(browser, small_web):
    site = next(iter(small_web.search("the", facets=["site"]).facets["site"]))
    shown = browser.get("/search", params={"q": f"the site:{site}"}).text
    assert f"<strong>{site}</strong>" in shown
    assert '<a href="/search?q=the">all again</a>' in shown


def test_what_no_filter_can_say_is_shown_without_a_link():
    facets = {
        "category": {"arts and music": 2, "arts/film": 1},
        "site": {OTHERS: 4, "a.org": 3},
    }
    assert dict(narrowing("lime", facets)) == {
        "Host": [Choice(OTHERS, 4, "", False), Choice("a.org", 3, "lime site:a.org", False)],
        "Category": [
            Choice("arts and music", 2, "", False),
            Choice("arts/film", 1, "lime category:arts/film", False),
        ],
    }


def test_a_year_is_its_first_day_up_to_that_of_the_next():
    (_, [year]), *_ = narrowing("lime", {"year": {"2024": 2}})
    assert year == Choice("2024", 2, "lime after:2024 before:2025", False)
    (_, [chosen]), *_ = narrowing("lime after:2024 before:2025", {"year": {"2024": 2}})
    assert chosen == Choice("2024", 2, "lime", True)


def test_a_query_that_is_never_closed_gets_no_filter():
    (_, [one]), *_ = narrowing('"lime', {"site": {"a.org": 1}})
    assert one.query == ""
