"""Words that tell nothing, learned from a set of documents rather than listed.

Source: Tianwang lecture on purification: in a random set of pages a word whose frequency is
high (tf >= 2) in many pages (more than 200 of 10,000) separates little. Deviates: "many" is a
share, so that the rule holds for sets of any size.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

SHARE: Final = 0.02
HIGH_FREQUENCY: Final = 2

# The most frequent words of a few languages that use the Latin or Cyrillic script, for a
# single page that comes without a set to learn from. No language needs to be in it.
_FREQUENT: Final = """
en: a about after all also an and any are as at be been but by can could did do does for from
  had has have he her his how if in into is it its just more most my new no not of on one only
  or other our out over said she should so some such than that the their them then there these
  they this those to up was we were what when where which while who will with would you your
de: der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren
  wird werden wurde wurden hat haben hatte mit von vom zu zum zur im am auf aus bei nach nicht
  auch noch nur sich sie er es wir ihr wie als dass daß für über unter durch vor bis
fr: le la les un une des du de et ou mais est sont était été il elle ils elles nous vous que
  qui dans par pour sur avec sans ce cette ces se sa son ses leur leurs plus pas ne au aux en
es: el los las una unos unas del y o pero es son fue ser por para con sin su sus se que como
  más lo al muy ya entre
it: il lo gli una dei delle della nel nella di da e ma non che per con sono è si come più
pt: o os um uma do da dos das em no na nos nas e mas não que por para com se ao mais
nl: de het een en van is dat die niet met voor op te zijn aan er om ook als maar bij uit
pl: w z na do i że się nie to jest od za po jak dla przez ale oraz
ru: и в не на что он она они я мы вы с со как а то все это по но из у за от о к для его её их
  был была было были или же бы
"""


def _by_language(table: str) -> dict[str, frozenset[str]]:
    """``language -> words`` of a table whose rows begin with ``language:``."""
    rows = re.findall(r"^(\w+):((?:.|\n )*)$", table, re.MULTILINE)
    return {language: frozenset(words.split()) for language, words in rows}


FREQUENT: Final[dict[str, frozenset[str]]] = _by_language(_FREQUENT)
STOP_WORDS: Final[frozenset[str]] = frozenset[str]().union(*FREQUENT.values())
"""Words known to tell nothing, in any of the languages listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopWords:
    """What a set of documents taught.

    Attributes:
        words: the words, most frequent first, ties in alphabetical order.
        document_frequency: of each, in how many documents it stands at least twice.
        documents: how many documents were read.
    """

    words: tuple[str, ...]
    document_frequency: tuple[int, ...]
    documents: int


def learned(documents: Iterable[Sequence[str]], share: float = SHARE) -> StopWords:
    """Learn stop words from documents given as words.

    Args:
        documents: words of each document, as :func:`pagemill.text.tokenize.words` gives them.
        share: part of the documents above which a word that is frequent there tells nothing.
    """
    repeated: Counter[str] = Counter()
    count = 0
    for document in documents:
        count += 1
        repeated.update(word for word, tf in Counter(document).items() if tf >= HIGH_FREQUENCY)
    frequent = sorted(
        ((word, df) for word, df in repeated.items() if df > share * count),
        key=lambda pair: (-pair[1], pair[0]),
    )
    return StopWords(
        words=tuple(word for word, _ in frequent),
        document_frequency=tuple(df for _, df in frequent),
        documents=count,
    )


def is_stop_word(word: str) -> bool:
    """Whether a word is known to tell nothing, in any of the languages listed."""
    return word in STOP_WORDS
