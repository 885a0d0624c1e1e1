import re

import numpy as np
import pytest

from pagemill.dedup.tokens import LONGEST_TOKEN, WINDOW, tokens, unspaced_share


def shape(text):
    """Number the tokens by first occurrence, so that equal hashes show."""
    seen = {}
    return [seen.setdefault(each, len(seen)) for each in tokens([text]).hashes.tolist()]


def naive_shape(words):
    seen = {}
    return [seen.setdefault(each, len(seen)) for each in words]


@pytest.mark.parametrize(
    "text",
    [
        "a rose is a rose is a rose",
        "Don't stop: it's 12.5 % (or 1_000)!",
        "Straße STRASSE strasse ﬁn FIN İstanbul",
        "naïve NAÏVE cafe\u0301 Ωmega ΩMEGA Åse åse",
        "привет ПРИВЕТ мир",
        "x\ud800y lone \udfff surrogate",
        "\n\n  \t",
        "",
    ],
)
def test_tokens_are_what_the_pattern_finds_in_the_folded_text(text):
    assert shape(text) == naive_shape(re.findall(r"\w+", text.casefold()))


def test_every_text_has_its_own_tokens():
    found = tokens(["one two", "", "!?", "two"])
    assert found.offsets.tolist() == [0, 2, 2, 2, 3]
    assert found.hashes[1] == found.hashes[2]


def test_a_hash_does_not_depend_on_where_the_token_stands():
    alone = tokens(["word"]).hashes[0]
    assert (tokens(["x " * 5000 + "word"]).hashes[-1]) == alone


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我们 今天abc去", ["我", "们", "今", "天", "abc", "去"]),
        ("すもももももABC", [*"すもももももABC"[:6], "abc"]),
        ("ไทย 12", ["ไ", "ท", "ย", "12"]),
    ],
)
def test_characters_of_unspaced_scripts_stand_alone(text, words):
    assert shape(text) == naive_shape(words)


def test_a_foreign_name_in_a_spaced_text_is_one_token():
    text = "the company is registered in the capital under the name of 安彼迎网络"
    assert len(tokens([text]).hashes) == 12


def test_korean_is_written_with_spaces():
    assert len(tokens(["나는 학교에 간다"]).hashes) == 3


@pytest.mark.parametrize(
    ("text", "share"), [("", 0.0), ("...", 0.0), ("abc", 0.0), ("ab汉字", 0.5), ("汉。", 1.0)]
)
def test_the_share_of_unspaced_characters_counts_word_characters_only(text, share):
    assert unspaced_share(text) == share


@pytest.mark.parametrize("filler", ["some words, ", "汉字和假名。", "ein Straßenname "])
def test_a_text_longer_than_the_window_is_cut_between_tokens(filler):
    text = filler * (3 * WINDOW // len(filler))
    short = filler * 2
    unit = len(tokens([short]).hashes) // 2
    found = tokens([text, "after"])
    assert found.hashes.size == 3 * WINDOW // len(filler) * unit + 1
    assert np.unique(found.hashes[:-1]).size == np.unique(tokens([short]).hashes).size


def test_one_token_may_be_longer_than_the_window():
    found = tokens(["x" * (2 * WINDOW) + " end", "X" * (2 * WINDOW)])
    assert found.offsets.tolist() == [0, 2, 3]
    assert found.hashes[0] == found.hashes[2]


def test_a_foreign_run_over_the_border_of_a_window_stays_one_token():
    text = "word " * ((WINDOW - 8) // 5) + "安彼迎网络有限公司" + " word" * 200
    assert tokens([text]).hashes.size == (WINDOW - 8) // 5 + 1 + 200


def test_long_tokens_escape_the_collisions_of_polynomials():
    """Thue-Morse words of 2048 letters collide for every base modulo 2^64."""
    one, two = "a", "b"
    while len(one) < 2048:
        one, two = one + two, two + one
    assert len(one) > LONGEST_TOKEN
    first, second = tokens([one, two]).hashes.tolist()
    assert first != second


def test_case_does_not_matter_in_long_tokens_either():
    first, second = tokens(["aB" * 300, "Ab" * 300]).hashes.tolist()
    assert first == second


def test_a_character_beyond_the_basic_plane_changes_no_other_token():
    text = "Stra\u00dfe \u0130stanbul naïve \u6f6e\u6c50 caf\u00e9"
    alone = tokens([text]).hashes.tolist()
    beside = tokens([text, "\U0001f30a wave \U00010400"]).hashes.tolist()
    assert beside[: len(alone)] == alone
