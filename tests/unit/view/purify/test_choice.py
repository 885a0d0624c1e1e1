from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.choice import best_choice, whole_structures

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


@given(st.lists(st.tuples(st.integers(1, 1000), st.integers(1, 50)), min_size=1, max_size=9))
def test_the_choice_has_the_best_expected_f1_of_all_prefixes(
    rows: list[tuple[int, int]],
) -> None:
    chance = np.array([row[0] for row in rows])
    words = np.array([row[1] for row in rows])
    keep = best_choice(chance, words, 1000)

    def value(chosen: np.ndarray) -> float:
        hits = (chance * words)[chosen].sum() / 1000
        return float(2 * hits / (words[chosen].sum() + (chance * words).sum() / 1000))

    order = np.argsort(-chance, kind="stable")
    assert value(keep) >= max(value(order[: n + 1]) for n in range(len(rows))) - 1e-9


def test_nothing_is_chosen_where_nothing_has_a_chance() -> None:
    assert not best_choice(np.zeros(3, int), np.ones(3, int), 1000).any()


def test_a_list_amid_kept_text_is_kept_whole_and_a_menu_is_not() -> None:
    html = (
        "<p>{0}</p><ul><li>one<li>two</ul><p>{0}</p><ul><li><a href=/>Home</a></ul><p>{0}</p>"
    )
    tree = parsed(html.format(PROSE))
    blocks = cut(tree)
    keep = np.array([text.strip() == PROSE.strip() for text in blocks.text])
    assert np.flatnonzero(whole_structures(tree, blocks, keep)).tolist() == [1, 2]
