"""The list of all methods."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil

import numpy as np

from pagemill.dedup.band import banding, candidates
from pagemill.dedup.checksum import blake, checksum, crc, sha
from pagemill.dedup.methods.bbit import BbitScheme, bbit_pairs
from pagemill.dedup.methods.combined import combined_pairs
from pagemill.dedup.methods.equal import as_it_is, equal_pairs, normalised
from pagemill.dedup.methods.fingerprint import (
    EveryIth,
    Winnowing,
    ZeroModP,
    fingerprint_pairs,
)
from pagemill.dedup.methods.method import DEFAULT, Found, Method, ordered
from pagemill.dedup.methods.ngram import Ngrams, character_ngrams, without_integers, word_ngrams
from pagemill.dedup.methods.one_permutation import one_permutation_pairs
from pagemill.dedup.methods.prefix import resembling
from pagemill.dedup.methods.simhash import simhash_pairs
from pagemill.dedup.methods.sort_count import sketch_pairs, sketched
from pagemill.dedup.methods.super_shingle import (
    p_found,
    sorted_super_shingle_pairs,
    super_shingle_pairs,
)
from pagemill.dedup.minhash import PERMUTATIONS, agreements, p_pass
from pagemill.dedup.near import near_pairs
from pagemill.dedup.params import DedupParams
from pagemill.dedup.verify import exact_threshold
from pagemill.dedup.words.cosine import cosine_pairs
from pagemill.dedup.words.edit import edit_pairs
from pagemill.dedup.words.keyword_digest import (
    AboveAverage,
    keyword_pairs,
    verified_keyword_pairs,
)
from pagemill.dedup.words.word_overlap import word_overlap_pairs
from pagemill.errors import UsageError


def _exact(grams: Ngrams, threshold: float) -> Found:
    sets = grams.sets()
    return resembling(sets, exact_threshold(threshold)).reaching(
        exact_threshold(threshold), sets.hashes.nbytes
    )


def shingle_pairs(texts: Sequence[str], threshold: float) -> Found:
    """Every pair with an exact Jaccard coefficient of word shingles at the threshold.

    Source:
        IIR section 19.6; found as in :mod:`pagemill.dedup.methods.prefix`.
    """
    return _exact(word_ngrams(texts), threshold)


def character_pairs(texts: Sequence[str], threshold: float) -> Found:
    """The same with shingles of nine characters."""
    return _exact(character_ngrams(texts), threshold)


def pairs_without_integers(texts: Sequence[str], threshold: float) -> Found:
    """The same with word shingles once whole numbers are taken out."""
    return _exact(word_ngrams([without_integers(text) for text in texts]), threshold)


def band_pairs(texts: Sequence[str], threshold: float) -> Found:
    """What pagemill does: sketches, bands, exact verification."""
    found = near_pairs(texts, DedupParams(threshold=threshold))
    return ordered(
        found.left,
        found.right,
        found.intersection / np.maximum(found.union, 1),
        4 * PERMUTATIONS * len(texts),
    )


def unverified_band_pairs(texts: Sequence[str], threshold: float) -> Found:
    """Every pair that shares a band, as many tools leave it."""
    made = sketched(texts, PERMUTATIONS)
    met = candidates(made.minima, banding(threshold))
    agreeing = agreements(made.minima, met.left, met.right)
    left, right = made.texts[met.left], made.texts[met.right]
    return ordered(left, right, agreeing / PERMUTATIONS, made.minima.nbytes)


def _p_band(similarity: float, threshold: float) -> float:
    return banding(threshold).p_candidate(similarity)


def _p_band_verified(similarity: float, threshold: float) -> float:
    return _p_band(similarity, threshold) if similarity >= threshold else 0.0


def _p_exact(similarity: float, threshold: float) -> float:
    return float(similarity >= threshold)


def _p_sketch(similarity: float, threshold: float) -> float:
    return p_pass(similarity, _fewest(threshold))


def _p_super(similarity: float, threshold: float) -> float:
    del threshold
    return p_found(similarity)


def _p_super_one(similarity: float, threshold: float) -> float:
    del threshold
    return p_found(similarity, needed=1)


def _p_bbit(similarity: float, threshold: float) -> float:
    scheme = BbitScheme()
    return p_pass(scheme.p_agree(similarity), _fewest(scheme.p_agree(threshold)))


def _fewest(share: float) -> int:
    return ceil(PERMUTATIONS * share - 1e-9)


METHODS: tuple[Method, ...] = (
    Method(
        name="checksum",
        says="equal sum of bytes, not compared further",
        pairs=partial(equal_pairs, checksum=checksum, form=as_it_is, is_verified=False),
    ),
    Method(
        name="crc",
        says="equal CRC-32 of the bytes, not compared further",
        pairs=partial(equal_pairs, checksum=crc, form=as_it_is, is_verified=False),
    ),
    Method(
        name="sha",
        says="equal texts: SHA-256 of the bytes",
        pairs=partial(equal_pairs, checksum=sha, form=as_it_is),
    ),
    Method(
        name="digest",
        says="equal texts but for white space and composition: BLAKE2b",
        pairs=partial(equal_pairs, checksum=blake, form=normalised),
    ),
    Method(
        name="shingles",
        says="exact Jaccard coefficient of 4-word shingles, nothing missed",
        pairs=shingle_pairs,
        p_found=_p_exact,
    ),
    Method(
        name="shingles-without-integers",
        says="the same once whole numbers are taken out",
        pairs=pairs_without_integers,
    ),
    Method(
        name="characters",
        says="exact Jaccard coefficient of 9-character shingles",
        pairs=character_pairs,
    ),
    Method(
        name="containment",
        says="part of the smaller text's 4-word shingles in the larger",
        pairs=partial(fingerprint_pairs, measure="containment", width=4),
    ),
    Method(
        name="fingerprint-all",
        says="Jaccard coefficient of all 3-grams, by an inverted index",
        pairs=fingerprint_pairs,
    ),
    Method(
        name="fingerprint-every",
        says="of every 4th 3-gram",
        pairs=partial(fingerprint_pairs, selector=EveryIth()),
    ),
    Method(
        name="fingerprint-mod",
        says="of 3-grams whose hash is 0 mod 4",
        pairs=partial(fingerprint_pairs, selector=ZeroModP()),
    ),
    Method(
        name="winnowing",
        says="of the smallest 3-gram in each window of 4",
        pairs=partial(fingerprint_pairs, selector=Winnowing()),
    ),
    Method(
        name=DEFAULT,
        says="sketches, bands, exact verification: what pagemill does",
        pairs=band_pairs,
        p_found=_p_band_verified,
    ),
    Method(
        name="bands-only",
        says="every pair that shares a band, not verified",
        pairs=unverified_band_pairs,
        p_found=_p_band,
    ),
    Method(
        name="sketches",
        says="200 permutations, positions that agree, by sorting and counting",
        pairs=sketch_pairs,
        p_found=_p_sketch,
    ),
    Method(
        name="sketches-as-sets",
        says="the same, minima compared as sets",
        pairs=partial(sketch_pairs, reading="sets"),
    ),
    Method(
        name="b-bit",
        says="200 permutations, one bit of each",
        pairs=bbit_pairs,
        p_found=_p_bbit,
    ),
    Method(
        name="one-permutation",
        says="one permutation, 200 bins, empty ones filled",
        pairs=one_permutation_pairs,
        p_found=_p_sketch,
    ),
    Method(
        name="super-shingles",
        says="84 minima, 2 of 6 groups of 14 equal",
        pairs=super_shingle_pairs,
        p_found=_p_super,
    ),
    Method(
        name="super-shingles-one",
        says="the same, 1 of 6",
        pairs=partial(super_shingle_pairs, needed=1),
        p_found=_p_super_one,
    ),
    Method(
        name="super-shingles-sorted",
        says="a super-shingle of the sorted sketch, then the sketches",
        pairs=sorted_super_shingle_pairs,
    ),
    Method(
        name="simhash-words",
        says="64 bits from words by frequency, 3 may differ",
        pairs=partial(simhash_pairs, width=1),
    ),
    Method(
        name="simhash",
        says="64 bits from pairs of words, 3 may differ",
        pairs=simhash_pairs,
    ),
    Method(
        name="simhash-calibrated",
        says="the same, the distance chosen by looking at some of the texts",
        pairs=partial(simhash_pairs, distance=None),
    ),
    Method(
        name="combined",
        says="super-shingles that simhash agrees with",
        pairs=combined_pairs,
    ),
    Method(
        name="keywords",
        says="MD5 of the 10 most frequent words",
        pairs=keyword_pairs,
    ),
    Method(
        name="keywords-relative",
        says="MD5 of the words twice as frequent as the average",
        pairs=partial(keyword_pairs, choices=(AboveAverage(),)),
    ),
    Method(
        name="keywords-verified",
        says="MD5 of the 5, 10 or 20 most frequent words, then exact",
        pairs=verified_keyword_pairs,
    ),
    Method(
        name="words",
        says="part of the words that are the same, as sets",
        pairs=word_overlap_pairs,
    ),
    Method(
        name="words-multiset",
        says="part of the words that are the same, each as often as it occurs",
        pairs=partial(word_overlap_pairs, reading="multiset"),
    ),
    Method(
        name="cosine-binary",
        says="cosine of the words that occur, each once",
        pairs=partial(cosine_pairs, weighting="binary"),
    ),
    Method(
        name="cosine-tf",
        says="cosine of word frequencies",
        pairs=cosine_pairs,
    ),
    Method(
        name="cosine-df",
        says="cosine of the words that occur, weighted by rarity",
        pairs=partial(cosine_pairs, weighting="df"),
    ),
    Method(
        name="cosine-tf-idf",
        says="cosine of word frequencies weighted by rarity",
        pairs=partial(cosine_pairs, weighting="tf-idf"),
    ),
    Method(
        name="edit",
        says="edit distance of the sequences of words",
        pairs=edit_pairs,
    ),
)
"""All methods, from equality to resemblance to words."""


def method(name: str) -> Method:
    """The method of that name.

    Raises:
        UsageError: there is none.
    """
    for known in METHODS:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in METHODS)
    raise UsageError(f"{name}: no such method; choose one of {names}")
