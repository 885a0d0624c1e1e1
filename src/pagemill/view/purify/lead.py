"""The lead: a block shortly before the content that the page itself repeats as its summary.

Many pages print their description again between headline and article. The classifier sees a
lone short block there, often among bylines and buttons, and is in doubt; that the page uses it
as its summary settles that. A block that is unlikely by all else stays out: where annotators of
real pages leave such lines out, the classifier mostly does, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.content import Choice

_REACH: Final = 10
"""Blocks before the first kept one among which a lead is sought."""

_LEAST_CHANCE: Final = 0.3
_SHORTEST: Final = 30
_SHORTEST_SUMMARY: Final = 40
"""Characters; what is shorter is repeated by chance."""


def with_lead(tree: Tree, blocks: Blocks, choice: Choice, summaries: Iterable[str]) -> Choice:
    """The choice, and before it the block that one of the summaries repeats, if there is one.

    Args:
        tree: the page.
        blocks: its blocks.
        choice: what is kept of them.
        summaries: descriptions that the page states of itself; read only where a block may be
            the lead.
    """
    first = choice.kept[0] if choice.kept else 0
    candidates = {
        number: text
        for number in range(max(0, first - _REACH), first)
        if choice.chances[number] >= _LEAST_CHANCE
        and not choice.dropped[number]
        and tree.tags[blocks.element[number]] != "h1"
        and len(text := _form(blocks.text[number])) >= _SHORTEST
    }
    if not candidates:
        return choice
    stated = [form for form in map(_form, summaries) if len(form) >= _SHORTEST_SUMMARY]
    for number, text in candidates.items():
        if any(_repeats(text, summary) for summary in stated):
            return replace(choice, kept=[number, *choice.kept], lead=number)
    return choice


def _form(text: str) -> str:
    """A text without regard to case, white space, and how it ends or was cut off."""
    return " ".join(text.split()).casefold().rstrip(".… ")


def _repeats(text: str, summary: str) -> bool:
    """Whether both are the same, or one begins with all of the other, as of a cut summary."""
    if text == summary:
        return True
    is_long = len(text) >= _SHORTEST_SUMMARY
    return is_long and (text.startswith(summary) or summary.startswith(text))
