from dataclasses import replace

import pytest

from pagemill.model.report import Hit
from pagemill.serve.screens.search import marked


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
