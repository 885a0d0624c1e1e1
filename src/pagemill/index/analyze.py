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

A table says for each character what becomes of it, so a text is read by array operations and
not word by word. Characters are folded on their own; what is left of composition is done once
per text, and only for texts with marks.

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

import numpy as np
from numpy.typing import NDArray

ANALYSER = "words-and-pairs/1"
"""Name and version, stored with every index. Raise the version when any text is cut anew."""

LONGEST_WORD = 128
"""Characters of a word that count; two words that differ only after these are equal."""

Codes = NDArray[np.uint32]

# Thai, Lao, Tibetan, Myanmar, Khmer, kana, bopomofo, Han, Hangul.
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
# Once mapped, what is neither blank nor of a word is a mark.
_lone_marks = re.compile(r"(?<![^ ])[^\w ]+")

_BLANK = ord(" ")
_ascii_words = bytes(
    ord(chr(i).lower()) if i < 128 and (chr(i).isalnum() or chr(i) == "_") else _BLANK
    for i in range(256)
)

# What becomes of a character: its code, with these flags; 0 is not looked up yet.
_PAIRED = 1 << 30
_COMPOSES = 1 << 29
_BECOMES_SEVERAL = 1 << 28
_CODE = np.uint32((1 << 21) - 1)
_ROW = 256
_JAMO = 0x1100
_SHORT = 500
_table: Codes = np.zeros(0x110000, np.uint32)


def analyze(text: str) -> str:
    """The words of a text in order, separated by blanks.

    Cost:
        Linear, by array operations; only texts with combining marks, and words longer than
        :data:`LONGEST_WORD`, take slower ways.

    Example:
        >>> analyze("PANIC in 网页净化").split()
        ['panic', 'in', '网页', '页净', '净化']
    """
    if text.isascii():
        spaced = text.encode("ascii").translate(_ascii_words).decode("ascii")
    else:
        spaced = _spaced(text)
    return _too_long.sub(_cut, spaced) if _may_be_too_long(spaced) else spaced


def words(text: str) -> tuple[str, ...]:
    """The words of a text in order: :func:`analyze`, split."""
    return tuple(analyze(text).split())


def word_count(analysed: str) -> int:
    """Number of words in what :func:`analyze` gave."""
    if len(analysed) < _SHORT:
        return len(analysed.split())
    blank = np.frombuffer(f" {analysed}".encode(), np.uint8) == _BLANK
    return int(np.count_nonzero(blank[:-1] & ~blank[1:]))


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
    return _run_pattern().finditer(text)


def _spaced(text: str) -> str:
    values, flags = _looked_up(text)
    if flags & _BECOMES_SEVERAL:
        for code in np.unique(_codes(text)[values & _BECOMES_SEVERAL > 0]).tolist():
            text = text.replace(chr(code), fold(chr(code)))
        values, flags = _looked_up(text)
    marked = flags & _COMPOSES
    if marked:
        values, flags = _looked_up(unicodedata.normalize("NFC", _text(values & _CODE)))
    codes = values & _CODE
    spaced = _text(_pairs(codes, values & _PAIRED > 0) if flags & _PAIRED else codes)
    return _lone_marks.sub("", spaced) if marked else spaced


def _looked_up(text: str) -> tuple[Codes, int]:
    """What becomes of each character, and all flags that occur."""
    codes = _codes(text)
    values = _table[codes]
    if not values.all():
        for row in np.unique(codes[values == 0] // _ROW).tolist():
            start = row * _ROW
            _table[start : start + _ROW] = _row(start)
        values = _table[codes]
    return values, int(np.bitwise_or.reduce(values, initial=0)) & ~int(_CODE)


def _row(start: int) -> list[int]:
    """What becomes of the characters from ``start`` on."""
    characters = [chr(start + i) for i in range(_ROW)]
    apart = " ".join(characters)
    # Whole rows of Han and Hangul stand for themselves; blanks keep neighbours from composing.
    if all(map(str.isalnum, characters)) and start != _JAMO and fold(apart) == apart:
        return [ord(one) | is_unspaced(one) * _PAIRED for one in characters]
    return [_value(one) for one in characters]


def _value(character: str) -> int:
    if "\ud800" <= character <= "\udfff":
        return _BLANK
    folded = fold(character)
    if folded and not any(one.isalnum() or one == "_" or _is_mark(one) for one in folded):
        return _BLANK
    if len(folded) != 1:
        # A spacing accent folds to a blank with a mark, which would be lost anyway.
        return _BLANK if folded[:1] == " " else _BECOMES_SEVERAL
    composes = _is_mark(folded) or "\u1100" <= folded <= "\u11ff"
    return ord(folded) | composes * _COMPOSES | is_unspaced(folded) * _PAIRED


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _pairs(codes: Codes, paired: NDArray[np.bool_]) -> Codes:
    """Spread runs of paired characters: ``abc`` becomes ``_ab_bc_``, ``a`` alone ``_a_``."""
    follows = np.concatenate(([False], paired[:-1])) & paired
    is_first = np.concatenate((follows[1:], [False]))
    # Three places for each character: blank, itself, the next one of its run.
    spread = np.full((len(codes), 3), _BLANK, np.uint32)
    np.copyto(spread[:, 1], codes, where=is_first | ~follows)
    np.copyto(spread[:-1, 2], codes[1:], where=is_first[:-1])
    kept = np.ones((len(codes), 3), np.bool_)
    kept[:, 0] = kept[:, 2] = paired
    return spread[kept]


def _may_be_too_long(spaced: str) -> bool:
    """Cheap and never wrongly false: a stretch without a blank, as long as half a word."""
    if len(spaced) <= LONGEST_WORD:
        return False
    half = LONGEST_WORD // 2
    blank = np.frombuffer(spaced.encode(), np.uint8) == _BLANK
    whole = blank[: len(blank) // half * half].reshape(-1, half)
    return not whole.any(axis=1).all()


def _codes(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _text(codes: Codes) -> str:
    return codes.astype("<u4", copy=False).tobytes().decode("utf-32-le")


def _cut(word: re.Match[str]) -> str:
    return word.group()[:LONGEST_WORD]


@cache
def _run_pattern() -> re.Pattern[str]:
    """A letter and what follows; marks too, which Python does not count as letters."""
    # Marks stand below U+1F000 and, as variation selectors, from U+E0100 on.
    points = [i for i in range(0x300, 0x1F000) if unicodedata.category(chr(i))[0] == "M"]
    spans = [list(run) for _, run in groupby(enumerate(points), lambda pair: pair[1] - pair[0])]
    marks = "".join(f"{chr(span[0][1])}-{chr(span[-1][1])}" for span in spans)
    return re.compile(rf"\w[\w{marks}{_DISPLAY_ONLY}]*")
