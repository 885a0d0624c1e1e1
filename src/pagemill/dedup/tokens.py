r"""Tokens of many texts at once, as 64-bit hashes.

A token is a maximal run of characters that match ``\w`` of Python's ``re``, after
``str.casefold``. Where a script puts no space between words (Han, kana, Thai, Lao, Khmer,
Burmese and their like) each character is a token of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from pagemill.dedup.mixing import UInt64s, mixed, numbers

Int64s = NDArray[np.int64]
Classes = NDArray[np.uint8]

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

LONGEST_TOKEN = 256
"""A longer token is hashed by BLAKE2b: the polynomial mod 2^64 has known collisions there."""

WINDOW = 1 << 16
"""Characters that are worked on at once: their columns stay in the processor's caches."""

_CODE_POINTS = 0x110000
_SPACED = np.uint8(1)
_UNSPACED = np.uint8(2)
_EXPANDS = np.uint8(3)
"""Class of a character that folds to several: a text that has one is folded as a whole."""

_BASE = 0x9FB21C651E98DF25
_BASE_INVERSE = pow(_BASE, -1, 1 << 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of some texts, one text after the other.

    Attributes:
        hashes: one for each token, in reading order.
        offsets: shape (texts + 1,): tokens of text i are ``hashes[offsets[i]:offsets[i + 1]]``.
    """

    hashes: UInt64s
    offsets: Int64s


@cache
def _classes() -> Classes:
    r"""For each code point, folded: 0 not in ``\w``, 1 spaced, 2 unspaced, 3 see the constant."""
    points = np.arange(_CODE_POINTS, dtype="<u4")
    everything = points.tobytes().decode("utf-32-le", "surrogatepass")
    table = np.zeros(_CODE_POINTS, np.uint8)
    for run in re.finditer(r"\w+", everything):
        table[run.start() : run.end()] = _SPACED
    for first, last in UNSPACED_SCRIPTS:
        table[first : last + 1] *= _UNSPACED
    folded, expands = _folds()
    table = table[folded]
    table[expands] = _EXPANDS
    return table


@cache
def _folds() -> tuple[Int64s, Int64s]:
    """The code point that each code point folds to, and those that fold to several."""
    table = np.arange(_CODE_POINTS)
    expands: list[int] = []
    for block in range(0, _CODE_POINTS, 256):
        characters = [chr(point) for point in range(block, block + 256)]
        joined = "".join(characters)
        if joined.casefold() == joined:
            continue
        for point, character in enumerate(characters, block):
            folded = character.casefold()
            table[point] = ord(folded[0])
            if len(folded) > 1:
                expands.append(point)
    return table, np.array(expands, np.int64)


@cache
def _values() -> UInt64s:
    """One random number for each code point; the same for all that fold to the same."""
    return numbers(seed=11, count=_CODE_POINTS)[_folds()[0]]


@cache
def _powers(base: int) -> UInt64s:
    """Powers of ``base``, mod 2^64; folding may make a window three times as long."""
    powers = np.full(3 * WINDOW, base, np.uint64)
    powers[0] = 1
    return np.multiply.accumulate(powers)


def tokens(texts: Sequence[str]) -> Tokens:
    """Cut texts into tokens and hash each.

    Cost:
        About ten NumPy passes over the characters; no Python code for each word.

    Source:
        Karp, Rabin 1987: polynomial hashes of substrings from prefix sums. Deviates:
        modulus 2^64 with a mixing step after it, and BLAKE2b for long tokens.
    """
    hashes: list[UInt64s] = []
    counts = np.zeros(len(texts), np.int64)
    for window in _windows(texts):
        found, ends = _window_tokens([piece for _, piece in window])
        hashes.append(found)
        np.add.at(counts, [doc for doc, _ in window], np.diff(ends, prepend=0))
    offsets = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return Tokens(
        hashes=np.concatenate(hashes) if hashes else np.zeros(0, np.uint64), offsets=offsets
    )


def _windows(texts: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """Group pieces of texts, with the text's number, so that each group fits a window."""
    window: list[tuple[int, str]] = []
    size = 0
    for doc, text in enumerate(texts):
        for piece in _pieces(text):
            if window and size + len(piece) + 1 > WINDOW:
                yield window
                window, size = [], 0
            window.append((doc, piece))
            size += len(piece) + 1
    if window:
        yield window


def _pieces(text: str) -> Iterator[str]:
    """Cut a long text between tokens; a piece is longer than a window if one token is."""
    start = 0
    while len(text) - start >= WINDOW:
        stop = start + WINDOW - 1
        while stop > start and not _is_boundary(text, stop):
            stop -= 1
        if stop == start:
            after = _token_end().search(text, start + 1)
            stop = after.start() if after else len(text)
        yield text[start:stop]
        start = stop
    yield text[start:]


def _is_boundary(text: str, position: int) -> bool:
    before, after = _classes()[[ord(text[position - 1]), ord(text[position])]]
    return bool({before, after} & {0, _UNSPACED})


@cache
def _token_end() -> re.Pattern[str]:
    unspaced = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_SCRIPTS)
    return re.compile(rf"[\W{unspaced}]")


def _window_tokens(pieces: list[str]) -> tuple[UInt64s, Int64s]:
    """Hash the tokens of some pieces; return them with the count up to each piece's end."""
    joined = "\n".join(pieces)
    if len(joined) > WINDOW:  # one single token
        return np.array([_long_hash(joined)], np.uint64), np.ones(1, np.int64)
    codes = _codes(joined)
    classes = _classes()[codes]
    if classes.max(initial=0) == _EXPANDS:
        pieces = [piece.casefold() for piece in pieces]
        joined = "\n".join(pieces)
        codes = _codes(joined)
        classes = _classes()[codes]
    starts, ends = _spans(classes)
    hashes = _polynomials(codes, starts, ends)
    for long in np.flatnonzero(ends - starts > LONGEST_TOKEN).tolist():
        hashes[long] = _long_hash(joined[starts[long] : ends[long]])
    stops = np.cumsum([len(piece) + 1 for piece in pieces])
    return hashes, np.searchsorted(starts, stops).astype(np.int64)


def _codes(joined: str) -> NDArray[np.unsignedinteger]:
    if joined.isascii():
        return np.frombuffer(joined.encode("ascii"), np.uint8)
    return np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), "<u4")


def _spans(classes: Classes) -> tuple[Int64s, Int64s]:
    """Find where tokens start and end."""
    padded = np.zeros(classes.size + 2, np.uint8)
    padded[1:-1] = classes
    # Two neighbours belong to one token where both are 1: 1 * 1 = 1, all else is 0, 2 or 4.
    apart = padded[:-1] * padded[1:] != 1
    is_word = classes != 0
    starts = np.flatnonzero(is_word & apart[:-1])
    ends = np.flatnonzero(is_word & apart[1:]) + 1
    return starts, ends


def _polynomials(
    codes: NDArray[np.unsignedinteger], starts: Int64s, ends: Int64s
) -> UInt64s:
    """Hash each span: sum of value(character) * base^(position in the span), mixed."""
    prefix = np.zeros(codes.size + 1, np.uint64)
    terms = _values()[codes]
    terms *= _powers(_BASE)[: codes.size]
    np.cumsum(terms, out=prefix[1:])
    sums = prefix[ends] - prefix[starts]
    sums *= _powers(_BASE_INVERSE)[starts]
    return mixed(sums)


def _long_hash(token: str) -> int:
    folded = token.casefold().encode("utf-8", "surrogatepass")
    digest = blake2b(folded, digest_size=8).digest()
    return int.from_bytes(digest, "little")


def unspaced_share(text: str) -> float:
    """Share of a text's word characters that are written without spaces; 0 without any."""
    counts = np.bincount(_classes()[_codes(text)], minlength=4)
    words = int(counts[1:].sum())
    return float(counts[2]) / words if words else 0.0
