"""The abstract: whole sentences of the page that stand for it, in their order."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pagemill.text.sentence import sentences
from pagemill.text.tokenize import words

MAX_CHARACTERS = 400
MAX_SENTENCES = 3
_LOOKED_AT = 12
_FEWEST_WORDS = 6
_MOST_CHARACTERS = 320


def abstract(paragraphs: Iterable[str], keywords: Collection[str], title: str) -> str:
    """Distil an abstract.

    A sentence counts by the keywords and title words in it and by how early it stands.

    Args:
        paragraphs: lines of the main content, headings left out; no more are taken than needed.
        keywords: most telling words.
        title: the page's title.

    Returns:
        One to three sentences, or ``""`` where the page has none.
    """
    found: list[str] = []
    for paragraph in paragraphs:
        found.extend(text for text in sentences(paragraph) if len(text) <= _MOST_CHARACTERS)
        if len(found) >= _LOOKED_AT:
            break
    telling = {word for phrase in (*keywords, title) for word in words(phrase)}
    ranked: list[tuple[float, int]] = []
    for place, sentence in enumerate(found[:_LOOKED_AT]):
        own = words(sentence)
        if len(own) >= _FEWEST_WORDS:
            hits = len(telling.intersection(own)) / len(own) ** 0.5
            ranked.append((-(hits + 1.5 / (1 + place)), place))
    chosen: list[int] = []
    size = 0
    for _, place in sorted(ranked)[:MAX_SENTENCES]:
        size += len(found[place]) + 1
        if not chosen or size <= MAX_CHARACTERS:
            chosen.append(place)
    return " ".join([found[place] for place in sorted(chosen)])
