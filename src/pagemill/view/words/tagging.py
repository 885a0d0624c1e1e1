"""Nouns before verbs and adjectives among keywords, by HanTa, where it is asked for.

The lecture prefers nouns as terms. HanTa (Hannover Tagger) brings models of English, German and
Dutch in its package. A word is tagged by itself, in each form in which it stands in the text:
so German nouns are known by their capital, and what stands mostly as a noun is one. Which
keywords stand out is still judged by the weights as they were: only what is no noun has to
weigh more.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from pagemill.view.keywords import READ

HANTA: Final = "hanta"
OTHER: Final = 0.7
"""Weight of what is no noun."""

_MODELS: Final[Mapping[str, str]] = {
    "de": "morphmodel_ger.pgz",
    "en": "morphmodel_en.pgz",
    "nl": "morphmodel_dutch.pgz",
}
_NOUNS: Final = ("NN", "NP", "NE", "N(", "SPEC(deeleigen)")
"""How the tags of nouns and names begin: those of the BNC, of STTS, of the Dutch corpus."""

_WORD: Final = re.compile(r"[^\W\d_]+")

Analysis = Callable[[str], tuple[str, str]]


def tagger_identity(name: str) -> str:
    """Name and version of a tagger, ``""`` for none.

    Raises:
        ValueError: it is not installed.
    """
    if not name:
        return ""
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        raise ValueError(
            f'tagger is {name!r}, which is not installed; pip install "pagemill[tag]"'
        ) from None


def nouns_first(weights: Mapping[str, float], text: str, language: str) -> dict[str, float]:
    """Weights of terms, of those less that stand in the text as something else than nouns.

    Args:
        weights: weight of each term, in lower case.
        text: what they are terms of.
        language: of the text; where there is no model of it, the weights stay as they are.
    """
    if language not in _MODELS:
        return dict(weights)
    votes: Counter[str] = Counter()
    for form, times in Counter(_WORD.findall(text[:READ])).items():
        term = form.casefold()
        if term in weights:
            votes[term] += times if _is_noun(form, language) else -times
    return {
        term: weight * OTHER if votes[term] < 0 else weight for term, weight in weights.items()
    }


@lru_cache(maxsize=1 << 16)
def _is_noun(form: str, language: str) -> bool:
    return _analysis(language)(form)[1].startswith(_NOUNS)


@cache
def _analysis(language: str) -> Analysis:
    tagger = importlib.import_module("HanTa.HanoverTagger").HanoverTagger(_MODELS[language])
    found: Analysis = tagger.analyze
    return found
