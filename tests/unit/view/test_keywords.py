from __future__ import annotations

from pagemill.view.keywords import MOST, keywords, terms_of


def test_frequent_words_of_the_title_come_first() -> None:
    counts = terms_of("Lamp and tide. The lamp is lit; tide tables list the tide.")
    assert keywords(counts, "A lamp", [])[:2] == ("lamp", "tide")


def test_words_that_the_page_states_count_only_where_the_text_holds_them() -> None:
    assert keywords(terms_of("harbour walls"), "", ["harbour", "casino"]) == ("harbour",)


def test_chinese_is_counted_in_pairs_of_characters() -> None:
    assert keywords(terms_of("老船闸。老船闸的钟声"), "", [])[0] in ("老船", "船闸")


def test_there_are_ten_at_most() -> None:
    assert len(keywords(terms_of("".join(f"word{n}x " * 2 for n in range(40))), "", [])) == MOST
