"""In what two texts differ, passage by passage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from rapidfuzz.distance import Levenshtein

from pagemill.dedup.tokens import UNSPACED_SCRIPTS
from pagemill.model.comparison import Passage

AROUND = 6
"""Words shown before and after a difference."""

_JOINED = 2
"""Equal words between two differences that are too few to part them."""

_CELLS = 1 << 28
"""Words of one text times words of the other that are aligned word by word."""


@dataclass(frozen=True, slots=True)
class _Change:
    """Words ``first:last`` of the kept text stand for ``start:stop`` of the other."""

    first: int
    last: int
    start: int
    stop: int


def passages(kept: str, removed: str) -> list[Passage]:
    """List the places at which two texts differ, with some words around each.

    Words are compared as they stand; how they are spaced makes no difference. Characters are
    words in scripts without spaces.

    Cost:
        Lines first, then words within lines that differ: n m / 64 steps there.

    Source:
        Lines by Ratcliff, Metzener 1988, as difflib has it; words by the fewest edits,
        Levenshtein 1966.
    """
    one, two = _Words(kept), _Words(removed)
    changes = list(_joined(_changes(one, two)))
    return [_passage(one, two, change) for change in changes]


class _Words:
    """A text as words, each with its place, and as lines of words."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = list(_word().finditer(text))
        self.words = [match.group() for match in found]
        self.spans = [match.span() for match in found]
        self.lines: list[tuple[str, ...]] = []
        self.starts = [0]
        for line in text.splitlines():
            words = tuple(_word().findall(line))
            if words:
                self.lines.append(words)
                self.starts.append(self.starts[-1] + len(words))

    def between(self, first: int, last: int) -> str:
        """The text from one word to before another."""
        if first >= last:
            return ""
        return " ".join(self.text[self.spans[first][0] : self.spans[last - 1][1]].split())


@cache
def _word() -> re.Pattern[str]:
    alone = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_SCRIPTS)
    return re.compile(rf"[{alone}]|[^\s{alone}]+")


def _changes(one: _Words, two: _Words) -> Iterator[_Change]:
    lines = SequenceMatcher(None, one.lines, two.lines, autojunk=False)
    for tag, first, last, start, stop in lines.get_opcodes():
        if tag != "equal":
            block = _Change(
                one.starts[first], one.starts[last], two.starts[start], two.starts[stop]
            )
            yield from _within(one.words, two.words, block)


def _within(one: Sequence[str], two: Sequence[str], block: _Change) -> Iterator[_Change]:
    left, right = one[block.first : block.last], two[block.start : block.stop]
    if len(left) * len(right) > _CELLS:
        yield block
        return
    for edit in Levenshtein.opcodes(left, right):
        if edit.tag != "equal":
            yield _Change(
                block.first + edit.src_start,
                block.first + edit.src_end,
                block.start + edit.dest_start,
                block.start + edit.dest_end,
            )


def _joined(changes: Iterator[_Change]) -> Iterator[_Change]:
    """Join changes that hardly anything parts."""
    held: _Change | None = None
    for change in changes:
        if held is not None and change.first - held.last <= _JOINED:
            held = _Change(held.first, change.last, held.start, change.stop)
            continue
        if held is not None:
            yield held
        held = change
    if held is not None:
        yield held


def _passage(one: _Words, two: _Words, change: _Change) -> Passage:
    return Passage(
        before=one.between(max(0, change.first - AROUND), change.first),
        kept=one.between(change.first, change.last),
        removed=two.between(change.start, change.stop),
        after=one.between(change.last, min(len(one.words), change.last + AROUND)),
    )
