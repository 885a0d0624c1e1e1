"""Keywords: the words that tell most about a page, by frequency, place and declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pagemill.text.stopwords import is_stop_word
from pagemill.text.tokenize import is_unspaced, words

MOST = 10
_TITLE_BONUS = 3.0
_DECLARED_BONUS = 2.0


def keywords(counts: Counter[str], title: str, declared: Sequence[str]) -> tuple[str, ...]:
    """Most telling words first.

    Args:
        counts: terms of the main content.
        title: the page's title.
        declared: keywords that the page states; they count only if the text holds them.
    """
    in_title = set(terms_of(title))
    stated = {term for phrase in declared for term in terms_of(phrase)}
    scores: dict[str, float] = {}
    for term, count in counts.items():
        if count < 2 and term not in in_title and term not in stated:
            continue
        bonus = _TITLE_BONUS * (term in in_title) + _DECLARED_BONUS * (term in stated)
        scores[term] = count + bonus
    return tuple(sorted(scores, key=lambda term: (-scores[term], term))[:MOST])


def terms_of(text: str) -> Counter[str]:
    """Words that may tell something, with their frequency.

    Stop words, numbers and very short words are left out; of scripts written without blanks,
    pairs of neighbouring characters are counted.
    """
    found = words(text)
    counts = Counter(found)
    terms: Counter[str] = Counter()
    has_unspaced = False
    for word, count in counts.items():
        if not word.isascii() and is_unspaced(word):
            has_unspaced = True
        elif len(word) > 2 and not word[0].isdigit() and not is_stop_word(word):
            terms[word] = count
    if has_unspaced:
        pairs = pairwise(found)
        terms.update(one + two for one, two in pairs if is_unspaced(one) and is_unspaced(two))
    return terms
