"""The words of a page that a measurement asks for and checks by.

The same function reads lexicons, pages and hits, so that "this page contains that word" means
one thing. It is the analyser of pagemill's own index; where another engine cuts texts in other
ways, its answers tell: whatever is not returned, or does not contain the word, is not counted.
"""

from __future__ import annotations

from pagemill.index.analyze import words as analysed
from pagemill.measure.engine import Query


def in_order(text: str) -> tuple[str, ...]:
    """The words of a text in their order.

    Example:
        >>> in_order("The tide, the tide!")
        ('the', 'tide', 'the', 'tide')
    """
    return analysed(text)


def distinct(text: str) -> frozenset[str]:
    """The different words of a text."""
    return frozenset(analysed(text))


def matches(query: Query, text: str) -> bool:
    """Whether a text contains what a query asks for; filters are taken on trust.

    Example:
        >>> matches(Query(("tide", "high")), "A high tide")
        True
        >>> matches(Query(("tide", "high"), is_phrase=True), "A high tide")
        False
    """
    found = in_order(text)
    if not query.is_phrase:
        return set(query.words) <= set(found)
    width = len(query.words)
    return any(found[at : at + width] == query.words for at in range(len(found) - width + 1))
