from __future__ import annotations

from pagemill.html.tree import Tree, parsed
from pagemill.view.purify.blocks import Blocks, cut
from pagemill.view.purify.content import choose
from pagemill.view.purify.counts import counted
from pagemill.view.purify.learned import CERTAIN
from pagemill.view.purify.methods.template import template_of

PROSE = "Keeper {n} climbed ninety steps with a lamp of oil, and the wind took his hat {n}. "


def page(number: int) -> tuple[Tree, Blocks]:
    story = "".join(f"<p>{PROSE.format(n=10 * number + part)}</p>" for part in range(3))
    tree = parsed(
        f"<ul><li><a href=/>Home</a><li><a href=/a>About us</a></ul><article>{story}</article>"
        "<div class=foot>All of this was written by the keepers, as the night went on.</div>"
    )
    return tree, cut(tree)


SITE = template_of(page(number) for number in range(5))


def kept(number: int) -> list[int]:
    tree, blocks = page(number)
    return choose(tree, blocks, "", method="template", knows=SITE).kept


def test_what_stands_on_all_pages_of_a_site_is_left_out() -> None:
    assert SITE.pages == 5
    assert kept(0) == [2, 3, 4]


def test_a_page_that_the_template_was_not_learned_from_is_judged_alike() -> None:
    assert kept(9) == [2, 3, 4]


def test_a_new_text_where_texts_never_change_has_little_chance() -> None:
    tree = parsed("<div class=foot>Another line.</div><article><p>Words.</p></article>")
    blocks = cut(tree)
    foot, story = SITE.chances(counted(tree, blocks, "")).tolist()
    assert foot < CERTAIN // 4 < story


def test_the_order_of_pages_does_not_matter() -> None:
    again = template_of(page(number) for number in (4, 2, 0, 3, 1))
    assert (again.pages, again.texts, again.places) == (SITE.pages, SITE.texts, SITE.places)
