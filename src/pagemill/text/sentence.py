"""Sentences of a text in any language, without a list of abbreviations a language."""

from __future__ import annotations

import re
from typing import Final

# Full-width and other marks that end a sentence wherever they stand.
_ALWAYS: Final = "。！？｡．؟۔।॥။።៕᙮"
_CLOSING: Final = "\"'”’»›)\\]」』）】》〉"
_END: Final = re.compile(
    rf"[{_ALWAYS}]+[{_CLOSING}]*\s*"
    rf"|[.!?…]+[{_CLOSING}]*(?:\s+|$)"
    r"|\s*\n\s*"
)
_LAST_WORD: Final = re.compile(r"(\w+)\.$")
_STARTS_LOW: Final = re.compile(r"[a-zà-öø-ÿа-яё,;:)]")


def sentences(text: str) -> list[str]:
    """Sentences in order, each without white space at its ends.

    A line end always ends a sentence: a heading is not glued to the paragraph after it. A
    full stop does not where an initial, a number or a word of one letter stands before it,
    or a small letter follows.

    >>> sentences("Dr. A. Vell came. She left at 3.15 p.m. on foot! 灯亮了。天黑了。")
    ['Dr. A. Vell came.', 'She left at 3.15 p.m. on foot!', '灯亮了。', '天黑了。']
    """
    found: list[str] = []
    start = 0
    for mark in _END.finditer(text):
        if _is_inside(text, start, mark):
            continue
        sentence = text[start : mark.end()].strip()
        if sentence:
            found.append(sentence)
        start = mark.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def _is_inside(text: str, start: int, mark: re.Match[str]) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or an ordinal number."""
    sign = mark[0].strip()
    if sign.strip(".…") or "\n" in mark[0] or mark.end() == len(text):
        return False
    return _STARTS_LOW.match(text, mark.end()) is not None or (
        sign == "." and _is_abbreviation(text, start, mark)
    )


def _is_abbreviation(text: str, start: int, mark: re.Match[str]) -> bool:
    before = _LAST_WORD.search(text, max(start, mark.start() - 24), mark.start() + 1)
    if before is None:
        return False
    word = before[1]
    if len(word) == 1 and word.isalpha():
        return True
    if word.isdigit():
        return len(word) <= 2 and mark.start() - start <= len(word)
    return word.lower() in _TITLES


# Forms of address and the like: the few abbreviations before names in Latin script.
_TITLES: Final = frozenset(
    ("dr", "mr", "mrs", "ms", "st", "prof", "sr", "jr", "vs", "no", "nr", "bzw", "sra", "mme")
)
