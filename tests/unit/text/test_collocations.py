"""Words that belong together."""

from __future__ import annotations

import math
import random

import pytest

from pagemill.text.collocations import FEWEST, LEAST, collocations, likelihood_ratio


def texts() -> list[list[str]]:
    chance = random.Random(4)
    words = [f"w{n}" for n in range(60)]
    made = []
    for _ in range(40):
        text = chance.choices(words, k=80)
        text[10:12] = ["tidal", "mill"]
        text[40:42] = ["of", "the"]
        made.append(text)
    return made


def test_words_that_keep_together_come_first_and_chance_pairs_do_not_come():
    found = collocations(texts(), stop_words=["of", "the"])
    assert found[0].text == "tidal mill"
    assert found[0].texts == 40
    assert len(found) < 30  # of some 3,600 chance pairs, one in a thousand and a few
    assert all(one.strength >= LEAST and one.texts >= FEWEST for one in found)
    assert "of the" not in {one.text for one in found}


def test_the_ratio_is_that_of_two_binomials():
    both, first, second, total = 20, 30, 40, 1000

    def log_likelihood(hits: int, tries: int, chance: float) -> float:
        return hits * math.log(chance) + (tries - hits) * math.log(1 - chance)

    together = second / total
    apart = (both / first, (second - both) / (total - first))
    expected = 2 * (
        log_likelihood(both, first, apart[0])
        + log_likelihood(second - both, total - first, apart[1])
        - log_likelihood(both, first, together)
        - log_likelihood(second - both, total - first, together)
    )
    assert likelihood_ratio(both, first, second, total) == pytest.approx(expected)


def test_fewer_than_by_chance_is_no_phrase():
    assert likelihood_ratio(1, 500, 500, 1000) == 0.0
    assert collocations([]) == []
