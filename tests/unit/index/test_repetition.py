"""Pages that say the same again and again."""

from __future__ import annotations

import random

from pagemill.index.repetition import repetition


def sentence(seed: int) -> str:
    chance = random.Random(seed)
    return " ".join(
        "".join(chance.choices("abcdefghiklmnoprstu", k=chance.randint(2, 9)))
        for _ in range(300)
    )


def test_ordinary_text_is_not_repetitive():
    assert repetition(sentence(1)) == 0.0


def test_repeating_a_phrase_is_certain_and_short_texts_say_nothing():
    assert repetition("buy cheap watches here " * 200) == 1.0
    assert repetition("buy cheap watches here " * 20) == 0.0
    assert repetition("buy cheap watches here " * 25) == 1.0


def test_more_repetition_never_counts_less():
    base = sentence(2)
    shares = [repetition((base[: 950 // copies] + " ") * copies) for copies in (1, 4, 10, 20)]
    assert shares == sorted(shares)
    assert shares[-1] > shares[0]
