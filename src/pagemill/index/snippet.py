"""The passage of a page that answers a query, with the places of its words.

Every run of word characters is looked at once: in spaced scripts it is analysed like any other
text and compared whole; in scripts without spaces the words of the query are looked for inside.
The passage is the stretch of text with the most different words of the query, then the most
occurrences, then the earliest.

Source:
    Turpin, Tsegay, Hawking and Williams, Fast Generation of Result Snippets in Web Search,
    2007 (passages scored by query words, distinct ones first).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pagemill.index.analyze import fold, is_unspaced, runs, words
from pagemill.index.query import Query

LONGEST_SCAN = 200_000
"""Characters of a page that are looked through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A passage and what to highlight in it.

    Attributes:
        text: the passage, line ends and runs of blanks as one blank; an ellipsis where it was
            cut out of its text.
        highlights: spans ``(start, end)`` in ``text``, in order, apart from each other.
    """

    text: str
    highlights: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Match:
    start: int
    end: int
    term: str


def terms(query: Query) -> tuple[str, ...]:
    """The strings to highlight for a query: words, and whole runs of unspaced scripts.

    Example:
        >>> from pagemill.index.query import parse
        >>> terms(parse("Lime 搜索引擎"))
        ('lime', '搜索引擎')
    """
    found: list[str] = []
    for member in query.positive:
        run = ""
        for word in member:
            if run and is_unspaced(word) and run[-1] == word[0]:
                run += word[1:]
                continue
            found.append(run)
            run = word if is_unspaced(word) else ""
            found.append("" if run else word)
        found.append(run)
    return tuple(dict.fromkeys(filter(None, found)))


def snippet(
    text: str, terms: Sequence[str], length: int = 200, stem: Callable[[str], str] | None = None
) -> Snippet:
    """Cut the best passage out of a text.

    Args:
        text: the page's main content.
        terms: what :func:`terms` gives.
        length: characters of the passage, about; words are not cut apart.
        stem: what the index makes of a word of this page; None where it keeps words.

    Example:
        >>> snippet("The bees gather nectar.", ("nectar",))
        Snippet(text='The bees gather nectar.', highlights=((16, 22),))
    """
    plain = " ".join(text[:LONGEST_SCAN].split())
    matches = _apart(_matches(plain, terms, stem)) if terms else []
    start, end = _passage(plain, matches, length)
    before = "… " if start else ""
    after = " …" if end < len(plain) or len(text) > LONGEST_SCAN else ""
    shift = len(before) - start
    inside = [match for match in matches if match.start >= start and match.end <= end]
    return Snippet(
        text=f"{before}{plain[start:end]}{after}",
        highlights=tuple((match.start + shift, match.end + shift) for match in inside),
    )


def _matches(
    text: str, wanted: Iterable[str], stem: Callable[[str], str] | None
) -> Iterator[_Match]:
    unspaced = sorted(
        (term for term in wanted if is_unspaced(term)), key=lambda t: (-len(t), t)
    )
    spaced = {term for term in wanted if not is_unspaced(term)}
    inside = re.compile("|".join(map(re.escape, unspaced))) if unspaced else None
    seen: dict[str, str] = {}
    for run in runs(text):
        written = run.group()
        if written not in seen:
            said = map(stem, words(written)) if stem else words(written)
            seen[written] = next((word for word in said if word in spaced), "")
        if inside is not None and not written.isascii():
            aligned = "".join(map(_folded_character, written))
            for found in inside.finditer(aligned):
                yield _Match(run.start() + found.start(), run.start() + found.end(), found[0])
        if seen[written]:
            yield _Match(*_spaced_part(run, seen[written]), seen[written])


def _spaced_part(run: re.Match[str], term: str) -> tuple[int, int]:
    """Where in a run of mixed scripts the word stands; the whole run if that is not plain."""
    aligned = "".join(map(_folded_character, run.group()))
    at = aligned.find(term)
    if at < 0 or not any(map(is_unspaced, aligned)):
        return run.start(), run.end()
    return run.start() + at, run.start() + at + len(term)


def _folded_character(character: str) -> str:
    """Exactly one character for one, so that places stay what they are."""
    folded = fold(character)
    return folded if len(folded) == 1 else character


def _apart(matches: Iterable[_Match]) -> list[_Match]:
    kept: list[_Match] = []
    for match in sorted(matches, key=lambda one: (one.start, -one.end)):
        if not kept or match.start >= kept[-1].end:
            kept.append(match)
    return kept


def _passage(text: str, matches: Sequence[_Match], length: int) -> tuple[int, int]:
    if len(text) <= length:
        return 0, len(text)
    if not matches:
        return _to_borders(text, 0, length)
    first, last = _best_window(matches, length)
    spare = max(0, length - (matches[last].end - matches[first].start))
    start = max(0, min(matches[first].start - spare // 2, len(text) - length))
    start, end = _to_borders(text, start, start + length)
    # A match is never cut by moving to a border.
    return min(start, matches[first].start), max(end, matches[last].end)


def _best_window(matches: Sequence[_Match], length: int) -> tuple[int, int]:
    """First and last match of the window with most different terms, then most matches."""
    best, best_worth = (0, 0), (0, 0)
    counts: dict[str, int] = {}
    first = 0
    for last, match in enumerate(matches):
        counts[match.term] = counts.get(match.term, 0) + 1
        while first < last and match.end - matches[first].start > length:
            left = matches[first].term
            counts[left] -= 1
            if not counts[left]:
                del counts[left]
            first += 1
        worth = (len(counts), last - first + 1)
        if worth > best_worth:
            best, best_worth = (first, last), worth
    return best


def _to_borders(text: str, start: int, end: int) -> tuple[int, int]:
    """Move both ends inwards to the next blank, where one is near: else the script has none."""
    near = 40
    if start > 0:
        blank = text.find(" ", start - 1, start + near)
        start = blank + 1 if blank >= 0 else start
    if end < len(text):
        blank = text.rfind(" ", end - near, end + 1)
        end = blank if blank > start else end
    while start < end and unicodedata.combining(text[start]):
        start += 1
    return start, end
