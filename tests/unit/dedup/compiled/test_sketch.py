from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill import native
from pagemill.dedup.band import Banding
from pagemill.dedup.compiled import sketch
from pagemill.dedup.copies import keys_by, text_keys
from pagemill.dedup.duplicates import find_duplicates
from pagemill.dedup.minhash import Scheme, agreements
from pagemill.dedup.shingle import shingle_sets
from pagemill.dedup.verify import intersections
from pagemill.text.normalize import text_digest

LOOPS = ("shingle", "sketch", "agree", "bands", "intersect", "fingerprint")
SCHEME = Scheme(permutations=93)
ODD = [
    "",
    "one two three",
    "Straße und Fuß, GROSSE STRASSE; ŉ ǰ ΐ ﬃ İstanbul ẞ",
    "e\u0301te\u0301 et cafe\u0301 encore une fois",
    "Angstrom \u212b and Kelvin \u212a and ohm \u2126 are signs",
    "中文的文章没有空格，可是有标点。Page 12 of 300",
    "ประเทศไทยไม่มีช่องว่างระหว่างคำ",
    "日本語の文章とEnglishが混ざっている、かな も カナ も",
    "the Chinese name 北京 in a text that is otherwise in English words only",
    "emoji 😀 words 𝒳 and more 𠀀 and so on and on",
    "w" * 256 + " a b c d",
    "w" * 257 + " a b c d e",
    "中" * 300,
    "ß" * 200 + " x y z w",
    "half \ud800 of a pair of words here",
    "under_score __ _ 1_000 ª º µ",
    "安彼迎网络 is the name under which the company is registered, as its papers tell",
    "Papers of the company 安彼迎网络有限公司在此登记注册并且公开发行其全部股票供公众认购之用",
    "nul \x00 bytes \x1f\x1c and\x85separators\xa0of\u3000all\u2003kinds",
    "한국어는 띄어쓰기가 있다 그래서 단어 단위로",
    "\u1112\u1161\u11ab\u1100\u1173\u11af in parts of syllables here",
]
TEXTS = st.lists(
    st.one_of(
        st.text(st.sampled_from("ab Aß\u0301é中文ไท😀_ -\n"), max_size=60),
        st.text(max_size=60),
        st.sampled_from(ODD),
    ),
    max_size=8,
)

pytestmark = pytest.mark.skipif(not sketch.is_compiled(), reason="nothing is compiled here")


class Plain:
    """Within it nothing is compiled."""

    def __enter__(self) -> None:
        self.loops = {name: getattr(native, name) for name in LOOPS}
        for name in LOOPS:
            setattr(native, name, None)

    def __exit__(self, *_: object) -> None:
        for name, loop in self.loops.items():
            setattr(native, name, loop)


def columns(texts: list[str], width: int) -> Iterator[list[int]]:
    sets = shingle_sets(texts, width)
    yield sets.hashes.tolist()
    yield sets.offsets.tolist()
    counts, minima = Scheme(permutations=93, width=width).sketches(texts)
    yield counts.tolist()
    yield minima.ravel().tolist()
    pairs = np.array([(i, j) for i in range(len(texts)) for j in range(i)], np.int64)
    left, right = pairs.reshape(-1, 2).T
    order = np.lexsort((right, left))
    left, right = left[order].copy(), right[order].copy()
    yield agreements(minima, left, right).tolist()
    yield intersections(sets, left, right).tolist()
    yield Banding(10, 9).keys(minima).ravel().tolist()


@pytest.mark.parametrize("width", [1, 2, 4, 7])
def test_compiled_and_plain_loops_agree_on_odd_texts(width):
    texts = [*ODD, *(text * 3 for text in ODD), " ".join(ODD)]
    compiled = list(columns(texts, width))
    with Plain():
        assert list(columns(texts, width)) == compiled


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.sampled_from([1, 4]))
def test_compiled_and_plain_loops_agree(texts, width):
    compiled = list(columns(texts, width))
    with Plain():
        assert list(columns(texts, width)) == compiled


@pytest.mark.parametrize("kinds", [1, 2, 5, 40, 3_000, 10**9])
@pytest.mark.parametrize("length", [3, 64, 500, 70_000])
def test_compiled_and_plain_loops_agree_however_often_shingles_repeat(length, kinds):
    pick = random.Random(length)
    text = " ".join(f"w{pick.randrange(kinds)}" for _ in range(length))
    compiled = list(columns([text, text[: len(text) // 2]], 4))
    with Plain():
        assert list(columns([text, text[: len(text) // 2]], 4)) == compiled


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_keys_are_equal_for_equal_texts_only(texts):
    digests = [text_digest(text) for text in texts]
    prints = SCHEME.with_prints(texts)[2]
    for keys in (text_keys(texts).tolist(), keys_by(prints, texts).tolist()):
        for one in range(len(texts)):
            assert bool(keys[one]) == bool(digests[one])
            for other in range(one):
                assert (keys[one] == keys[other]) == (digests[one] == digests[other])


def test_white_space_and_composition_do_not_change_a_print():
    for text in ODD:
        if "\ud800" in text:
            continue
        spaced = "\t " + text.replace(" ", " \u3000\n\x1f\x85\u2003") + " " * 70
        decomposed = unicodedata.normalize("NFD", text)
        prints = SCHEME.with_prints([text, spaced, decomposed, text + "."])[2].tolist()
        assert prints[0] == prints[1] == prints[2]
        assert bool(prints[0]) == bool(text_digest(text))
        assert prints[0] != prints[3] or not prints[0]


def test_texts_that_only_share_a_print_are_not_copies():
    prints = np.array([7, 7, 7, 0, 7], np.uint64)
    texts = ["one two", "one  two", "three four", "", "three  four"]
    assert keys_by(prints, texts).tolist() == [1, 1, 6, 0, 6]


def test_texts_in_one_buffer_are_read_by_their_offsets():
    texts = ["One two three four five", "", "中文的文章没有空格", "one two three four"]
    encoded = [text.encode() for text in texts]
    bounds = np.cumsum([0, *map(len, encoded)])
    a, b = SCHEME.coefficients
    made = np.zeros(4, np.int64), np.zeros(4, np.uint8), np.zeros((4, 93), np.uint32)
    tables = sketch.tables(planes=1)
    given_texts = (np.frombuffer(b"".join(encoded), np.uint8), bounds)
    prints = np.zeros(4, np.uint64)
    native.sketch(given_texts, tables, 4, 10, False, *made[:2], prints, a, b, made[2])
    counts, minima = SCHEME.sketches(texts)
    assert made[0].tolist() == counts.tolist()
    assert prints.tolist() == SCHEME.with_prints(texts)[2].tolist()
    assert not made[1].any()
    assert (made[2] == minima).all()


def test_wrong_arguments_are_refused():
    tables = sketch.tables(planes=1)
    counts, status = np.zeros(1, np.int64), np.zeros(1, np.uint8)
    minima = np.zeros((3, 8), np.uint32)
    row, far = np.zeros(1, np.int64), np.full(1, 3)
    for error, call in (
        (TypeError, lambda: native.shingle(["a"], tables, 4, 10, False, counts)),
        (TypeError, lambda: native.shingle([1], tables, 4, 10, False, counts, status)),
        (TypeError, lambda: native.shingle("a", tables, 4, 10, False, counts, status)),
        (TypeError, lambda: native.shingle(["a"], tables[:2], 4, 10, False, counts, status)),
        (ValueError, lambda: native.shingle(["a", "b"], tables, 4, 1, False, counts, status)),
        (TypeError, lambda: native.agree(minima.astype(np.uint64), 8, row, row, counts)),
        (IndexError, lambda: native.agree(minima, 8, row, far, counts)),
        (ValueError, lambda: native.bands(minima, 8, 3, np.zeros(9, np.uint64))),
        (IndexError, lambda: native.intersect(np.zeros(2, np.uint64), far, row, row, counts)),
    ):
        with pytest.raises(error):
            call()


def test_clusters_are_the_same_without_compiled_loops():
    pick = random.Random(4)
    base = [f"wörd{pick.randrange(400)}" for _ in range(200)]
    docs = []
    for number in range(60):
        words = list(base)
        for _ in range(pick.randrange(9)):
            words[pick.randrange(200)] = f"x{pick.randrange(99)}"
        docs.append((f"{number:03}", " ".join(words)))
    compiled = find_duplicates(docs)
    with Plain():
        plainly = find_duplicates(docs)
    assert list(compiled.pairs) == list(plainly.pairs)
    assert compiled.clusters == plainly.clusters
