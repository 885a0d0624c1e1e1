from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.html.tree import parsed, parsed_in_python
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.choice import (
    LEAST_CHANCE_OF_CAPTION,
    SHARED_DOUBT,
    announcing,
    best_choice,
    kept_blocks,
    whole_structures,
    with_captions,
    with_likely_captions,
)

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


CERTAIN = 10**6


def expected_f1(chance: np.ndarray, words: np.ndarray, chosen: np.ndarray) -> float:
    """Return the mean over a page judged too harshly, rightly, too kindly."""
    odds = chance / (CERTAIN - chance)
    found = 0.0
    for weight, factor in ((0.3, 1 / SHARED_DOUBT), (0.4, 1), (0.3, SHARED_DOUBT)):
        true = words * (odds * factor / (1 + odds * factor))
        found += weight * 2 * true[chosen].sum() / (words[chosen].sum() + true.sum())
    return float(found)


@given(
    st.lists(st.tuples(st.integers(1, CERTAIN - 1), st.integers(1, 50)), min_size=1, max_size=9)
)
def test_the_choice_has_the_best_expected_f1_of_all_prefixes(
    rows: list[tuple[int, int]],
) -> None:
    chance = np.array([row[0] for row in rows])
    words = np.array([row[1] for row in rows])
    keep = best_choice(chance, words, CERTAIN)
    order = np.argsort(-chance, kind="stable")
    best = max(expected_f1(chance, words, order[: n + 1]) for n in range(len(rows)))
    assert expected_f1(chance, words, keep) >= best - 1e-3


def test_a_page_in_doubt_as_a_whole_is_kept() -> None:
    words = np.full(10, 20)
    sure, in_doubt = np.full(10, 30_000), np.full(10, 250_000)
    sure[0] = in_doubt[0] = 990_000
    assert best_choice(sure, words, CERTAIN).sum() == 1
    assert best_choice(in_doubt, words, CERTAIN).all()


def test_nothing_is_chosen_where_nothing_has_a_chance() -> None:
    assert not best_choice(np.zeros(3, int), np.ones(3, int), 1000).any()


@pytest.mark.parametrize("tag", ["pre", "ul", "listing", "xmp"])
def test_code_and_lists_between_kept_blocks_are_kept_whatever_their_chance(tag: str) -> None:
    item = "<li>oil = 3" if tag == "ul" else "oil = 3"
    page = f"<p>{PROSE}</p><{tag}>{item}</{tag}><p>{PROSE} two</p><{tag}>{item}</{tag}><p>x"
    for tree in (parsed(page), parsed_in_python(page)):
        blocks = cut(tree)
        chance = np.array([900, 10, 900, 10, 10])
        kept = kept_blocks(
            tree, blocks, chance, np.zeros(5, bool), 1000, without_announcing=True
        )
        assert kept == [0, 1, 2]


def test_the_caption_of_a_kept_table_or_code_goes_with_it() -> None:
    tree = parsed(
        f"<p>{PROSE}</p><figure><pre>light()</pre><figcaption>Listing 1</figcaption></figure>"
        "<figure><figcaption hidden>Unseen</figcaption><table><tr><td>4.2</table></figure>"
        "<figure><img src=/x><figcaption>A picture</figcaption></figure>"
        "<figcaption>Of nothing</figcaption>"
    )
    blocks = cut(tree)
    texts = [text.strip() for text in blocks.text]
    kept = [texts.index(PROSE.strip()), texts.index("light()"), texts.index("4.2")]
    dropped = np.array([text == "Unseen" for text in texts])
    with_them = with_captions(tree, blocks, kept, dropped)
    assert [texts[number] for number in with_them] == [
        PROSE.strip(),
        "light()",
        "Listing 1",
        "4.2",
    ]
    assert with_captions(tree, blocks, kept[:1], dropped) == kept[:1]


def test_a_list_amid_kept_text_is_kept_whole_and_a_menu_is_not() -> None:
    html = (
        "<p>{0}</p><ul><li>one<li>two</ul><p>{0}</p><ul><li><a href=/>Home</a></ul><p>{0}</p>"
    )
    tree = parsed(html.format(PROSE))
    blocks = cut(tree)
    keep = np.array([text.strip() == PROSE.strip() for text in blocks.text])
    assert np.flatnonzero(whole_structures(tree, blocks, keep)).tolist() == [1, 2]


def test_headings_behind_all_that_is_kept_announce_nothing() -> None:
    page = (
        "<h2>Lamps</h2><p>a</p><p>b</p><h2>Oil</h2><p>c</p><h2>More</h2><p>x</p><h3>Talk</h3>"
    )
    tree = parsed(page)
    blocks = cut(tree)
    keep = np.array([text != "x" for text in blocks.text])
    found = announcing(tree, blocks, keep)
    assert [blocks.text[number] for number in np.flatnonzero(found)] == ["More", "Talk"]


def test_of_a_page_of_a_few_blocks_every_heading_stays() -> None:
    tree = parsed("<h1>Lamps</h1><p>a</p><h2>Oil</h2>")
    blocks = cut(tree)
    assert not announcing(tree, blocks, np.ones(3, bool)).any()


def test_headings_of_one_kind_in_a_row_are_the_content() -> None:
    tree = parsed("<p>a</p><h3>Ada</h3><h3>Ben</h3><h3>Cora</h3>")
    assert not announcing(tree, cut(tree), np.ones(4, bool)).any()


FIGURE = "<figure><img src=x.png><figcaption>Caption</figcaption></figure>"


def likely(chances: list[float]) -> list[int]:
    """A page of which the first and the last block are kept, and some captions perhaps."""
    tree = parsed(
        f"{FIGURE}<p>a</p>{FIGURE}"
        "<figure><figcaption hidden>Unseen</figcaption></figure><p>b</p>"
    )
    blocks = cut(tree)
    assert len(blocks) == len(chances)
    dropped = np.array([text == "Unseen" for text in blocks.text])
    chance = (np.array(chances) * 1000).astype(np.int64)
    return with_likely_captions(tree, blocks, [1, 4], chance, dropped, 1000)


def test_a_caption_between_kept_blocks_is_text_where_its_chance_is_not_small():
    some, less = LEAST_CHANCE_OF_CAPTION, LEAST_CHANCE_OF_CAPTION - 0.01
    assert likely([0.9, 1, some, 0.9, 1]) == [1, 2, 4]
    assert likely([0.9, 1, less, 0.9, 1]) == [1, 4]
