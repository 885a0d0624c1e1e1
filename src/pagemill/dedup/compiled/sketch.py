"""Arrays and texts in, arrays out: what calls the compiled loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from pagemill import native
from pagemill.dedup.columns import Int64s, UInt8s, UInt32s, UInt64s, integers, offsets
from pagemill.dedup.spill.texts import Chunk, pieces
from pagemill.dedup.tokens import Alphabet, alphabet
from pagemill.text.normalize import collapsed, composed, text_digest

_DONE, _BEYOND_TABLES, _LONG_TOKEN, _MAYBE_UNCOMPOSED = range(4)
_CHARACTERS_AT_ONCE = 1 << 21
_SHARE = 10
"""Unspaced characters times this reach the word characters where they stand alone."""

Hashes = tuple[UInt64s, Int64s]
"""The hashes of some texts one after the other, and how many each has."""

Sketched = tuple[Int64s, UInt32s, UInt64s]
"""How many distinct shingles each text has, its minima, and its print: equal for equal texts, 0
for one without letters and digits."""


def is_compiled() -> bool:
    """Tell whether the loops are there."""
    return native.sketch is not None


@cache
def tables(planes: int) -> tuple[Any, ...]:
    """The alphabet as the loops take it."""
    found: Alphabet = alphabet(planes)
    return found.kinds, found.folds, found.expansions


_Given = list[str] | tuple[bytes | bytearray, Int64s]
"""Texts as the loops take them."""


def _given(texts: Sequence[str]) -> _Given:
    return (texts.data, texts.offsets) if isinstance(texts, Chunk) else list(texts)


@dataclass(frozen=True, slots=True)
class _Pass:
    """One way to go over texts: with which tables, and whether they are composed."""

    planes: int
    is_composed: bool


_PASSES = (
    _Pass(planes=1, is_composed=False),
    _Pass(planes=1, is_composed=True),
    _Pass(planes=3, is_composed=True),
    _Pass(planes=17, is_composed=True),
)


def _run(
    texts: Sequence[str],
    over: Callable[[_Given, Int64s, _Pass], UInt8s],
    plain: Callable[[list[str], Int64s], None],
) -> None:
    """Go over all texts, over those handed back once more as they need, the rest plainly."""
    rows = np.arange(len(texts))
    left: _Given = _given(texts)
    beyond: list[Int64s] = []
    for turn in _PASSES:
        if not rows.size:
            break
        status = over(left, rows, turn)
        beyond.append(rows[status == _LONG_TOKEN])
        again = (status != _DONE) & (status != _LONG_TOKEN)
        rows = rows[again]
        left = [composed(texts[row]) for row in integers(rows)]
    slow = np.concatenate([*beyond, np.zeros(0, np.int64)])
    if slow.size:
        plain([texts[row] for row in integers(slow)], slow)


def shingles(
    texts: Sequence[str], width: int, plain: Callable[[list[str]], Hashes]
) -> Hashes | None:
    """The distinct shingles of each text, in no order; None where nothing is compiled.

    Args:
        texts: any texts.
        width: tokens in a shingle.
        plain: does the same in NumPy, for the few texts that need it.
    """
    loop = native.shingle
    if loop is None:
        return None
    counts = np.zeros(len(texts), np.int64)
    parts: list[tuple[Int64s, Int64s, UInt64s]] = []

    def over(some: _Given, rows: Int64s, turn: _Pass) -> UInt8s:
        made = np.zeros(rows.size, np.int64)
        status = np.zeros(rows.size, np.uint8)
        table = tables(turn.planes)
        found = loop(some, table, width, _SHARE, turn.is_composed, made, status)
        counts[rows] = made
        parts.append((rows, made, np.frombuffer(found, np.uint64)))
        return status

    def slowly(some: list[str], rows: Int64s) -> None:
        hashes, made = plain(some)
        counts[rows] = made
        parts.append((rows, made, hashes))

    try:
        _run(texts, over, slowly)
    except UnicodeEncodeError:  # half of a surrogate pair
        return None
    return _in_order(parts, counts), counts


def _in_order(parts: list[tuple[Int64s, Int64s, UInt64s]], counts: Int64s) -> UInt64s:
    """Bring the hashes of texts that were gone over in several turns into their order."""
    if len(parts) == 1:
        return parts[0][2]
    starts = offsets(counts)
    result = np.zeros(int(starts[-1]), np.uint64)
    for rows, made, hashes in parts:
        before = np.cumsum(made) - made
        result[np.repeat(starts[rows] - before, made) + np.arange(hashes.size)] = hashes
    return result


def sketches(
    texts: Sequence[str],
    width: int,
    coefficients: tuple[UInt32s, UInt32s],
    plain: Callable[[list[str]], Sketched],
) -> Sketched | None:
    """Shingles counted, minima and prints of each text; None if nothing is compiled.

    Args:
        texts: any texts.
        width: tokens in a shingle.
        coefficients: of the permutations.
        plain: does the same in NumPy, for the few texts that need it.
    """
    loop = native.sketch
    if loop is None:
        return None
    a, b = coefficients
    counts, prints = np.zeros(len(texts), np.int64), np.zeros(len(texts), np.uint64)
    minima = np.empty((len(texts), a.size), np.uint32)

    def over(some: _Given, rows: Int64s, turn: _Pass) -> UInt8s:
        made, found = np.zeros(rows.size, np.int64), np.zeros(rows.size, np.uint64)
        status = np.zeros(rows.size, np.uint8)
        out = minima if rows.size == len(texts) else np.empty((rows.size, a.size), np.uint32)
        how = (tables(turn.planes), width, _SHARE, turn.is_composed)
        loop(some, *how, made, status, found, a, b, out)
        counts[rows], prints[rows] = made, found
        if out is not minima:
            minima[rows] = out
        return status

    def slowly(some: list[str], rows: Int64s) -> None:
        counts[rows], minima[rows], prints[rows] = plain(some)

    try:
        _run(texts, over, slowly)
    except UnicodeEncodeError:
        return None
    return counts, minima, prints


def band_keys(minima: UInt32s, bands: int, rows: int) -> UInt64s | None:
    """Keys of the bands of sketches; None if nothing is compiled."""
    if native.bands is None:
        return None
    keys = np.empty((len(minima), bands), np.uint64)
    if keys.size:
        native.bands(np.ascontiguousarray(minima), minima.shape[1], rows, keys)
    return keys


def agreements(minima: UInt32s, left: Int64s, right: Int64s) -> Int64s | None:
    """Equal positions of pairs of sketches; None if nothing is compiled."""
    if native.agree is None:
        return None
    counts = np.zeros(left.size, np.int64)
    rows = np.ascontiguousarray(minima)
    if rows.size:
        sides = (np.ascontiguousarray(left), np.ascontiguousarray(right))
        native.agree(rows, rows.shape[1], *sides, counts)
    return counts


def intersections(
    hashes: UInt64s, bounds: Int64s, left: Int64s, right: Int64s
) -> Int64s | None:
    """Elements that pairs of sets share; None if nothing is compiled."""
    if native.intersect is None:
        return None
    counts = np.zeros(left.size, np.int64)
    sides = (np.ascontiguousarray(left), np.ascontiguousarray(right))
    native.intersect(hashes, np.ascontiguousarray(bounds), *sides, counts)
    return counts


def fingerprints(texts: Sequence[str]) -> list[int] | None:
    """A number by which equal texts are found; None if nothing is compiled.

    Texts that are equal but for white space and composition have the same one; others have it
    by chance only, so equality is to be checked. 0 for a text without letters or digits.
    """
    loop = native.fingerprint
    if loop is None:
        return None
    table = tables(planes=1)

    result = np.zeros(len(texts), np.uint64)
    try:
        for rows, part in pieces(texts, _CHARACTERS_AT_ONCE):
            hashes = np.zeros(len(part), np.uint64)
            status = np.zeros(len(part), np.uint8)
            loop(_given(part), table, hashes, status)
            for row in integers(np.flatnonzero(status)):
                hashes[row] = _fingerprint(part[row])
            result[rows[rows >= 0]] = hashes[rows >= 0]
    except UnicodeEncodeError:
        return None
    found: list[int] = result.tolist()
    return found


def line_fingerprints(texts: Sequence[str]) -> UInt64s | None:
    """The same of each line of some texts, one text after the other; None likewise."""
    loop = native.fingerprint
    if loop is None:
        return None
    if not texts:
        return np.zeros(0, np.uint64)
    try:
        data = "\n".join(texts).encode()
    except UnicodeEncodeError:
        return None
    breaks = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    lines = Chunk(data, np.concatenate(([0], breaks + 1, [len(data)])))
    hashes, status = np.zeros(len(lines), np.uint64), np.zeros(len(lines), np.uint8)
    loop(_given(lines), tables(planes=1), hashes, status)
    for row in integers(np.flatnonzero(status)):
        hashes[row] = _fingerprint(lines[row])
    return hashes


def _fingerprint(text: str) -> int:
    """The same of a text that the loop is not sure of: in its final form, if it is then."""
    form = composed(collapsed(text))
    hashes, status = np.zeros(1, np.uint64), np.zeros(1, np.uint8)
    if native.fingerprint is not None:
        native.fingerprint([form], tables(planes=1), hashes, status)
    return hash_of(form) if status[0] else int(hashes[0])


def hash_of(form: str) -> int:
    """The same of one text in its final form, by other means."""
    return int(text_digest(form)[:16] or "0", 16)
