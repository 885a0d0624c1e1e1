"""Laws of near-duplicate detection."""

from __future__ import annotations

import re
import unicodedata
from math import sqrt

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill.dedup.cluster import representatives
from pagemill.dedup.columns import mixed, offsets
from pagemill.dedup.duplicates import find_duplicates
from pagemill.dedup.minhash import Scheme, agreements
from pagemill.dedup.shingle import ShingleSets, shingle_sets
from pagemill.dedup.tokens import UNSPACED_SHARE, tokens, unspaced_share
from pagemill.dedup.union_find import components

WORDS = [
    "rose",
    "Rose",
    "is",
    "a",
    "ein",
    "Straße",
    "STRASSE",
    "café",
    "x_1",
    "ﬁn",
    "-",
    "¿no?",
]
SPACED = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
ANY_TEXT = st.text(max_size=80)
EDGES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60)


def naive_shingles(words, width):
    return {tuple(words[start : start + width]) for start in range(len(words) - width + 1)}


@given(st.lists(SPACED, max_size=6), st.integers(1, 6))
def test_shingle_sets_are_those_of_the_naive_definition(texts, width):
    sets = shingle_sets(texts, width)
    naive = [naive_shingles(re.findall(r"\w+", text.casefold()), width) for text in texts]
    assert sets.counts.tolist() == [len(each) for each in naive]
    for one in range(len(texts)):
        for two in range(one):
            shared = np.intersect1d(sets[one], sets[two]).size
            assert shared == len(naive[one] & naive[two])


@given(st.text(alphabet="中文字符，。集合 ", min_size=1, max_size=60))
def test_chinese_shingles_are_those_of_the_naive_definition(text):
    characters = re.findall(r"\w", text.casefold())
    assert shingle_sets([text])[0].size == len(naive_shingles(characters, 4))


@given(ANY_TEXT)
def test_any_text_of_spaced_scripts_has_the_tokens_of_the_pattern(text):
    if unspaced_share(text) < UNSPACED_SHARE:
        words = re.findall(r"\w+", text.casefold())
        found = tokens([text]).hashes.tolist()
        assert len(found) == len(words)
        assert len(set(found)) == len(set(words))


@given(st.lists(ANY_TEXT, max_size=5))
def test_texts_have_the_same_tokens_alone_and_together(texts):
    together = tokens(texts)
    alone = [tokens([text]).hashes.tolist() for text in texts]
    assert together.hashes.tolist() == [each for found in alone for each in found]


@settings(max_examples=40)
@given(st.integers(1, 400), st.integers(0, 400), st.integers(0, 400), st.integers(0, 2**32))
def test_the_estimate_is_within_four_standard_errors(shared, left_only, right_only, salt):
    values = mixed(np.arange(salt, salt + shared + left_only + right_only, dtype=np.uint64))
    left, right = (
        values[: shared + left_only],
        np.delete(values, slice(shared, shared + left_only)),
    )
    sets = ShingleSets(
        hashes=np.concatenate((left, right)), offsets=offsets(np.array([left.size, right.size]))
    )
    minima = Scheme(permutations=800).minima(sets)
    estimate = int(agreements(minima, np.array([0]), np.array([1]))[0]) / 800
    true = shared / values.size
    # Sets of a few shingles have few possible minima, so a step of one is allowed on top.
    assert abs(estimate - true) <= 4 * sqrt(max(true * (1 - true), 0.01) / 800) + 0.02


@given(EDGES)
def test_components_equal_those_of_one_union_at_a_time(edges):
    labels = list(range(31))
    for one, two in edges:
        low, high = sorted((labels[one], labels[two]))
        labels = [low if label == high else label for label in labels]
    left, right = np.array(edges, np.int64).reshape(-1, 2).T
    assert components(31, left, right).tolist() == labels


@given(EDGES)
def test_clusters_are_anchored_and_no_two_kept_texts_are_paired(edges):
    pairs = {tuple(sorted(edge)) for edge in edges if edge[0] != edge[1]}
    left, right = np.array(sorted(pairs), np.int64).reshape(-1, 2).T
    kept = representatives(31, left, right).tolist()
    for text, anchor in enumerate(kept):
        assert kept[anchor] == anchor
        assert text == anchor or (anchor, text) in pairs
    assert not [pair for pair in pairs if kept[pair[0]] == pair[0] and kept[pair[1]] == pair[1]]


@settings(max_examples=40)
@given(st.data())
def test_the_order_of_documents_does_not_matter(data):
    texts = data.draw(st.lists(SPACED, max_size=8))
    docs = [(f"d{number}", text) for number, text in enumerate(texts)]
    shuffled = data.draw(st.permutations(docs))
    one, two = find_duplicates(docs, 0.5), find_duplicates(shuffled, 0.5)
    assert list(one.pairs) == list(two.pairs)
    assert (one.clusters, one.empty, one.wordless) == (two.clusters, two.empty, two.wordless)


@settings(max_examples=40)
@given(st.lists(SPACED, max_size=8), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_every_reported_pair_reaches_the_threshold_by_the_naive_definition(texts, threshold):
    docs = {f"d{number}": text for number, text in enumerate(texts)}
    for pair in find_duplicates(docs.items(), threshold).pairs:
        forms = [unicodedata.normalize("NFC", docs[each]) for each in (pair.left, pair.right)]
        if " ".join(forms[0].split()) == " ".join(forms[1].split()):
            assert pair.similarity == 1.0
            continue
        left, right = (naive_shingles(re.findall(r"\w+", form.casefold()), 4) for form in forms)
        assert pair.similarity == len(left & right) / len(left | right)
        assert pair.similarity >= threshold
