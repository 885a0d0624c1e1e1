"""Keywords: the words that tell most about a page, by frequency, place and declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pagemill.text.stopwords import is_stop_word
from pagemill.text.tokenize import is_unspaced, words

MOST = 10
_TITLE_BONUS = 3.0
_DECLARED_BONUS = 2.0
_LOOKED_AT = 10_000
"""Characters of the text that are counted: enough to rank, and no more cost on a book."""


def keywords(text: str, title: str, declared: Sequence[str]) -> tuple[str, ...]:
    """Most telling words first.

    Words of scripts written without blanks are taken as pairs of characters that recur.

    Args:
        text: main content.
        title: the page's title.
        declared: keywords that the page states; they count only if the text holds them.
    """
    counts = Counter(_terms(text[:_LOOKED_AT]))
    in_title = set(_terms(title))
    stated = {term for phrase in declared for term in _terms(phrase)}
    scores: dict[str, float] = {}
    for term, count in counts.items():
        if count < 2 and term not in in_title and term not in stated:
            continue
        bonus = _TITLE_BONUS * (term in in_title) + _DECLARED_BONUS * (term in stated)
        scores[term] = count + bonus
    return tuple(sorted(scores, key=lambda term: (-scores[term], term))[:MOST])


def _terms(text: str) -> list[str]:
    terms: list[str] = []
    before = ""
    for word in words(text):
        if not word.isascii() and is_unspaced(word):
            if before:
                terms.append(before + word)
            before = word
            continue
        before = ""
        if len(word) > 2 and not word[0].isdigit() and not is_stop_word(word):
            terms.append(word)
    return terms
