import pytest

from material.searchserver import searching
from pagemill.engines.description import Description
from pagemill.engines.web import WebEngine, at
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.engine import Query, Unanswered
from pagemill.measure.lab.world import Shape, World
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.choose import size

WORLD = World.make(Shape(pages=200, words=1500, mean_length=40), seed=2)
PAGES = {f"http://p.example/{number}": WORLD.texts[number] for number in range(150)}
LEXICON = Lexicon.of(WORLD.texts[150:])


def by_json(base, **changes):
    known = {
        "name": "api",
        "search": f"{base}/json?q={{query}}&from={{offset}}&size={{size}}",
        "results": "items",
        "address": "url",
        "text": "body.text",
        "total": "found",
        "limit": 20,
        "pause_s": 0.0,
        "timeout_s": 5.0,
    }
    return WebEngine(Description(**{**known, **changes}))


def by_html(base):
    return WebEngine(
        Description(
            name="form",
            answer="html",
            search=f"{base}/html?q={{query}}&page={{page}}",
            results="li.hit",
            address="a@href",
            text="p",
            total="b.total",
            page_size=3,
            limit=9,
            pause_s=0.0,
        )
    )


def test_an_interface_is_asked_by_its_description_alone_page_by_page():
    with searching(PAGES) as (base, log):
        truth = [page for page, text in PAGES.items() if "w2" in text.split()]
        found = by_json(base).search(Query(("w2",)))
        assert found.ids == tuple(truth[:20])
        assert (found.total, found.relation, found.overflow) == (len(truth), "eq", True)
        assert len(log) == 2
        found = by_html(base).search(Query(("w2",)))
        assert found.ids == tuple(truth[:9])
        assert (found.total, found.overflow) == (len(truth), True)


@pytest.mark.parametrize("open_engine", [by_json, by_html])
def test_a_capped_interface_is_sized(open_engine):
    with searching(PAGES) as (base, _):
        found = size(Asker(open_engine(base), Terms(budget=200)), LEXICON)
    assert found.point == pytest.approx(150, rel=0.35)
    assert found.low < 150 < found.high * 1.1


@pytest.mark.parametrize(
    ("trouble", "reason", "is_lasting"),
    [
        ((429, {"Retry-After": "7"}, b""), "status 429", False),
        ((503, {}, b""), "status 503", False),
        ((403, {}, b""), "status 403", True),
        ((200, {}, b"<html>log in"), "HTML instead of JSON", True),
        ((200, {}, b"busy"), "no JSON", True),
        ((200, {}, b"{}"), "no list of results at items", True),
        ((200, {}, b'{"items": [{}]}'), "a result has no address at url", True),
    ],
)
def test_every_oddity_is_no_answer_with_a_reason(trouble, reason, is_lasting):
    with searching(PAGES, [trouble]) as (base, _), pytest.raises(Unanswered) as raised:
        by_json(base).search(Query(("w2",)))
    assert (raised.value.reason, raised.value.is_lasting) == (reason, is_lasting)
    assert raised.value.wait_s == (7 if "429" in reason else 0)


def test_a_rate_limit_is_waited_for():
    waits = []
    with searching(PAGES, [(429, {"Retry-After": "7"}, b"")]) as (base, _):
        asker = Asker(by_json(base), Terms(), waits.append)
        assert asker.search(Query(("w2",)))
    assert waits == [7.0]


def test_requests_keep_their_pause():
    waits = []
    with searching(PAGES) as (base, _):
        description = by_json(base, pause_s=2.0, limit=10)._is
        engine = WebEngine(description, clock=lambda: 100.0, wait=waits.append)
        engine.search(Query(("w2",)))
        engine.search(Query(("w3",)))
    assert waits == [0.0, 2.0]


def test_nobody_listens():
    with searching(PAGES) as (base, _):
        engine = by_json(base)
    with pytest.raises(Unanswered, match="no connection"):
        engine.search(Query(("w2",)))


def test_texts_live_and_lookups():
    page = "http://p.example/7"
    with searching(PAGES) as (base, _):
        engine = by_json(base, lookup=f"{base}/page/{{address}}")
        assert (engine.lookup(page), engine.lookup("http://none.example/")) == (True, False)
        assert by_json(base).lookup(page) is None
        assert by_json(base).cached(page) is None
        with pytest.raises(Unanswered, match="not be fetched"):
            engine.fetch(page)
        live = by_json(base, live=True)
        assert live.fetch(f"{base}/page/none") is None
        shown = by_json(base, text="", answer="html", cached=f"{base}/page/{{address}}")
        assert PAGES[page].split()[0] in (shown.cached(page) or "")


def test_paths_lead_into_lists_and_nowhere():
    assert at({"a": [{"b": 1}]}, "a.0.b") == 1
    assert at({"a": [1]}, "a.5") is None
    assert at("text", "a") is None
