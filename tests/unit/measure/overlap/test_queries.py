import math

import numpy as np

from pagemill.measure.overlap.queries import counts, ratio


def test_four_means_of_one_log():
    found = ratio([(4, 2, 2), (2, 2, 1), (0, 3, 0), (1, 4, 1)])
    assert found.queries == 4
    assert found.of_sums[0] == 7 / 11
    assert found.arithmetic[0] == (2 + 1 + 0.25) / 3
    assert math.isclose(found.geometric[0], 0.5 ** (1 / 3))
    assert math.isclose(found.harmonic[0], 3 / (0.5 + 1 + 4))
    assert (found.a_in_b[0], found.b_in_a[0]) == (4 / 7, 4 / 11)
    assert found.of_sums[1] <= found.of_sums[0] <= found.of_sums[2]


def test_an_engine_next_to_itself(asking, lexicon):
    log = lexicon.spread(40)
    found = ratio(counts(asking(), asking(), log))
    assert found.of_sums == (1.0, 1.0, 1.0)
    assert found.a_in_b[0] == 1.0


def test_cut_off_answers_are_left_out(asking, lexicon):
    log = lexicon.spread(40)
    assert len(counts(asking(limit=5), asking(), log)) < 40
    assert counts(asking(failing=1.0), asking(), log) == []
    assert math.isnan(ratio([]).of_sums[0])


def test_engines_that_share_nothing(asking, lexicon):
    one, two = asking(held=np.arange(200)), asking(held=np.arange(200, 400))
    found = ratio(counts(one, two, lexicon.spread(60)))
    assert found.a_in_b[0] == found.b_in_a[0] == 0.0
