"""Properties of one page that can be averaged over an index.

Source: Ntoulas and others 2006, "Detecting spam web pages through content analysis", for the
compression ratio: of pages whose text shrinks more than fourfold, most are spam.
"""

from __future__ import annotations

from collections.abc import Callable
from zlib import compress

from pagemill.measure.asking.asker import Asker
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.overlap.check import alike
from pagemill.measure.signature import several
from pagemill.text.language import language

Property = Callable[[str], float | None]

STUFFED = 4.0
"""Compression ratio from which a text counts as stuffed with repeated words."""

_LEAST_BYTES = 500


def freshness(asker: Asker) -> Property:
    """Whether the text that the engine has is still the live one."""

    def tell(page: str) -> float | None:
        indexed, live = asker.text(page), asker.live(page)
        if indexed is None or live is None:
            return None
        return float(alike(live, indexed) and live.split() == indexed.split())

    return tell


def duplicate(asker: Asker, lexicon: Lexicon) -> Property:
    """Whether the engine has the same content under another address too."""

    def tell(page: str) -> float | None:
        text = asker.text(page)
        if text is None:
            return None
        answered = False
        for number, query in enumerate(several(text, lexicon, seed=0)):
            answer = asker.search(query)
            answered |= answer is not None
            others = [one for one in (answer.ids if answer else ())[:10] if one != page]
            if any(alike(text, asker.text(one)) for one in others):
                return 1.0
            if number == 1 and answered:
                break  # two queries find a copy nearly always
        return 0.0 if answered else None

    return tell


def compression(text: str) -> float:
    """How many times larger a text is than when compressed; 1 for short ones.

    Example:
        >>> compression("cheap pills " * 200) > STUFFED
        True
    """
    data = text.encode("utf-8", "surrogatepass")
    return len(data) / len(compress(data)) if len(data) >= _LEAST_BYTES else 1.0


def spam(asker: Asker) -> Property:
    """Whether a text repeats itself as stuffed pages do; a sign of spam, no proof."""

    def tell(page: str) -> float | None:
        text = asker.text(page)
        return None if text is None else float(compression(text) >= STUFFED)

    return tell


def in_language(asker: Asker, wanted: str) -> Property:
    """Whether a text is in a language, by its primary tag."""

    def tell(page: str) -> float | None:
        text = asker.text(page)
        return None if text is None else float(language(text) == wanted)

    return tell
