from __future__ import annotations

import numpy as np
import pytest

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.counts import Counts, counted
from pagemill.view.purify.methods.lecture import (
    block_types,
    keep,
    middle,
    page_type,
    sections,
    type_of,
)

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
MENU = "<ul>" + "<li><a href=/n>Home and away</a>" * 9 + "</ul>"


def counts_of(html: str) -> Counts:
    tree = parsed(html)
    return counted(tree, cut(tree), "")


@pytest.mark.parametrize(
    ("words", "links", "images", "kind"),
    [
        (100, 50, 0, "topic"),
        (100, 51, 0, "hub"),
        (14, 0, 1, "image"),
        (15, 0, 1, "topic"),
        (0, 0, 0, "topic"),
    ],
)
def test_few_words_an_image_make_an_image_block_and_many_anchor_words_a_hub(
    words: int, links: int, images: int, kind: str
) -> None:
    assert type_of(words, links, images) == kind


def test_a_topic_page_keeps_its_topic_blocks() -> None:
    counts = counts_of(f"{MENU}<div><p>{PROSE * 3}</p><p>{PROSE}</p></div>")
    assert np.flatnonzero(keep(counts)).tolist() == [9, 10]
    assert block_types(counts)[8:] == ["hub", "topic", "topic"]


def test_a_hub_page_loses_its_edges() -> None:
    counts = counts_of(f"<div>Lamps</div>{MENU * 4}<div>Imprint</div>")
    assert page_type(counts, sections(counts)) == "hub"
    kept = keep(counts)
    assert not kept[0]
    assert not kept[-1]
    assert kept[18]


def test_the_middle_is_a_share_of_the_words() -> None:
    counts = counts_of("<p>a<p>b<p>c<p>d<p>e<p>f<p>g<p>h<p>i<p>j")
    assert middle(counts).tolist() == [False] + [True] * 8 + [False]
