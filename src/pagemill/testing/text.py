"""Words and pages: what a page of a synthetic web says at an instant.

Every text is drawn from a generator that is seeded by the page's own name, so pages need no
memory and are the same wherever and whenever they are made.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from html import escape
from typing import Final

_SYLLABLES: Final = [first + second for first in "bdfghklmnprstvw" for second in "aeiou"]
_DAY: Final = 86_400.0
_TOPIC_WORDS: Final = 40


def words(name: str, count: int) -> str:
    """A text of so many words, in sentences, that belongs to a name alone."""
    draw = random.Random(name)  # noqa: S311 - no secret
    made: list[str] = []
    for number in range(count):
        word = "".join(draw.choices(_SYLLABLES, k=draw.randint(1, 4)))
        begins = number % 14 == 0
        made.append(
            (word.capitalize() if begins else word) + ("." if number % 14 == 13 else "")
        )
    return " ".join(made)


def vocabulary(topic: str) -> list[str]:
    """The words by which a topic is known."""
    draw = random.Random(f"words of {topic}")  # noqa: S311 - no secret
    return ["".join(draw.choices(_SYLLABLES, k=3)) + "x" for _ in range(_TOPIC_WORDS)]


def about(topic: str, name: str, count: int) -> str:
    """A text of so many words, of which a third are those of a topic."""
    draw = random.Random(f"{name} about {topic}")  # noqa: S311 - no secret
    known = vocabulary(topic)
    weights = [1 / (rank + 1) for rank in range(len(known))]
    return " ".join(
        draw.choices(known, weights)[0] if number % 3 == 0 and not word.endswith(".") else word
        for number, word in enumerate(words(name, count).split(" "))
    )


def deceiving(trick: str, topic: str, name: str, count: int) -> str:
    """A text that is there for search engines: ``stuffed``, ``repeated``, or next to none.

    Args:
        trick: of :data:`pagemill.testing.renown.TRICKS`.
        topic: what it pretends to be about.
        name: of the page.
        count: words.
    """
    known = vocabulary(topic)[:4]
    draw = random.Random(f"{name} {trick}")  # noqa: S311 - no secret
    if trick == "stuffed":
        honest = iter(words(name, count).split(" "))
        return " ".join(
            next(honest) if number % 3 == 0 else draw.choice(known) for number in range(count)
        )
    if trick == "repeated":
        phrase = about(topic, name, 25)
        return " ".join([phrase] * (count // 25 + 1))
    return about(topic, name, 20)


def version(name: str, rate: float, elapsed: float) -> tuple[int, float]:
    """How often a page has changed since the web began, and when for the last time.

    Args:
        name: of the page; seeds the instants of its changes.
        rate: changes per day.
        elapsed: seconds since the web began.

    Returns:
        Number of changes, and seconds after the beginning of the last one; 0, 0 for none.
    """
    if rate <= 0:
        return 0, 0.0
    draw = random.Random(f"{name} changes")  # noqa: S311 - no secret
    count, last = 0, 0.0
    at = draw.expovariate(rate) * _DAY
    while at <= elapsed:
        count, last = count + 1, at
        at += draw.expovariate(rate) * _DAY
    return count, last


def html(title: str, text: str, links: Iterable[tuple[str, str]]) -> bytes:
    """A page with paragraphs and links, each an address and what it is called."""
    sentences = text.split(". ")
    paragraphs = [". ".join(sentences[at : at + 4]) for at in range(0, len(sentences), 4)]
    body = "".join(f"<p>{escape(one)}</p>\n" for one in paragraphs)
    anchors = "".join(f'<li><a href="{escape(to)}">{escape(of)}</a>\n' for to, of in links)
    return (
        f"<!doctype html><html><head><meta charset=utf-8><title>{escape(title)}</title></head>"
        f"<body><h1>{escape(title)}</h1>\n{body}<ul>{anchors}</ul></body></html>"
    ).encode()
