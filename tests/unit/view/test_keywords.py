from __future__ import annotations

import pytest

from pagemill.text.tokenize import words
from pagemill.view.keywords import MOST, counted, keywords, terms_of


def test_frequent_words_of_the_title_come_first() -> None:
    counts = terms_of("Lamp and tide. The lamp is lit; tide tables list the tide.")
    assert keywords(counts, "A lamp", [])[:2] == ("lamp", "tide")


def test_words_that_the_page_states_count_only_where_the_text_holds_them() -> None:
    assert keywords(terms_of("harbour walls"), "", ["harbour", "casino"]) == ("harbour",)


def test_chinese_is_counted_in_pairs_of_characters() -> None:
    assert keywords(terms_of("老船闸。老船闸的钟声"), "", [])[0] in ("老船", "船闸")


def test_there_are_ten_at_most() -> None:
    assert len(keywords(terms_of("".join(f"word{n}x " * 2 for n in range(40))), "", [])) == MOST


@pytest.mark.parametrize("around", ["灯{0}塔 ab{0}cd", "é{0}{0} กิ{0}"])
def test_any_character_is_read_the_same_way_by_both_loops(around: str) -> None:
    signs = [chr(code) for code in range(1, 0x32000) if not 0xD800 <= code < 0xE000]
    lines = [around.format(sign) for sign in signs]
    for start in range(0, len(lines), 512):
        some = lines[start : start + 512]
        if terms_of("\n".join(some)) != counted(words("\n".join(some))):
            unlike = [line for line in some if terms_of(line) != counted(words(line))]
            assert unlike == []
            pytest.fail(f"lines {start} on differ together, not alone")
