"""Where pages stand by their links, as it is shown."""

from __future__ import annotations

from pagemill.cli.find.links import show, tell_spam
from pagemill.model.search import (
    LinkedPage,
    LinkReport,
    RankDifference,
    SpamHost,
    SpamPage,
    SpamReport,
)

PAGE = LinkedPage(url="http://a.example/", score=0.25, incoming=4)


def test_each_list_is_shown_and_what_all_links_change(desk):
    difference = RankDifference(
        topic_links=9, all_links=40, correlation=0.5, common=0.4, risen=["http://m/"], fallen=[]
    )
    report = LinkReport(
        pages=7, links=9, pagerank=[PAGE], hubs=[], authorities=[PAGE], all_links=difference
    )
    show(report, desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "9 topic links among 7 pages"
    assert "0.250000" in desk.out.getvalue()
    assert lines[-2].startswith("by all 40 links instead of 9 topic links: correlation")
    assert lines[-1] == "  higher by all links: http://m/"


def test_spam_is_told_with_its_signs(desk):
    page = SpamPage(url="http://s.example/", score=0.9, content=0.5, farm=0.8, mass=0.0)
    host = SpamHost(host="s.example", score=0.8, farm=0.8)
    tell_spam(SpamReport(pages_read=5, likely=1, pages=[page], hosts=[host]), desk.console())
    text = desk.out.getvalue()
    assert text.startswith("1 of 5 pages are likely spam")
    assert ["0.90", "0.50", "0.80", "0.00", page.url] in [
        line.split() for line in text.split("\n")
    ]
    assert ["0.80", "0.80", "s.example"] in [line.split() for line in text.split("\n")]
