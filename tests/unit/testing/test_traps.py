from __future__ import annotations

import re

import pytest

from pagemill.testing.traps import TRAPS, answered
from pagemill.testing.web import Kind

PAGES = ("calendar", "session", "deeper", "repeating", "permutations")


@pytest.mark.parametrize("name", PAGES)
def test_a_trap_of_pages_never_ends_and_never_says_anything_new(name: str) -> None:
    path, met, texts = TRAPS[name][0], set[str](), set[str]()
    for _ in range(30):
        met.add(path)
        reply = answered((name,), path)
        assert reply is not None
        assert reply.kind is Kind.TRAP
        page = reply.body.decode()
        texts.add(re.sub(r"<[^>]+>|[A-Z]\w+ \d+", "", page))
        links = re.findall(r'href="([^"]+)"', page.replace("&amp;", "&"))
        fresh = [
            link if link.startswith("/") else f"{path}{link}"
            for link in links
            if link not in met
        ]
        path = fresh[-1]
    assert len(met) > 10
    assert len(texts) <= 3


def test_redirects_of_a_trap_lead_on() -> None:
    for path, target in (
        ("/loop/a", "/loop/b"),
        ("/loop/b", "/loop/a"),
        ("/chain/7", "/chain/8"),
    ):
        reply = answered(("loop", "chain"), path)
        assert reply is not None
        assert dict(reply.headers)["Location"] == target


def test_a_host_without_the_trap_does_not_answer_for_it() -> None:
    assert answered(("loop",), "/calendar/2024/1") is None
    endless = answered(("endless",), "/endless/body")
    assert endless is not None
    assert endless.behaviour == "endless"
