from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import METHODS, choose

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


def kept(html: str) -> list[str]:
    tree = parsed(html)
    blocks = cut(tree)
    return [" ".join(blocks.text[number].split()) for number in choose(tree, blocks, "").kept]


def test_sibling_containers_are_all_kept() -> None:
    sections = "".join(
        f"<section><h2>Part {n}</h2><p>{PROSE * 3}</p></section>" for n in range(5)
    )
    assert len(kept(f"<nav><a href=/>Home</a></nav><main>{sections}</main>")) == 10


def test_a_paragraph_that_is_one_link_stays_among_its_neighbours() -> None:
    link = f"<p><a href=/x>{PROSE}</a></p>"
    article = f"<article><p>{PROSE * 2}</p>{link}<p>{PROSE * 2}</p></article>"
    assert len(kept(f"<ul><li><a href=/>Home</a></ul>{article}")) == 3


def test_a_form_around_the_page_is_layout() -> None:
    html = (
        f"<form><div><a href=/>Home</a></div><div><p>{PROSE * 3}</p><p>{PROSE}</p></div></form>"
    )
    assert len(kept(html)) == 2


def test_hidden_text_is_left_out() -> None:
    html = f"<div><p>{PROSE * 3}</p><div hidden><p>{PROSE}</p></div></div>"
    assert len(kept(html)) == 1


def test_a_page_without_blocks_keeps_nothing() -> None:
    assert kept("<body></body>") == []


def test_a_short_text_right_under_the_title_stays_beside_longer_terms() -> None:
    lead = "Seven rungs of oak, which carry two people at a time."
    menu = "".join(f"<li><a href=/{n}>Part {n}</a>" for n in range(9))
    html = (
        f"<ul>{menu}</ul><div class=product><h1>Oak ladder</h1><p>{lead}</p></div>"
        f"<div class=terms><p>{PROSE * 5}</p><p>{PROSE * 5}</p></div>"
    )
    tree = parsed(html)
    blocks = cut(tree)
    kept = choose(tree, blocks, "Oak ladder - Workshop", method="weights").kept
    assert blocks.text.index(lead) in kept
    assert (
        blocks.text.index(lead) not in choose(tree, blocks, "Workshop", method="weights").kept
    )


@pytest.mark.parametrize("method", METHODS)
def test_every_method_keeps_the_article_and_not_the_menu(method: str) -> None:
    menu = "<ul>" + "<li><a href=/n>Home</a>" * 9 + "</ul>"
    tree = parsed(f"{menu}<article><p>{PROSE * 3}<p>{PROSE * 4}</article>{menu}")
    blocks = cut(tree)
    choice = choose(tree, blocks, "", method=method)
    assert choice.kept == [9, 10]
    assert len(choice.chances) == len(choice.marks) == len(choice.dropped) == len(blocks)


@pytest.mark.parametrize("method", ["template", "no such method"])
def test_a_method_without_its_knowledge_says_what_there_is(method: str) -> None:
    tree = parsed(f"<p>{PROSE}</p>")
    with pytest.raises(ValueError, match=r"there are learned, template .*plateau"):
        choose(tree, cut(tree), "", method=method)


def test_text_that_the_page_states_in_its_data_breaks_ties() -> None:
    story = [f"{PROSE * 2}That was in the year {n}, he said." for n in range(4)]
    doubtful = (
        "Nature: one of the three mechanics of the lamp, which many keepers learn by heart."
    )
    paragraphs = [f"<p>{part}</p>" for part in story]
    paragraphs.insert(2, f"<div>{doubtful}</div>")
    menu = "".join(f"<li><a href=/{n}>Part {n}</a>" for n in range(9))
    tree = parsed(f"<ul>{menu}</ul><div class=page>{''.join(paragraphs)}</div>")
    blocks = cut(tree)
    number = blocks.text.index(doubtful)
    without, with_it = " ".join(story), " ".join([*story, doubtful])
    said_not, said = (choose(tree, blocks, "", body) for body in (without, with_it))
    assert said.chances[number] > said_not.chances[number] + 0.05
    assert len(said.kept) >= len(said_not.kept) >= 4


def test_code_between_paragraphs_is_kept_with_every_byte() -> None:
    code = "def lamp(oil):\n    if oil:\n\treturn lit\n\n    return 0"
    tree = parsed(f"<p>{PROSE * 3}</p><pre>{code}</pre><p>{PROSE * 2}</p>")
    blocks = cut(tree)
    assert [blocks.text[n] for n in choose(tree, blocks, "").kept][1] == code
