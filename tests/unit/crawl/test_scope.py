"""What is within a crawl's scope, and which rule says so."""

from __future__ import annotations

import pytest

from pagemill.crawl.scope import Candidate, scope

SEED = "https://www.a.example/docs/start.html"


@pytest.mark.parametrize(
    ("kind", "url", "allows"),
    [
        ("host", "https://www.a.example/other", True),
        ("host", "https://b.a.example/", False),
        ("domain", "https://b.a.example/", True),
        ("domain", "https://a.example/", True),
        ("domain", "https://nota.example/", False),
        ("prefix", "https://www.a.example/docs/x/y", True),
        ("prefix", "https://www.a.example/blog", False),
        ("page", SEED, True),
        ("page", SEED + "x", False),
        ("web", "http://anything.example/", True),
        ("web", "mailto:x@a.example", False),
    ],
)
def test_kinds(kind: str, url: str, allows: bool) -> None:
    assert scope(kind, [SEED]).judge(Candidate(url)).allows is allows


def test_depth_exclude_and_include_come_in_that_order() -> None:
    rules = scope("host", [SEED], depth=2, include=[r"//cdn\."], exclude=[r"/private"])
    assert rules.judge(Candidate("https://cdn.example/x", 1)).rule == r"include //cdn\."
    assert rules.judge(Candidate("https://cdn.example/private", 1)).reason == "excluded"
    assert rules.judge(Candidate(SEED, 3)).reason == "too deep"
    assert rules.judge(Candidate("https://b.example/", 1)).reason == "out of scope"


def test_wrong_words_are_refused_with_their_text() -> None:
    with pytest.raises(ValueError, match="planet"):
        scope("planet", [SEED])
    with pytest.raises(ValueError, match=r"\(\("):
        scope("host", [SEED], exclude=["(("])


def test_what_a_page_is_shown_with_lies_within_its_scope_wherever_it_is() -> None:
    inside = scope("host", [SEED], depth=2, exclude=["ads"], requisites=True)
    assert inside.judge(Candidate("http://cdn.example/x.png", 2, is_requisite=True)).allows
    assert not inside.judge(Candidate("http://cdn.example/x.png", 2)).allows
    assert not inside.judge(Candidate("http://cdn.example/ads.png", is_requisite=True)).allows
    assert not inside.judge(Candidate("file:///etc/passwd", is_requisite=True)).allows
    without = scope("host", [SEED])
    assert not without.judge(Candidate("http://cdn.example/x.png", is_requisite=True)).allows
