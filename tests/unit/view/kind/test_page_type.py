from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.kind.page_type import (
    INDEX,
    INDEX_WITH_CLEAR_VOTE,
    INDEX_WITH_VOTE,
    Vote,
    is_hub_block,
    page_type,
    vote,
)
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
NAV = "<ul>" + "<li><a href=/n>Home</a>" * 9 + "</ul>"


def vote_of(body: str) -> Vote:
    tree = parsed(NAV + body)
    blocks = cut(tree)
    choice = choose(tree, blocks, "")
    return vote(tree, blocks, choice.marks, choice.kept)


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
def test_votes(body: str, kind: str) -> None:
    assert vote_of(body).name == kind


def test_icons_make_no_image_page() -> None:
    assert vote_of(f"<p>{PROSE}</p>" + "<img src=a width=16>" * 30).name == "topic"


def test_the_vote_lowers_what_an_index_must_reach() -> None:
    clear = Vote("hub", teasers=9, hub_share=0.9, link_share=0.7, words_per_image=-1)
    hub = Vote("hub", teasers=9, hub_share=0.6, link_share=0.7, words_per_image=-1)
    topic = Vote("topic", teasers=0, hub_share=0.1, link_share=0.1, words_per_image=-1)
    assert page_type(clear, INDEX_WITH_CLEAR_VOTE).name == "hub"
    assert page_type(clear, INDEX_WITH_CLEAR_VOTE - 0.01).name == "topic"
    assert page_type(hub, INDEX_WITH_VOTE).name == "hub"
    assert page_type(hub, INDEX_WITH_VOTE - 0.01).name == "topic"
    assert page_type(topic, INDEX - 0.01).name == "topic"
    assert page_type(topic, INDEX).name == "hub"


def test_images_decide_where_it_is_no_index() -> None:
    staff = Vote("image", teasers=0, hub_share=0.0, link_share=0.0, words_per_image=4.0)
    found = page_type(staff, 0.1)
    assert found.name == "image"
    assert 0.5 < found.confidence < 1
    assert "words an image 4" in found.evidence
    assert page_type(staff, 0.9).name == "hub"
