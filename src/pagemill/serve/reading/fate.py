"""What became of each block, and why: the one place that puts a choice into words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pagemill.serve.reading.reading import DOCUMENT, Reading
from pagemill.view.kind.page_type import is_hub_block
from pagemill.view.purify import noise
from pagemill.view.purify.content import DEFAULT, Choice

FATES: Mapping[str, str] = {
    "kept": "content: it is in the DocView's text",
    "title": "it is in the DocView as its title",
    "hub": "left out, mostly links",
    "image": "left out, words around images",
    "noise": "left out, local noise",
}
"""Every fate with its meaning."""

_SAYINGS: Mapping[int, str] = {
    noise.HIDDEN: "hidden",
    noise.NOSCRIPT: "for browsers without script",
    noise.CONSENT: "named as a notice of consent",
    noise.NAVIGATION: "in a navigation",
    noise.HEADER: "in a header",
    noise.FOOTER: "in a footer",
    noise.ASIDE: "in an aside",
    noise.DIALOG: "in a dialog",
    noise.FORM: "in a form",
    noise.CONTROL: "a control's label",
    noise.MENU_NAME: "named as a menu",
    noise.RELATED_NAME: "named as related pages",
    noise.SHARE_NAME: "named as sharing",
    noise.PROMOTION_NAME: "named as advertising",
    noise.CALL_NAME: "named as a call to sign up",
    noise.AUTHOR_NAME: "named as a byline",
    noise.REMARK_NAME: "named as comments",
    noise.UNSEEN_NAME: "named as out of sight",
    noise.MAIN: "in the main element",
    noise.ARTICLE: "in an article",
    noise.CONTENT_NAME: "named as content",
    noise.CAPTION: "a caption",
    noise.QUOTE: "a quotation",
    noise.TABLE: "in a table",
    noise.LIST: "in a list",
}
_MOST_SAYINGS = 4

LIKELY = 0.2
"""Chance below which a block is not kept for its own sake."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a block.

    Attributes:
        kind: one of :data:`FATES`.
        reason: why the method decided so, in words.
        facts: what is known of the block, whatever the method.
    """

    kind: str
    reason: str
    facts: str


def fates(reading: Reading, method: str) -> list[Fate]:
    """The fate of every block of a page by one method."""
    choice = reading.choices[method]
    kept = frozenset(choice.kept)
    return [
        Fate(
            _kind(reading, number, is_kept=number in kept),
            _reason(reading, method, number, is_kept=number in kept),
            "; ".join(_facts(reading, choice, number)),
        )
        for number in range(len(reading.blocks))
    ]


def _kind(reading: Reading, number: int, *, is_kept: bool) -> str:
    if is_kept:
        return "kept"
    blocks = reading.blocks
    if reading.view.title and " ".join(blocks.text[number].split()) == reading.view.title:
        return "title"
    if is_hub_block(blocks.words[number], blocks.link_words[number]):
        return "hub"
    return "image" if reading.types[number] == "image" else "noise"


def _reason(reading: Reading, method: str, number: int, *, is_kept: bool) -> str:
    choice = reading.choices[method]
    if method == DOCUMENT:
        return "nothing in a document is local noise"
    if choice.dropped[number]:
        return "out for certain"
    if method == "plateau":
        start, stop = reading.plateau
        return "on the plateau" if start <= number < stop else "off the plateau"
    if method == "lecture":
        return f"in a {reading.types[number]} block of the layout"
    word = "chance" if method == DEFAULT else "weight"
    said = f"{word} {choice.chances[number]:.2f}"
    is_taken_along = is_kept and choice.chances[number] < LIKELY
    return f"{said}; kept with its list or table" if is_taken_along else said


def _facts(reading: Reading, choice: Choice, number: int) -> Iterator[str]:
    words, links = reading.blocks.words[number], reading.blocks.link_words[number]
    noun = "word" if words == 1 else "words"
    yield f"{words:,} {noun}" + (f", {links / max(words, 1):.0%} in links" if links else "")
    said = [text for bit, text in _SAYINGS.items() if choice.marks[number] & bit]
    yield from said[:_MOST_SAYINGS]
