from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.page_type import is_hub_block, page_type
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
NAV = "<ul>" + "<li><a href=/n>Home</a>" * 9 + "</ul>"


def type_of(body: str) -> str:
    tree = parsed(NAV + body)
    blocks = cut(tree)
    choice = choose(tree, blocks, "")
    return page_type(tree, blocks, choice.marks, choice.kept)


def test_a_block_is_a_hub_when_most_of_its_words_are_anchor_words() -> None:
    assert is_hub_block(10, 6)
    assert not is_hub_block(10, 5)
    assert not is_hub_block(0, 0)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (f"<article><h1>Lamp</h1><p>{PROSE * 4}</p><p>{PROSE * 4}</p></article>", "topic"),
        ("<p><a href=/1>One long title of a story</a></p>" * 30, "hub"),
        (f"<div><h2><a href=/1>Title of a story</a></h2><p>{PROSE}</p></div>" * 9, "hub"),
        ("<div><img src=a><p>A. Miller</p></div>" * 12, "image"),
        ("", "hub"),
    ],
)
def test_types(body: str, kind: str) -> None:
    assert type_of(body) == kind


def test_icons_make_no_image_page() -> None:
    assert type_of(f"<p>{PROSE}</p>" + "<img src=a width=16>" * 30) == "topic"
