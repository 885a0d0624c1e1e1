from __future__ import annotations

from pagemill.testing.reply import HTML, Reply
from pagemill.testing.web import Kind


def test_an_answer_is_plain_unless_it_says_otherwise() -> None:
    reply = Reply(status=200, kind=Kind.GOOD, headers=HTML)
    assert (reply.behaviour, reply.body) == ("plain", b"")
