from __future__ import annotations

import numpy as np
import pytest

from pagemill.html.tree import parsed
from pagemill.model.docview import GENRES
from pagemill.view.kind import genre as module
from pagemill.view.kind.genre import Genre, by_genre, genre, shipped
from pagemill.view.kind.traits import names, traits
from pagemill.view.metadata import metadata
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose
from pagemill.view.purify.forest import Forest

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
STORY = (
    "<meta property='og:type' content='article'><article><h1>The lamp</h1>"
    "<time datetime=2024-05-07>7 May 2024</time>" + f"<p>{PROSE * 4}</p>" * 8 + "</article>"
)
SHELF = "".join(
    f"<li class=product><a href=/collections/lamps/{n}><img src={n}.jpg></a>"
    f"<h3><a href=/collections/lamps/{n}>Lamp number {n}</a></h3>"
    f"<span class=price>$ {n}.50</span>"
    "<button>Add to cart</button></li>"
    for n in range(24)
)
THREAD = "".join(
    f"<div class='post comment'><b>user{n}</b> <time>{n} days ago</time>"
    "<blockquote>I think so.</blockquote>"
    f"<p>I tried it, and it was fine for me. Did you?</p></div>"
    for n in range(12)
)


def said(html: str, url: str = "") -> Genre:
    tree = parsed(html)
    blocks, declared = cut(tree), metadata(tree)
    choice = choose(tree, blocks, declared.title_element)
    return genre(traits(tree, blocks, choice, declared, url))


@pytest.mark.parametrize(
    ("html", "url", "expected"),
    [
        (STORY, "http://a.example/news/2024/05/07/the-keeper-and-his-lamp", "article"),
        (f"<h1>Lamps</h1><ul>{SHELF}</ul>", "http://a.example/collections/lamps", "collection"),
        (f"<h1>Which oil?</h1>{THREAD}", "http://forum.a.example/t/which-oil/91", "forum"),
    ],
)
def test_genres(html: str, url: str, expected: str) -> None:
    assert said(html, url).name == expected


def test_chances_add_up_to_one_and_the_name_is_the_likeliest() -> None:
    found = said(STORY)
    assert tuple(found.chances) == GENRES
    assert sum(found.chances.values()) == pytest.approx(1)
    assert found.confidence == max(found.chances.values())
    assert 0 <= found.index_chance <= 1


def test_the_empty_page_has_a_genre() -> None:
    assert said("").name in GENRES


def test_trees_take_turns() -> None:
    whole = Forest(
        names=("one",),
        roots=np.arange(14, dtype=np.int16),
        column=np.zeros(14, np.int16),
        threshold=np.zeros(14, np.int16),
        low=(-1 - np.arange(14)).astype(np.int16),
        high=(-1 - np.arange(14)).astype(np.int16),
        leaves=np.array([n % 7 for n in range(14)], np.int16),
        table=np.zeros(3, np.uint16),
        reach=np.array([2], np.int32),
    )
    row = np.zeros((1, 1), np.int16)
    assert [int(each.scores(row)[0]) for each in by_genre(whole)] == [0, 2, 4, 6, 8, 10, 12]
    assert genre(row, by_genre(whole)).name == GENRES[-1]


def test_the_shipped_trees_look_at_these_traits() -> None:
    assert shipped()[0].names == names()


def test_trees_of_other_traits_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "names", lambda: ("other",))
    with pytest.raises(ValueError, match="train_genres"):
        module.shipped.__wrapped__()
