"""Text -> words, for pages and for queries alike.

The analyser turns a text into one string of words separated by blanks. The index engine only
splits that string at its blanks, and a query is analysed by the very same function, so both
sides cannot drift apart.

    "Crème brûlée, 搜索引擎!"  ->  "crème brûlée 搜索 索引 引擎"

* A word is a run of letters, digits and underscores with the marks that belong to them, after
  NFKC and case folding; characters that only steer display (soft hyphen, joiners, variation
  selectors) are dropped.
* Scripts that are written without spaces become overlapping pairs of characters, a character
  that stands alone becomes a word of its own. Pairs need no dictionary, so the same text is cut
  the same way in every context, and a phrase of pairs finds exactly the pages with that text.
* A word is cut after :data:`LONGEST_WORD` characters: engines give up on words of 64 KiB.

Source:
    Unicode Standard Annex 15 (NFKC); Manning et al., Introduction to Information Retrieval,
    section 2.2 (tokens, overlapping character k-grams for Chinese).
    Deviates: Hangul is paired too, since its particles are written to the word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

ANALYSER = "words-and-pairs/1"
"""Name and version, stored with every index. Raise the version when any text is cut anew."""

LONGEST_WORD = 128
"""Characters of a word that count; two words that differ only after these are equal."""

# Hangul, kana, bopomofo, Han, Thai, Lao, Tibetan, Myanmar, Khmer.
_UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff"
    "\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_DISPLAY_ONLY = (
    "\u00ad\u034f\u180b-\u180f\u200c\u200d\u2060\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
)

_display_only = re.compile(f"[{_DISPLAY_ONLY}]+")
_unspaced = re.compile(f"[{_UNSPACED}]")
_too_long = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
_ascii_words = bytes(
    ord(chr(i).lower()) if i < 128 and (chr(i).isalnum() or chr(i) == "_") else 32
    for i in range(256)
)


class _Patterns(NamedTuple):
    gap: re.Pattern[str]
    unspaced_run: re.Pattern[str]
    word: re.Pattern[str]


def analyze(text: str) -> str:
    """The words of a text in order, separated by single blanks.

    Cost:
        Linear. Per word, nothing runs in Python for ASCII text, and one substitution per gap
        for other spaced scripts; unspaced scripts cost one step per character.

    Example:
        >>> analyze("Don't PANIC: 网页净化 in 水")
        'don t panic 网页 页净 净化 in 水'
    """
    if text.isascii():
        spaced = text.encode("ascii").translate(_ascii_words).decode("ascii")
    else:
        spaced = _spaced(text)
    return " ".join(_too_long.sub(_cut, spaced).split())


def words(text: str) -> tuple[str, ...]:
    """The words of a text in order: :func:`analyze`, split."""
    return tuple(analyze(text).split())


def fold(text: str) -> str:
    """NFKC, case folded, without characters that only steer display."""
    shown = _display_only.sub("", text)
    # Folding can undo composition (capital dotted i), so both are done twice.
    once = unicodedata.normalize("NFKC", shown).casefold()
    again = unicodedata.normalize("NFKC", once)
    return again if again == once else unicodedata.normalize("NFKC", again.casefold())


def is_unspaced(word: str) -> bool:
    """Whether the word begins with a character of a script written without spaces."""
    return bool(_unspaced.match(word))


def runs(text: str) -> Iterator[re.Match[str]]:
    """The runs of word characters of a text as it stands, before any folding."""
    return _patterns().word.finditer(text)


def _spaced(text: str) -> str:
    patterns = _patterns()
    spaced = patterns.gap.sub(" ", " " + fold(text))
    if _unspaced.search(spaced):
        spaced = patterns.unspaced_run.sub(_pairs, spaced)
    return spaced


def _pairs(run: re.Match[str]) -> str:
    characters = run.group()
    if len(characters) == 1:
        return f" {characters} "
    pairs = map(str.__add__, characters, characters[1:])
    return f" {' '.join(pairs)} "


def _cut(word: re.Match[str]) -> str:
    return word.group()[:LONGEST_WORD]


@cache
def _patterns() -> _Patterns:
    """Patterns with every combining mark, which Python's own class of letters leaves out."""
    marks = _marks()
    return _Patterns(
        gap=re.compile(rf"(?:[^\w{marks}]+[{marks}]*)+"),
        unspaced_run=re.compile(f"[{_UNSPACED}][{_UNSPACED}{marks}]*"),
        word=re.compile(rf"\w[\w{marks}{_DISPLAY_ONLY}]*"),
    )


def _marks() -> str:
    """Ranges of all combining marks, as the inside of a character class."""
    # Marks stand below U+1F000 and, as variation selectors, from U+E0100 on.
    points = [i for i in range(0x300, 0x1F000) if unicodedata.category(chr(i))[0] == "M"]
    runs = [list(run) for _, run in groupby(enumerate(points), lambda pair: pair[1] - pair[0])]
    return "".join(f"{chr(run[0][1])}-{chr(run[-1][1])}" for run in runs)
