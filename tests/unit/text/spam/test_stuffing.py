from __future__ import annotations

from pagemill.text.spam.stuffing import stuffing

HONEST = [f"word{number % 50}" for number in range(200)]
SPAM = "casino of the bonus and a poker".split() * 30


def test_what_is_made_to_deceive_stands_out_and_prose_does_not() -> None:
    assert stuffing(SPAM) == 1.0
    assert 0.0 <= stuffing(HONEST) < 0.3


def test_of_a_little_nothing_is_said() -> None:
    assert stuffing(SPAM[:8]) == 0.0
    assert stuffing(SPAM[:0]) == 0.0


def test_the_more_of_it_the_more_it_shows() -> None:
    shares = [stuffing(HONEST + SPAM[: len(SPAM) * part // 4]) for part in range(5)]
    assert shares == sorted(shares)
    assert shares[-1] > shares[0]
