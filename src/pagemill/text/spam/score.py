"""All signs of spam that a page's text shows, as one number with its reasons.

The signs are taken for independent witnesses, each to be believed so far and no further: the
score is the chance that one of them at least is right (noisy or). The weights are written, not
learned; what they do is measured on made spam in a synthetic web, where the truth is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from pagemill.text.spam.compressing import compressibility
from pagemill.text.spam.linking import linking
from pagemill.text.spam.repeating import repetition
from pagemill.text.spam.stuffing import stuffing

EXAMINED: Final = 3_000
"""Words that are looked at."""

WEIGHTS: Final[Mapping[str, float]] = {
    "compressibility": 0.6,
    "repetition": 0.8,
    "stuffing": 0.8,
    "linking": 0.3,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentSigns:
    """What the text of a page shows; each from 0 to 1.

    Attributes:
        compressibility: how much more than prose it shrinks.
        repetition: how much of it are runs of words said before.
        stuffing: how much of it are a few words.
        linking: how much of it stands in links.
    """

    compressibility: float = 0.0
    repetition: float = 0.0
    stuffing: float = 0.0
    linking: float = 0.0

    @property
    def score(self) -> float:
        """From 0 to 1."""
        return either({name: WEIGHTS[name] * sign for name, sign in asdict(self).items()})


def content_signs(text: str, linked_words: int = 0) -> ContentSigns:
    """What a text shows.

    Args:
        text: what a page shows, white space collapsed.
        linked_words: how many of its words stand in links; 0 where that is not known.
    """
    words: Sequence[str] = text.casefold().split(None, EXAMINED)[:EXAMINED]
    return ContentSigns(
        compressibility=compressibility(text),
        repetition=repetition(words),
        stuffing=stuffing(words),
        linking=linking(len(words), linked_words),
    )


def either(signs: Mapping[str, float]) -> float:
    """Chance that one of some independent signs at least is right.

    Example:
        >>> either({"a": 0.5, "b": 0.5}), either({})
        (0.75, 0.0)
    """
    none = 1.0
    for sign in signs.values():
        none *= 1 - sign
    return 1 - none
