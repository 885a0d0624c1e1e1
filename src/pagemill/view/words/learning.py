"""Frequencies of words as rows: counted batch by batch, added up, and read again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import NamedTuple

from pagemill.text.tokenize import words as words_of
from pagemill.view.keywords import READ, terms_of
from pagemill.view.words.segmenting import LANGUAGE, words_by
from pagemill.view.words.weighting import Frequencies

PAGES = ""
"""The term whose row counts the pages of a language."""


class Count(NamedTuple):
    """One row: in how many pages of a language a term stands, or stands twice."""

    key: int
    language: str
    term: str
    pages: int
    repeated: int


class Learned(NamedTuple):
    """What was learned of one language, and what tells this state of it from any other."""

    frequencies: Frequencies
    state: int


def all_words(text: str, language: str = "", segmenter: str = "") -> dict[str, int]:
    """Every word of a page and every pair of characters, with their frequency."""
    found = {**Counter(words_of(text[:READ])), **terms_of(text[:READ])}
    return found | words_by(text) if segmenter and language == LANGUAGE else found


def term_key(language: str, term: str) -> int:
    """By which the counts of a term meet."""
    said = f"{language}\0{term}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "big")


def counted(pages: Iterable[tuple[str, str]], segmenter: str = "") -> list[Count]:
    """Count some pages, given as language and text; with a segmenter, Chinese words, too."""
    found: defaultdict[str, Frequencies] = defaultdict(Frequencies)
    for language, text in pages:
        found[language].add(all_words(text, language, segmenter))
    rows: list[Count] = []
    for language, frequencies in found.items():
        rows.append(Count(term_key(language, PAGES), language, PAGES, frequencies.documents, 0))
        rows += [
            Count(term_key(language, term), language, term, df, frequencies.repeated[term])
            for term, df in frequencies.pages.items()
        ]
    return rows


def added(rows: Iterable[Count]) -> list[Count]:
    """Counts of equal terms added up, in order of their keys."""
    pages: Counter[tuple[int, str, str]] = Counter()
    repeated: Counter[tuple[int, str, str]] = Counter()
    for row in rows:
        pages[row[:3]] += row.pages
        repeated[row[:3]] += row.repeated
    return [Count(*name, pages[name], repeated[name]) for name in sorted(pages)]


def learned(rows: Iterable[Count]) -> Mapping[str, Learned]:
    """What was learned, by language, of rows in order of their keys."""
    found: defaultdict[str, Frequencies] = defaultdict(Frequencies)
    states: defaultdict[str, blake2b] = defaultdict(lambda: blake2b(digest_size=8))
    for row in rows:
        own = found[row.language]
        if row.term == PAGES:
            own.documents = row.pages
        else:
            own.pages[row.term] = row.pages
            own.repeated[row.term] = row.repeated
        states[row.language].update(repr(row).encode("utf-8", "surrogatepass"))
    return {
        language: Learned(own, int.from_bytes(states[language].digest(), "big") | 1)
        for language, own in found.items()
    }
