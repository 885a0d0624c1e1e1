"""n-grams of words or of characters, in reading order, as hashes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from pagemill.dedup.columns import Int64s, UInt64s, mixed, offsets
from pagemill.dedup.shingle import WIDTH, ShingleSets, distinct, windows
from pagemill.dedup.tokens import UNSPACED_SCRIPTS, Tokens, tokens
from pagemill.text.normalize import collapsed, composed

CHARACTERS = 9
"""Characters in a shingle of characters: enough that chance seldom repeats one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ngrams:
    """The n-grams of some texts, one text after the other, repeats included.

    Attributes:
        hashes: one for each n-gram.
        offsets: shape (texts + 1,): those of text i are ``hashes[offsets[i]:offsets[i + 1]]``.
    """

    hashes: UInt64s
    offsets: Int64s

    def sets(self) -> ShingleSets:
        """The distinct n-grams of each text: its shingles."""
        return distinct(self.hashes.copy(), self.offsets)


def word_ngrams(texts: Sequence[str], width: int = WIDTH) -> Ngrams:
    """Hash every run of ``width`` words; characters are words in scripts without spaces.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7, steps 1 and 2.

    Example:
        >>> found = word_ngrams(["a rose is a rose is a rose"])
        >>> found.hashes.size, found.sets().counts.tolist()
        (5, [3])
    """
    hashes, bounds = windows(tokens([composed(text) for text in texts]), width)
    return Ngrams(hashes=hashes, offsets=bounds)


def character_ngrams(texts: Sequence[str], width: int = CHARACTERS) -> Ngrams:
    """Hash every run of ``width`` characters, case folded, white space collapsed.

    Source:
        Leskovec, Rajaraman, Ullman, *Mining of Massive Datasets*, section 3.2: nine
        characters for long documents, five for e-mails.
    """
    folded = [collapsed(composed(text).casefold()) for text in texts]
    joined = "".join(folded).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(joined, "<u4").astype(np.uint64)
    bounds = offsets(np.array([len(text) for text in folded], np.int64))
    hashes, bounds = windows(Tokens(hashes=mixed(codes), offsets=bounds), width)
    return Ngrams(hashes=hashes, offsets=bounds)


def without_integers(text: str) -> str:
    """Take whole numbers out of a text: dates and counters tell nothing about a copy.

    A number that is part of a word stays.

    Source:
        IIR section 19.6: "remove common HTML tags and integers from the shingle
        computation".

    Example:
        >>> without_integers("Seen 41 times since 2004, by A380")
        'Seen   times since  , by A380'
    """
    return _integer().sub(" ", text)


@cache
def _integer() -> re.Pattern[str]:
    """A run of digits that no letter touches but those of scripts without spaces."""
    alone = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_SCRIPTS)
    letter = rf"[^\W{alone}]"
    return re.compile(rf"(?<!{letter})\d+(?!{letter})")
