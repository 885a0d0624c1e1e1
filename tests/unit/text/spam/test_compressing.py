from __future__ import annotations

from pagemill.testing.text import words
from pagemill.text.spam.compressing import compressibility

HONEST = words("honest", 400)
SPAM = "buy cheap pills now at our shop " * 60


def test_what_is_made_to_deceive_stands_out_and_prose_does_not() -> None:
    assert compressibility(SPAM) == 1.0
    assert 0.0 <= compressibility(HONEST) < 0.3


def test_of_a_little_nothing_is_said() -> None:
    assert compressibility(SPAM[:8]) == 0.0
    assert compressibility(SPAM[:0]) == 0.0


def test_the_more_of_it_the_more_it_shows() -> None:
    shares = [compressibility(HONEST + SPAM * part) for part in range(5)]
    assert shares == sorted(shares)
    assert shares[-1] > shares[0]
