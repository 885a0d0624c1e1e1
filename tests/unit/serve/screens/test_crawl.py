import json

from material.browsing import send
from pagemill.crawl.deposit import Attempt
from pagemill.crawl.robots import parsed
from pagemill.serve.screens.crawl import event, verdict
from pagemill.survey.crawl_state import CrawlState

RULES = b"User-agent: *\nDisallow: /private/\nAllow: /private/open\n"


def test_a_collection_that_was_never_crawled_says_how_to_begin(browser):
    shown = browser.get("/crawl").text
    assert "pagemill crawl" in shown
    assert "never crawled" in shown


def test_the_rule_that_decides_is_named():
    robots = parsed(RULES)
    assert verdict(robots, "pagemill", "/private/x") == (
        False,
        "the rule that decides: disallow: /private/",
    )
    allowed, why = verdict(robots, "pagemill", "http://a.example/private/open/door")
    assert allowed
    assert "allow: /private/open" in why
    assert verdict(robots, "pagemill", "/")[0]


def test_rules_are_tried_out_in_the_form(browser):
    answer = send(browser, "/crawl/robots", rules=RULES.decode(), address="/private/x")
    assert "Not allowed" in answer.text
    assert "/private/open" in answer.text  # the form keeps what was typed


def test_an_event_tells_the_figures_and_the_last_attempts():
    one = Attempt(url="http://a.example/", at=0.0, status=200, outcome="fetched")
    state = CrawlState(
        is_running=True, counts={"queued": 1}, hosts=(), recent=(one,), reasons={}
    )
    told = json.loads(event(state))
    assert told["running"] is True
    assert told["counts"] == {"queued": 1}
    assert told["recent"][0]["at"] == "1970-01-01 00:00:00"
    assert json.loads(event(None)) == {"running": False, "counts": {}, "recent": []}
