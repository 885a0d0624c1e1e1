"""Words of scripts without spaces."""

from __future__ import annotations

import random

from pagemill.text.new_words import new_words

FILLERS = "的了在是我有和人这中大为上个国到说们时要就出会可也你对生能而子那得于着下自之"


def texts(word: str, count: int = 60) -> list[str]:
    chance = random.Random(7)
    made = []
    for _ in range(count):
        text = chance.choices(FILLERS, k=40)
        text[chance.randrange(5, 30)] = word
        made.append("".join(text))
    return made


def test_a_word_is_found_whole():
    found = [one.text for one in new_words(texts("预处理"))]
    assert found[0] == "预处理"
    assert "预处" not in found  # is always followed by the same character
    assert "处理" not in found


def test_two_characters_that_meet_by_chance_are_no_word():
    assert {one.text for one in new_words(texts("网页"))} == {"网页"}


def test_a_word_that_stands_alone_between_marks_is_free():
    alone = [f"{one}。网页。{one}" for one in texts("预处理", 20)]
    assert "网页" in {one.text for one in new_words(alone)}


def test_other_scripts_have_none():
    assert new_words(["plain words only"] * 9) == []
