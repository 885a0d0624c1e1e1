"""Keywords: the words that tell most about a page, by frequency, place and declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import compress

from pagemill import native
from pagemill.text.stopwords import STOP_WORDS
from pagemill.text.tokenize import (
    FIRST_UNSPACED,
    TYPOGRAPHY,
    is_unspaced,
    reading,
    words,
    words_of_any,
)

MOST = 10
READ = 10_000
"""Characters of the main content whose terms are counted."""

_TITLE_BONUS = 3.0
_DECLARED_BONUS = 2.0


def keywords(counts: Mapping[str, int], title: str, declared: Sequence[str]) -> tuple[str, ...]:
    """Most telling words first.

    Args:
        counts: terms of the main content.
        title: the page's title.
        declared: keywords that the page states; they count only if the text holds them.
    """
    in_title = set(terms_of(title))
    stated = _stated(declared)
    telling = counts.keys() & (in_title | stated)
    # Most terms stand once and are no more than that.
    telling.update([term for term, count in counts.items() if count > 1])
    scores = [
        (
            -counts[term]
            - _TITLE_BONUS * (term in in_title)
            - _DECLARED_BONUS * (term in stated),
            term,
        )
        for term in telling
    ]
    scores.sort()
    return tuple([term for _, term in scores[:MOST]])


def _stated(declared: Sequence[str]) -> set[str]:
    together = "\n".join(declared)
    if together.isascii():
        return set(terms_of(together))
    # Characters of neighbouring phrases must not make pairs.
    return {term for phrase in declared for term in terms_of(phrase)}


def terms_of(text: str) -> dict[str, int]:
    """Words that may tell something, with their frequency.

    Stop words, numbers and very short words are left out; of scripts written without blanks,
    pairs of neighbouring characters are counted.
    """
    if native.terms is not None:
        terms = native.terms(text, STOP_WORDS, TYPOGRAPHY, words_of_any, reading)
        if terms is not None:
            return terms
    return counted(words(text))


def counted(found: Sequence[str]) -> dict[str, int]:
    """As :func:`terms_of`, of a text that has been cut into words."""
    counts = Counter(found)
    terms = {
        word: count
        for word, count in counts.items()
        if len(word) > 2
        and word not in STOP_WORDS
        and (":" < word < "{" or not word[0].isdigit())
    }
    # No word without blanks sorts before these scripts: most texts are through here.
    if counts and max(counts) >= FIRST_UNSPACED:
        _pair(found, terms)
    return terms


def _pair(found: Sequence[str], terms: dict[str, int]) -> None:
    """Put pairs of neighbouring characters in the place of words without blanks."""
    unspaced = [is_unspaced(word) for word in found]
    for word in set(compress(found, unspaced)):
        terms.pop(word, None)
    pairs = Counter(
        [
            one + two
            for one, two, first, second in zip(
                found, found[1:], unspaced, unspaced[1:], strict=False
            )
            if first and second
        ]
    )
    for pair, count in pairs.items():
        terms[pair] = terms.get(pair, 0) + count
