"""Chinese words, cut and tagged by jieba, where it is installed and asked for.

Without it, pairs of neighbouring characters stand for words: they need no dictionary and miss
nothing, but as keywords they read badly. With it, keywords are words, nouns before verbs and
adjectives, as the lecture wants it.
"""

from __future__ import annotations

import importlib
import logging
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from pagemill.view.keywords import READ, terms_of

JIEBA: Final = "jieba"
LANGUAGE: Final = "zh"
OTHER: Final = 0.5
"""Weight of what is no noun."""

_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_NOUNS: Final = ("n", "eng")

Cut = Callable[[str], Iterator[Any]]


def identity(name: str) -> str:
    """Name and version of a segmenter, ``""`` for none.

    Raises:
        ValueError: it is not installed.
    """
    if not name:
        return ""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        raise ValueError(
            f'segmenter is {name!r}, which is not installed; pip install "pagemill[segment]"'
        ) from None


def words_by(text: str) -> dict[str, int]:
    """Terms of a text: Chinese words of two characters or more, and all other words."""
    read = text[:READ]
    found = Counter(word for word, _ in _tagged(read))
    return {**terms_of(_HAN.sub(" ", read)), **found}


def by_kind(weights: Mapping[str, float], text: str) -> dict[str, float]:
    """Weights of terms, of those less that are a word of the text but no noun in it."""
    kinds: dict[str, bool] = {}
    for word, is_noun in _tagged(text[:READ]):
        kinds[word] = kinds.get(word, False) or is_noun
    return {
        term: weight if kinds.get(term, True) else weight * OTHER
        for term, weight in weights.items()
    }


def _tagged(text: str) -> Iterator[tuple[str, bool]]:
    for pair in _cutter()(text):
        word, kind = str(pair.word), str(pair.flag)
        if len(word) > 1 and _HAN.fullmatch(word):
            yield word, kind.startswith(_NOUNS)


@cache
def _cutter() -> Cut:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # jieba is older than what Python warns of today
        jieba = importlib.import_module(JIEBA)
        jieba.setLogLevel(logging.WARNING)
        jieba.initialize()
        cut: Cut = importlib.import_module("jieba.posseg").cut
    return cut
