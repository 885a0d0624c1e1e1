"""What the pages of a collection teach about words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageWords:
    """Of the pages of one language.

    Attributes:
        language: BCP 47 primary tag, or ``""``.
        pages: how many there are.
        terms: distinct terms in them.
        stop_words: learned ones with the share of pages in which they stand twice or more,
            the commonest first.
    """

    language: str
    pages: int
    terms: int
    stop_words: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """Keywords of one page by weights learned from all pages of its language.

    Attributes:
        url: the page.
        absolute: the heaviest terms.
        relative: those of them that exceed the average weight by far enough.
        weights: of the terms of ``absolute``.
    """

    url: str
    absolute: list[str]
    relative: list[str]
    weights: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsReport:
    """Of a whole collection.

    Attributes:
        languages: in the order of their tags.
        page: the page that was asked for, if any.
    """

    languages: list[LanguageWords]
    page: PageWords | None
