# pyright: basic
"""Which language a text is in: by its script, by its commonest words, by statistics.

What the page declares is evidence, not proof: templates carry ``lang="en"`` into every country.
A declaration decides where the text is too short to tell or two languages are close.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from pagemill.text.stopwords import FREQUENT, STOP_WORDS

_SAMPLE: Final = 240
_DECLARED_ODDS: Final = 6.0
_RARE_ODDS: Final = 0.2  # languages of three-letter tags have few pages
_DECLARED_SHARE: Final = 0.15  # of common words; in texts of other languages it is far less
_ENOUGH_LETTERS: Final = 12

# Scripts that one living language of the web uses, or nearly so.
_SCRIPTS: Final = {
    "zh": "\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "ja": "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9d",
    "ko": "\u1100-\u11ff\u3131-\u318e\uac00-\ud7af",
    "th": "\u0e01-\u0e4e",
    "lo": "\u0e81-\u0ecd",
    "km": "\u1780-\u17dd",
    "my": "\u1000-\u109f",
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    "he": "\u05d0-\u05f4",
    "hy": "\u0531-\u0587",
    "ka": "\u10a0-\u10ff",
    "am": "\u1200-\u139f",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c00-\u0c7f",
    "kn": "\u0c80-\u0cff",
    "ml": "\u0d00-\u0d7f",
    "si": "\u0d80-\u0dff",
    "gu": "\u0a80-\u0aff",
    "pa": "\u0a00-\u0a7f",
    "or": "\u0b00-\u0b7f",
    "bo": "\u0f00-\u0fff",
}
_ASCII: Final = re.compile(r"[\x00-\x7f]+")
_RUN: Final = re.compile(
    "(?P<other>[\u00c0-\u036f\u0400-\u0530\u0600-\u06ff\u0900-\u09ff]+)|"
    + "|".join(f"(?P<{tag}>[{letters}]+)" for tag, letters in _SCRIPTS.items())
)
# What a declaration may make of a script's usual language.
_SAME_SCRIPT: Final = {
    "el": ("grc",),
    "he": ("yi", "lad"),
    "am": ("ti", "gez"),
    "zh": ("ja",),
    "ka": ("xmf",),
    "bo": ("dz",),
}
_FOLDED: Final = {
    "cmn": "zh",
    "yue": "zh",
    "wuu": "zh",
    "iw": "he",
    "in": "id",
    "ji": "yi",
    "nb": "no",
    "fil": "tl",
    "zxx": "",
}
_LANGUAGES_OF: Final = {
    word: tuple(tag for tag, known in FREQUENT.items() if word in known) for word in STOP_WORDS
}
"""Languages among whose commonest words a word is."""

_TAG: Final = re.compile(r"\s*([A-Za-z]{2,3})(?![A-Za-z])")
_WORD: Final = re.compile(r"[^\W\d_]+")


def language(text: str, declared: str = "") -> str:
    """BCP 47 primary tag of a text's language, or ``""`` where nothing tells.

    Args:
        text: the content, best without navigation.
        declared: value of the page's ``lang`` attribute or header.
    """
    claim = primary_tag(declared)
    sample = _sample(text)
    letters = sum(map(str.isalpha, sample))
    if not letters:
        return claim
    foreign = _ASCII.sub("", sample)
    by_script = _by_script(foreign, letters - len(foreign), claim) if foreign else ""
    if by_script:
        return by_script
    if letters < _ENOUGH_LETTERS and claim:
        return claim
    return _by_frequent_words(sample, claim) or _by_statistics(sample, claim)


def primary_tag(declared: str) -> str:
    """Primary tag of a declaration such as ``en-GB`` or ``zh_CN``, or ``""`` for none."""
    match = _TAG.match(declared)
    tag = match[1].lower() if match else ""
    return _FOLDED.get(tag, tag)


def _sample(text: str) -> str:
    """Two pieces from inside the text, where neither greeting nor imprint stands."""
    if len(text) <= _SAMPLE:
        return text
    half = _SAMPLE // 2
    first, second = len(text) // 4, max(len(text) // 4 + half, 3 * len(text) // 5)
    return _piece(text, first, half) + " " + _piece(text, second, half)


def _piece(text: str, start: int, size: int) -> str:
    """Characters from ``start`` on, from the next blank if one is near."""
    blank = text.find(" ", start, start + 24)
    start = blank + 1 if blank >= 0 else start
    return text[start : start + size]


def _by_script(foreign: str, ascii_letters: int, claim: str) -> str:
    """Language whose script most letters belong to, if it is the only one of that script."""
    counts: dict[str, int] = dict.fromkeys((*_SCRIPTS, "other"), 0)
    counts["other"] = max(0, ascii_letters)
    for run in _RUN.finditer(foreign):
        counts[run.lastgroup or "other"] += run.end() - run.start()
    han, kana = counts["zh"], counts["ja"]
    counts["zh"] = 0 if kana * 20 > han + kana else 2 * (han + kana)
    counts["ja"] = 2 * (han + kana) if kana * 20 > han + kana else 0
    best = max(counts, key=lambda tag: counts[tag])
    if best == "other" or counts[best] < counts["other"]:
        return ""
    if claim in _SAME_SCRIPT.get(best, ()) and (claim != "ja" or han < 24):
        return claim
    return best


def _by_frequent_words(sample: str, claim: str) -> str:
    """A language by its commonest words: spares most pages the model.

    English and German are told by these words alone; any of the languages listed where fewer
    of them stand but the page declares it.
    """
    found = _WORD.findall(sample.lower())
    if len(found) < 12:
        return ""
    hits = dict.fromkeys(FREQUENT, 0)
    for word in found:
        for tag in _LANGUAGES_OF.get(word, ()):
            hits[tag] += 1
    first, second = sorted(hits, key=lambda tag: -hits[tag])[:2]
    if hits[first] < 2 * hits[second]:
        return ""
    if first == claim:
        return first if hits[first] >= _DECLARED_SHARE * len(found) else ""
    return first if hits[first] >= 0.3 * len(found) and first in ("en", "de") else ""


def _by_statistics(sample: str, claim: str) -> str:
    ranked = dict(_model().rank(sample))
    for tag in ranked:
        if len(tag) > 2:
            ranked[tag] *= _RARE_ODDS
    if claim in ranked:
        ranked[claim] *= _DECLARED_ODDS
    best = max(ranked, key=lambda tag: ranked[tag])
    return _FOLDED.get(best, best) or claim


@cache
def _model() -> Any:
    """The statistical model, at its first use."""
    from pagemill.text.unpacked import identifier  # noqa: PLC0415 - loads numpy

    return identifier()
