"""What comes of a turn; the ways of it are tried with the loop in ``test_crawler``."""

from __future__ import annotations

from pagemill.crawl.deposit import Opened
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.reception import _original
from pagemill.crawl.revisiting.history import History

ANSWER = Answer(
    status=200, headers=(), head=b"", body=b"x", request_head=b"", address="", took=0.1
)
SEEN = Opened(
    url="http://a.example/",
    at=9.0,
    answer=ANSWER,
    payload=b"x",
    media_type="",
    digest=b"d" * 20,
)


def test_an_answer_stands_for_a_kept_one_only_if_it_is_the_same() -> None:
    same = History(url=SEEN.url, first=1.0, last=2.0, kept=1.0, digest=SEEN.digest)
    assert _original(same, SEEN) == 1.0
    assert _original(None, SEEN) == 0.0
    never_kept = History(url=SEEN.url, first=1.0, last=2.0, kept=0.0, digest=SEEN.digest)
    assert _original(never_kept, SEEN) == 0.0
    other = History(url=SEEN.url, first=1.0, last=2.0, kept=1.0, digest=b"e" * 20)
    assert _original(other, SEEN) == 0.0
