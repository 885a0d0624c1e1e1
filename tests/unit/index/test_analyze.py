"""Text -> words."""

from __future__ import annotations

import unicodedata

import pytest

from pagemill.index.analyze import (
    LONGEST_WORD,
    analyze,
    fold,
    is_unspaced,
    runs,
    word_count,
    words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("  \n ", ()),
        ("Lime blossom", ("lime", "blossom")),
        ("don't e-mail user@host", ("don", "t", "e", "mail", "user", "host")),
        ("snake_case x2", ("snake_case", "x2")),
        ("Crème BRÛLÉE", ("crème", "brûlée")),
        ("Straße STRASSE", ("strasse", "strasse")),
        ("ﬁne №5 ｆｕｌｌ", ("fine", "no5", "full")),
        ("e\u0301t\u00e9", ("été",)),
        ("soft\u00adhyphen zero\u200bwidth", ("softhyphen", "zero", "width")),
    ],
)
def test_spaced_scripts_become_folded_words(text: str, expected: tuple[str, ...]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("水", ("水",)),
        ("水杉", ("水杉",)),
        ("搜索引擎", ("搜索", "索引", "引擎")),
        ("在 搜索，引擎", ("在", "搜索", "引擎")),
        ("iPhone手机2号", ("iphone", "手机", "2", "号")),
        ("ｶﾞﾗｽ", ("ガラ", "ラス")),
        ("한국어", ("한국", "국어")),
        ("葛\U000e0100城市", ("葛城", "城市")),
    ],
)
def test_unspaced_scripts_become_overlapping_pairs(
    text: str, expected: tuple[str, ...]
) -> None:
    assert words(text) == expected


def test_marks_stay_with_their_letters() -> None:
    assert words("हिन्दी भाषा") == ("हिन्दी", "भाषा")


def test_a_mark_without_a_letter_is_no_word() -> None:
    assert words("\u0301 foo\u00b4bar") == ("foo", "bar")


def test_ascii_is_cut_as_any_other_text_is() -> None:
    text = "".join(map(chr, range(128))) + " Tail_1 x"
    # One letter outside ASCII sends the same text the other way.
    assert (*words(text), "é") == words(text + " é")


@pytest.mark.parametrize("letter", ["x", "é"])
def test_a_word_counts_up_to_its_longest_length(letter: str) -> None:
    assert words(letter * 70_000 + " end") == (letter * LONGEST_WORD, "end")
    assert words(letter * LONGEST_WORD) == (letter * LONGEST_WORD,)


def test_words_are_counted_without_splitting() -> None:
    for text in ("", " ", "a", " a -- b,水杉木。c ", "水", "é"):
        assert word_count(analyze(text)) == len(words(text))


def test_every_letter_is_folded_alone_as_in_a_text() -> None:
    for code in range(0x3000):
        letter = chr(code)
        if letter.isalpha() and fold(letter).isalpha() and not is_unspaced(fold(letter)):
            assert words(f"-{letter}é-") == (unicodedata.normalize("NFC", f"{fold(letter)}é"),)


def test_folding_is_complete_after_one_call() -> None:
    for text in ("İ", "ϓ", "ẛ", "ﬀ", "Ⅷ"):
        assert fold(fold(text)) == fold(text)


def test_scripts_without_spaces_are_told_by_their_first_character() -> None:
    assert is_unspaced("水杉")
    assert is_unspaced("ภาษา")
    assert not is_unspaced("water")
    assert not is_unspaced("")


def test_runs_keep_the_text_as_it_stands() -> None:
    text = "Crème, 搜索!"
    assert [(run.start(), run.group()) for run in runs(text)] == [(0, "Crème"), (7, "搜索")]


@pytest.mark.parametrize("start", [0x3400, 0x4E00, 0x9F00, 0xAC00, 0x1100, 0xF900, 0x0400])
def test_a_row_of_characters_reads_as_each_of_them_alone(start):
    row = [chr(start + i) for i in range(256)]
    alone = [f"{fold(one)}" for one in row if fold(one).isalnum()]
    assert [word for one in row if fold(one).isalnum() for word in words(one)] == alone
