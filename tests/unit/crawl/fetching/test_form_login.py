"""Logging in by a form."""

from __future__ import annotations

import asyncio
import time

import pytest

from material import privatesite
from pagemill.crawl.fetching.access import Access, Form
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Answer, Request
from pagemill.crawl.fetching.form_login import filled, log_in, login_form
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.fetching.http import HttpFetcher
from pagemill.html.tree import parsed


def test_the_form_with_a_password_is_filled_as_a_browser_would() -> None:
    tree = parsed(
        "<form><input name=q></form><form><input type=hidden name=t value=1>"
        "<input name=u value=old><input type=password name=p><input type=checkbox name=c>"
        "<input type=checkbox name=d checked><input type=submit name=s value=go></form>"
    )
    node = login_form(tree)
    assert node is not None
    values = {"u": "me", "p": "x", "extra": "y"}
    assert filled(tree, node, values) == [
        ("t", "1"),
        ("u", "me"),
        ("p", "x"),
        ("d", "on"),
        ("extra", "y"),
    ]
    assert login_form(parsed("<form><input name=q></form>")) is None


@pytest.mark.parametrize(
    ("path", "word", "fault"),
    [
        ("login", "secret", ""),
        ("login", "wrong", "form came back"),
        ("nothing", "x", "does not answer"),
    ],
)
def test_the_cookie_of_a_login_is_kept(path: str, word: str, fault: str) -> None:
    async def enter(url: str) -> tuple[str, int]:
        names = Names(time.monotonic, {})
        fetcher = HttpFetcher(names, Guard.allowing(["127.0.0.0/8"]), "t/1", access=Access())
        try:
            form = Form(url=url + path, fields=(("name", "me"), ("pass", word)))
            told = await log_in(fetcher, form)
            outcome = await fetcher.fetch(Request(url=url))
            return told, outcome.status if isinstance(outcome, Answer) else 0
        finally:
            await fetcher.close()
            names.close()

    with privatesite.running("form") as site:
        told, status = asyncio.run(enter(site.url))
    assert fault in told
    assert bool(told) == bool(fault)
    assert status == (401 if fault else 200)
