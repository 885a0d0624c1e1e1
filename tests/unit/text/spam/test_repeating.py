from __future__ import annotations

from pagemill.testing.text import words
from pagemill.text.spam.repeating import repetition

HONEST = words("honest", 400).split()
SPAM = "we sell the very best shoes ever".split() * 30


def test_what_is_made_to_deceive_stands_out_and_prose_does_not() -> None:
    assert repetition(SPAM) == 1.0
    assert 0.0 <= repetition(HONEST) < 0.3


def test_of_a_little_nothing_is_said() -> None:
    assert repetition(SPAM[:8]) == 0.0
    assert repetition(SPAM[:0]) == 0.0


def test_the_more_of_it_the_more_it_shows() -> None:
    shares = [repetition(HONEST + SPAM[: len(SPAM) * part // 4]) for part in range(5)]
    assert shares == sorted(shares)
    assert shares[-1] > shares[0]
