from __future__ import annotations

import time

import pytest

from pagemill.crawl.fetching.access import Access
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawling.mailboxes import mail_readers


@pytest.mark.parametrize(
    ("seeds", "schemes"),
    [
        (["http://a.example/", "file:///box"], []),
        (["http://a.example/", "imaps://m.example/INBOX"], [{"imap", "imaps"}]),
    ],
)
def test_mail_servers_are_asked_where_a_seed_names_one(
    seeds: list[str], schemes: list[set[str]]
) -> None:
    names = Names(time.monotonic, {})
    found = mail_readers(seeds, names, Guard(), Access(), 1_000)
    assert [set(one.schemes) for one in found] == schemes
    names.close()
