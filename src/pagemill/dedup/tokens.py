r"""Tokens of many texts at once, as 64-bit hashes.

A token is a maximal run of characters that match ``\w`` of Python's ``re``, after
``str.casefold``. Some scripts put no space between words (Han, kana, Thai, Lao, Khmer,
Burmese and their like). In a text where these are at least a tenth of the word characters,
each of them is a token of its own; a foreign name in an English text stays one token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from pagemill.dedup.columns import (
    Int64s,
    UInt8s,
    UInt32s,
    UInt64s,
    integers,
    mixed,
    offsets,
)

UNSPACED_SCRIPTS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x1950, 0x19FF),  # Tai Le, New Tai Lue, Khmer symbols
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x1B00, 0x1B7F),  # Balinese
    (0x2E80, 0x2FDF),  # Han radicals
    (0x3005, 0x3007),  # Han iteration mark, closing mark, zero
    (0x3021, 0x3029),  # Hangzhou numerals
    (0x3031, 0x3035),  # kana repeat marks
    (0x3038, 0x303C),
    (0x3040, 0x312F),  # kana, bopomofo
    (0x31A0, 0x31BF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA980, 0xA9DF),  # Javanese
    (0xA9E0, 0xA9FF),  # Burmese, extended
    (0xAA60, 0xAADF),  # Burmese, extended; Tai Viet
    (0xF900, 0xFAFF),  # Han, compatibility
    (0xFF66, 0xFF9F),  # kana, half width
    (0x16FE0, 0x18DFF),  # Tangut, Khitan
    (0x1AFF0, 0x1B2FF),  # kana, extended; Nushu
    (0x20000, 0x3FFFF),  # Han, extended
)
"""First and last code point of each block whose word characters stand alone."""

UNSPACED_SHARE = 0.1
"""Share of unspaced scripts from which their characters stand alone."""

LONGEST_TOKEN = 256
"""A token of more bytes is hashed by BLAKE2b: it is no word, and costs no passes then."""

WINDOW = 1 << 16
"""Characters that are worked on at once: their columns stay in the processor's caches."""

_PLANE = 0x10000
"""Code points of a plane: a table is made for as many planes as the texts reach into."""

_SPACED = np.uint8(1)
_UNSPACED = np.uint8(2)
_EXPANDS = np.uint8(3)
"""Class of a character that folds to several: a text that has one is folded as a whole."""

_KEEP = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)
"""What is kept of eight bytes where so many are of the token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of some texts, one text after the other.

    Attributes:
        hashes: one for each token, in reading order.
        offsets: shape (texts + 1,): tokens of text i are ``hashes[offsets[i]:offsets[i + 1]]``.
    """

    hashes: UInt64s
    offsets: Int64s


@dataclass(frozen=True, slots=True, kw_only=True)
class Alphabet:
    """What is to be known of each code point, as tables.

    Attributes:
        kinds: 0 in no token, 1 in a word, 2 a token of its own in texts of unspaced scripts,
            3 folds to several.
        folds: the code point that each folds to, the first of several.
        expansions: shape (n, 4): code points that fold to several, ascending, each followed
            by what it folds to, with zeros behind.
    """

    kinds: UInt8s
    folds: UInt32s
    expansions: UInt32s


def alphabet(planes: int) -> Alphabet:
    """The tables of the code points of the first so many planes; there are 17."""
    points = planes * _PLANE
    folds, expands = _folds(points)
    expansions = np.zeros((expands.size, 4), np.uint32)
    for row, point in zip(expansions, integers(expands), strict=True):
        folded = [ord(character) for character in chr(point).casefold()]
        row[0] = point
        row[1 : 1 + len(folded)] = folded
    return Alphabet(
        kinds=_classes(points), folds=folds.astype(np.uint32), expansions=expansions
    )


def _reach(codes: NDArray[np.unsignedinteger]) -> int:
    """How many code points a table needs for some codes: those of whole planes."""
    if codes.itemsize == 1:
        return _PLANE
    return (int(codes.max(initial=0)) // _PLANE + 1) * _PLANE


@cache
def _classes(points: int) -> UInt8s:
    r"""For each code point, folded: 0 not in ``\w``, 1 spaced, 2 unspaced, 3 expands."""
    table = np.zeros(points, np.uint8)
    for run in re.finditer(r"\w+", _characters(points)):
        table[run.start() : run.end()] = _SPACED
    for first, last in UNSPACED_SCRIPTS:
        table[first : last + 1] *= _UNSPACED
    folded, expands = _folds(points)
    table = table[folded]
    table[expands] = _EXPANDS
    return table


def _characters(points: int) -> str:
    codes = np.arange(points, dtype="<u4")
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


@cache
def _folds(points: int) -> tuple[Int64s, Int64s]:
    """The code point that each code point folds to, and those that fold to several.

    Folding never leaves a plane.
    """
    table = np.arange(points)
    expands: list[int] = []
    everything = _characters(points)
    for start in range(0, points, 256):
        block = everything[start : start + 256]
        if block.casefold() == block:
            continue
        for point, character in enumerate(block, start):
            folded = character.casefold()
            table[point] = ord(folded[0])
            if len(folded) > 1:
                expands.append(point)
    return table, np.array(expands, np.int64)


def tokens(texts: Sequence[str]) -> Tokens:
    """Cut texts into tokens and hash each.

    The hash of a token is made of its UTF-8 bytes after folding, eight at a time as a number,
    the first byte the lowest: ``h = mixed(first)``, then ``h = mixed(h ^ next)``.

    Cost:
        About six NumPy passes over the characters and ten over the tokens; no Python code for
        each word.

    Source:
        Merkle 1989, Damgard 1989: a hash of a long input by chaining a function of one block.
        Deviates: the function is a bijection that spreads bits, not one hard to invert.
    """
    hashes: list[UInt64s] = []
    counts = np.zeros(len(texts), np.int64)
    for window in _windows(texts):
        found, piece_counts = _window_tokens(window)
        hashes.append(found)
        np.add.at(counts, [piece.doc for piece in window], piece_counts)
    joined = np.concatenate([*hashes, np.zeros(0, np.uint64)])
    return Tokens(hashes=joined, offsets=offsets(counts))


def unspaced_share(text: str) -> float:
    """Share of a text's word characters that are written without spaces; 0 without any."""
    counts = np.zeros(4, np.int64)
    for start in range(0, len(text), WINDOW):
        codes = _codes(text[start : start + WINDOW])
        counts += np.bincount(_classes(_reach(codes))[codes], minlength=4)
    words = int(counts[1:].sum())
    return int(counts[_UNSPACED]) / words if words else 0.0


@dataclass(slots=True)
class _Source:
    """A text with what is decided about it once, when it is first asked."""

    text: str
    decided: bool | None = None

    @property
    def is_unspaced(self) -> bool:
        if self.decided is None:
            ascii_only = self.text.isascii()
            self.decided = not ascii_only and unspaced_share(self.text) >= UNSPACED_SHARE
        return self.decided


@dataclass(frozen=True, slots=True)
class _Piece:
    doc: int
    text: str
    source: _Source


def _windows(texts: Sequence[str]) -> Iterator[list[_Piece]]:
    """Group pieces of texts so that each group fits a window."""
    window: list[_Piece] = []
    size = 0
    for doc, text in enumerate(texts):
        source = _Source(text)
        for piece in _pieces(source):
            if window and size + len(piece) + 1 > WINDOW:
                yield window
                window, size = [], 0
            window.append(_Piece(doc, piece, source))
            size += len(piece) + 1
    if window:
        yield window


def _pieces(source: _Source) -> Iterator[str]:
    """Cut a long text between tokens; a piece is longer than a window if one token is."""
    text, start = source.text, 0
    while len(text) - start >= WINDOW:
        stop = start + WINDOW - 1
        while stop > start and not _is_boundary(source, stop):
            stop -= 1
        if stop == start:
            after = _token_end(unspaced=source.is_unspaced).search(text, start + 1)
            stop = after.start() if after else len(text)
        yield text[start:stop]
        start = stop
    yield text[start:]


def _is_boundary(source: _Source, position: int) -> bool:
    codes = _codes(source.text[position - 1 : position + 1])
    alone = {0, int(_UNSPACED)} if source.is_unspaced else {0}
    return not alone.isdisjoint(_classes(_reach(codes))[codes].tolist())


@cache
def _token_end(*, unspaced: bool) -> re.Pattern[str]:
    ranges = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_SCRIPTS)
    return re.compile(rf"[\W{ranges if unspaced else ''}]")


def _window_tokens(window: list[_Piece]) -> tuple[UInt64s, Int64s]:
    """Hash the tokens of some pieces; return them with the number in each piece."""
    pieces = [piece.text.casefold() for piece in window]
    joined = "\n".join(pieces)
    if len(window) == 1 and len(window[0].text) > WINDOW:  # one single token
        return np.array([_long_hash(joined)], np.uint64), np.ones(1, np.int64)
    codes = _codes(joined)
    classes = _classes(_reach(codes))[codes]
    stops = np.cumsum([len(piece) + 1 for piece in pieces])
    if _UNSPACED in classes:
        _join_foreign(classes, window, stops)
    starts, ends = _spans(classes)
    return _hashes(joined, codes, starts, ends), np.diff(
        np.searchsorted(starts, stops), prepend=0
    )


def _join_foreign(classes: UInt8s, window: list[_Piece], stops: Int64s) -> None:
    """Let unspaced characters form words in texts that are mainly of spaced scripts."""
    start = 0
    for piece, stop in zip(window, integers(stops), strict=True):
        if not piece.source.is_unspaced:
            np.minimum(classes[start:stop], _SPACED, out=classes[start:stop])
        start = stop


def _codes(joined: str) -> NDArray[np.unsignedinteger]:
    if joined.isascii():
        return np.frombuffer(joined.encode("ascii"), np.uint8)
    return np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), "<u4")


def _spans(classes: UInt8s) -> tuple[Int64s, Int64s]:
    """Find where tokens start and end."""
    padded = np.zeros(classes.size + 2, np.uint8)
    padded[1:-1] = classes
    # Two neighbours belong to one token where both are 1: 1 * 1 = 1, all else is 0, 2 or 4.
    apart = padded[:-1] * padded[1:] != 1
    is_word = classes != 0
    starts = np.flatnonzero(is_word & apart[:-1])
    ends = np.flatnonzero(is_word & apart[1:]) + 1
    return starts, ends


def _hashes(
    joined: str, codes: NDArray[np.unsignedinteger], starts: Int64s, ends: Int64s
) -> UInt64s:
    """Hash each span of characters by its bytes."""
    data = joined.encode("utf-8", "surrogatepass")
    first, last = (starts, ends) if codes.itemsize == 1 else _places(codes, starts, ends)
    # A number from each byte on, one byte apart from the next.
    eights: UInt64s = np.ndarray((len(data) + 1,), "<u8", data + bytes(8), strides=(1,))
    sizes = last - first
    hashes = mixed(eights[first] & _KEEP[np.minimum(sizes, 8)])
    rows = np.flatnonzero((sizes > 8) & (sizes <= LONGEST_TOKEN))
    place = 8
    while rows.size:
        keep = _KEEP[np.minimum(sizes[rows] - place, 8)]
        hashes[rows] = mixed(hashes[rows] ^ (eights[first[rows] + place] & keep))
        place += 8
        rows = rows[sizes[rows] > place]
    for long in integers(np.flatnonzero(sizes > LONGEST_TOKEN)):
        hashes[long] = _long_hash(joined[starts[long] : ends[long]])
    return hashes


def _places(
    codes: NDArray[np.unsignedinteger], starts: Int64s, ends: Int64s
) -> tuple[Int64s, Int64s]:
    """Where spans of characters start and end in their UTF-8 bytes."""
    sizes = 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)
    places = offsets(sizes)
    return places[starts], places[ends]


def _long_hash(folded: str) -> int:
    digest = blake2b(folded.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")
