"""What choosing keywords in a collection can be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pagemill.view.words.segmenting import JIEBA
from pagemill.view.words.tagging import HANTA
from pagemill.view.words.weighting import ALPHA, BETA, Strategy

RELATIVE: Final = "relative"
ABSOLUTE: Final = "absolute"
PAGE: Final = "page"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsParams:
    """Parameters of keywords; none changes which text of a page is kept.

    Attributes:
        keywords: which a DocView of the collection has: ``page`` (those of the page alone),
            or, by weights that a build learns from all pages, ``relative`` (those heavier than
            the average by far enough) or ``absolute`` (the heaviest).
        alpha: keywords of a page at most.
        beta: relative keywords weigh more than the average times 1 + beta.
        segmenter: ``jieba`` cuts Chinese pages into words, nouns before others (extra
            ``segment``); ``""``: pairs of characters.
        tagger: ``hanta`` puts nouns before verbs and adjectives in English, German and Dutch
            (extra ``tag``); ``""``: words of all kinds alike.
    """

    keywords: str = PAGE
    alpha: int = ALPHA
    beta: float = BETA
    segmenter: str = ""
    tagger: str = ""

    def __post_init__(self) -> None:
        if self.keywords not in (RELATIVE, ABSOLUTE, PAGE):
            raise ValueError(
                f"keywords is {self.keywords!r}; choose relative, absolute or page"
            )
        if self.segmenter not in ("", JIEBA):
            raise ValueError(
                f"segmenter is {self.segmenter!r}; choose {JIEBA}, or leave it empty"
            )
        if self.tagger not in ("", HANTA):
            raise ValueError(f"tagger is {self.tagger!r}; choose {HANTA}, or leave it empty")
        Strategy(alpha=self.alpha, beta=self.beta)
