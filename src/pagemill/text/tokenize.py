"""Words of a text in any script.

Scripts that set no space between words (Han, kana, Bopomofo, Yi, Thai, Lao, Khmer, Burmese)
give one token a character, its combining marks included. Hangul is written with spaces, so a
Korean word stays one token.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Ranges of letters whose scripts set no space between words.
UNSPACED: Final = (
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa"
    "\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua000-\ua48c\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"
    "\u0e01-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2-\u0eb3\u0ebd\u0ec0-\u0ec6"
    "\u0edc-\u0edf\u1780-\u17b3\u17d7\u17dc\u1000-\u102a\u103f\u1050-\u1055\u105a-\u105d"
    "\u1061\u1065-\u1066\u106e-\u1070\u1075-\u1081\u108e\uaa60-\uaa7a\ua9e0-\ua9ef"
)
FIRST_UNSPACED: Final = "\u0e01"
"""The first of them: a word that sorts before it is of another script."""

# Marks that belong to the letter before them but are no letters to the regular expressions of
# Python: accents, vowel points, vowel signs of the Indic scripts, joiners inside a word.
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a"
    "\u07a6-\u07b0\u07eb-\u07f3\u0816-\u082d\u0859-\u085b\u08ca-\u08e1\u08e3-\u0903"
    "\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u09d7\u09e2"
    "\u09e3\u0a01-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc-\u0acd\u0ae2\u0ae3"
    "\u0b01-\u0b03\u0b3c-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c-\u0c56"
    "\u0c62\u0c63\u0c81-\u0c83\u0cbc-\u0cd6\u0ce2\u0ce3\u0d00-\u0d03\u0d3b-\u0d4d\u0d57\u0d62"
    "\u0d63\u0d81-\u0d83\u0dca-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc"
    "\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87"
    "\u0f8d-\u0fbc\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d"
    "\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u17b4-\u17d3\u17dd"
    "\u180b-\u180d\u18a9\u1ab0-\u1aff\u1b00-\u1b04\u1b34-\u1b44\u1dc0-\u1dff\u200c\u200d"
    "\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef"
)
_TOKEN: Final = re.compile(
    f"[{UNSPACED}][{_MARKS}]*|(?:[^\\W_{UNSPACED}][{_MARKS}]*)+", re.UNICODE
)
_UNSPACED_LETTER: Final = re.compile(f"[{UNSPACED}]")
# Most lines need less than that: plain ASCII is a table and a split, letters of Latin script
# are runs. The signs of typography are taken out first, for many texts hold no other.
_ASCII_WORDS: Final = {
    code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)
}
TYPOGRAPHY: Final = "\u2019\u2018\u201c\u201d\u2013\u2014\u00a0\u2022\u2026\u00b7"
_BEYOND_LATIN: Final = re.compile("[\u0300-\U0010ffff]")
_RUN: Final = re.compile(r"[^\W_]+")
# Marks, and vowels and final consonants of Hangul, which make one letter with those before.
_DEPENDS: Final = re.compile(f"[{_MARKS}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")


def words(text: str) -> list[str]:
    """Words in order, folded to one form (NFKC, case), without punctuation.

    >>> words("Lamps, 灯塔 & Leuchttürme")
    ['lamps', '灯', '塔', 'leuchttürme']
    """
    if not text.isascii():
        for sign in TYPOGRAPHY:
            text = text.replace(sign, " ")
    if text.isascii():
        return text.translate(_ASCII_WORDS).split()
    found: list[str] = []
    for line in text.split("\n"):
        found += line.translate(_ASCII_WORDS).split() if line.isascii() else words_of_any(line)
    return found


def words_of_any(line: str) -> list[str]:
    """Words of a line whatever its script, signs of typography aside."""
    line = unicodedata.normalize("NFKC", line).casefold()
    pattern = _TOKEN if _BEYOND_LATIN.search(line) else _RUN
    return pattern.findall(line)


def reading(character: str) -> tuple[int, int]:
    """What a character is to words, and the character that it folds to, for compiled loops.

    Returns:
        1: it parts words; 2: a letter or digit; 3: of a script without blanks; 4: whatever it
        is depends on its neighbours, or it folds to several, or to one beyond the first plane.
        The code point is 0 where it does not matter.
    """
    folded = unicodedata.normalize("NFKC", character).casefold()
    depends = any(_DEPENDS.match(sign) for sign in (character, folded))
    if depends or len(folded) != 1 or folded > "\uffff":
        return 4, 0
    if _UNSPACED_LETTER.match(folded):
        return 3, ord(folded)
    return (2, ord(folded)) if _RUN.match(folded) else (1, 0)


@lru_cache(maxsize=1 << 14)
def is_unspaced(word: str) -> bool:
    """Whether a word begins with a letter of a script without spaces."""
    return _UNSPACED_LETTER.match(word) is not None
