"""Words near to a word that nobody uses: what was perhaps meant.

Every word at one edit (a letter left out, put in, changed, or two exchanged) is looked up; the
one that most pages have is proposed where it is far more frequent than what was typed.

Source:
    Norvig, How to Write a Spelling Corrector, 2007; Cucerzan and Brill, Spelling Correction as
    an Iterative Process that Exploits the Collective Knowledge of Web Users, 2004 (the
    collection itself, not a dictionary, says which words there are).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from heapq import nlargest
from itertools import islice

from pagemill.index.analyze import is_unspaced, words
from pagemill.index.query import Query

SHORTEST = 4
"""Letters below which every word is near to many others."""

LONGEST = 32

MOST_WORDS = 32
"""Words of a query that are looked at: each asks for a thousand others."""

MOST_TRIED = 30
"""Near words that are tried, the most frequent first, until one is written somewhere."""

MORE = 20
"""How many times more pages must have the word that is proposed."""

_LETTERS = {
    "LATIN": "abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïñòóôõöøùúûüýßœšžčćđęłńśźż",
    "GREEK": "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ",
    "CYRILLIC": "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ",
}


def written(word: str) -> bool:
    """Where words are kept as they are, every one that pages have is written there."""
    return bool(word)


def meant(
    typed: str,
    query: Query,
    frequency: Callable[[str], int],
    is_written: Callable[[str], bool] = written,
) -> str:
    """The query with its misspelt words put right; ``""`` where none is.

    Args:
        typed: the query as it was typed.
        query: the same, parsed.
        frequency: pages that have a word.
        is_written: whether a word with a frequency stands in a page as it is; where words are
            stemmed, those that nobody writes may have the stem of another.

    Example:
        >>> from pagemill.index.query import parse
        >>> pages = {"bread": 40, "oven": 9}
        >>> meant("braed oven", parse("braed oven"), lambda word: pages.get(word, 0))
        'bread oven'
    """
    better: dict[str, str] = {}
    typed_words = dict.fromkeys(word for member in query.positive for word in member)
    for word in islice(typed_words, MOST_WORDS):
        found = nearest(word, frequency, is_written)
        if found:
            better[word] = found
    if not better:
        return ""

    def put_right(match: re.Match[str]) -> str:
        said = words(match.group())
        return better.get(said[0], match.group()) if len(said) == 1 else match.group()

    changed = re.sub(r"\w+", put_right, typed)
    return changed if changed != typed else ""


def nearest(
    word: str, frequency: Callable[[str], int], is_written: Callable[[str], bool] = written
) -> str:
    """The most frequent word at one edit, where it is far more frequent; else ``""``."""
    if not SHORTEST <= len(word) <= LONGEST or is_unspaced(word) or not word.isalpha():
        return ""
    least = MORE * frequency(word) or 1
    found = ((frequency(one), one) for one in set(_edited(word)))
    enough = ((pages, one) for pages, one in found if pages >= least)
    best = nlargest(
        MOST_TRIED, enough, key=lambda one: (one[0], [-ord(letter) for letter in one[1]])
    )
    return next((one for _, one in best if is_written(one)), "")


def _edited(word: str) -> Iterator[str]:
    script = unicodedata.name(word[0], "").partition(" ")[0]
    letters = sorted({*_LETTERS.get(script, ""), *word})
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
            yield from (before + one + after[1:] for one in letters if one != after[0])
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        yield from (before + one + after for one in letters)
