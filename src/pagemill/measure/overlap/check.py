"""Whether an engine has a page: yes, no, or it cannot be told.

An engine that can be asked by address is asked so. Others are asked a strong query: words that
hardly any other page has. A hit counts by its address, and apart from that by its text, for an
engine may have the page under another address.

Source: Bharat, Broder 1998; Dasdan and others 2009, "Automatic retrieval of similar content
using search engine query interface", for several random sequences of words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from zlib import crc32

from pagemill.dedup.shingle import jaccard, shingle_sets
from pagemill.html.url import normalized
from pagemill.measure.asking.asker import Asker
from pagemill.measure.engine import Query
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.signature import phrase, rarest, several

Way = Literal["lookup", "rarest", "several", "phrase"]
WAYS: tuple[Way, ...] = ("lookup", "rarest", "several", "phrase")

ALIKE = 0.9
"""Resemblance from which two texts are one content."""

_LOOKED_AT = 10


@dataclass(frozen=True, slots=True)
class Found:
    """Whether an engine has a page.

    Attributes:
        by_address: under this very address; None: not known.
        by_content: this text under any address; None: not known.
    """

    by_address: bool | None
    by_content: bool | None


def check(asker: Asker, page: str, text: str, lexicon: Lexicon, way: Way = "several") -> Found:
    """Ask an engine for a page.

    Args:
        asker: the way to the engine.
        page: address of the page.
        text: its text.
        lexicon: tells which words are rare.
        way: ``lookup`` by address alone; ``rarest`` eight words in one query; ``several`` five
            queries of six words; ``phrase`` a run of words.

    Raises:
        BudgetSpentError: the budget does not last for the answer.
    """
    known = asker.lookup(page)
    if known or way == "lookup":
        return Found(known, known)
    answered = 0
    by_address = by_content = False
    for query in _queries(text, lexicon, way, crc32(page.encode())):
        answer = asker.search(query)
        if answer is None:
            continue
        answered += 1
        by_address = any(_same(page, other) for other in answer.ids)
        looked = answer.ids[:_LOOKED_AT]
        by_content = by_address or any(alike(text, asker.text(other)) for other in looked)
        if by_content:
            break
    if not answered:
        return Found(known, None)
    return Found(by_address if known is None else known, by_content)


def _queries(text: str, lexicon: Lexicon, way: Way, seed: int) -> Iterator[Query]:
    if way == "rarest":
        yield rarest(text, lexicon)
    elif way == "phrase":
        yield phrase(text, lexicon)
    else:
        yield from several(text, lexicon, seed)


def alike(one: str, other: str | None) -> bool:
    """Whether two texts are one content: equal, or nearly.

    Example:
        >>> alike("the tide turns twice a day", "the tide  turns twice a day")
        True
    """
    if other is None:
        return False
    if one.split() == other.split():
        return True
    both = shingle_sets([one, other])
    return bool(jaccard(both[0], both[1]) >= ALIKE)


def _same(one: str, other: str) -> bool:
    return one == other or _address(one) == _address(other)


@lru_cache(maxsize=10_000)
def _address(url: str) -> str:
    return normalized(url) or url
