from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.purify import noise


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("related-stories", noise.NOISE_NAME),
        ("SideBar", noise.NOISE_NAME),
        ("ad", noise.NOISE_NAME),
        ("comment-list", noise.REMARK_NAME),
        ("cookie-bar", noise.CONSENT),
        ("article-body", noise.CONTENT_NAME),
        ("side-bar", noise.NOISE_NAME),
        ("ad1", noise.NOISE_NAME),
        ("road", 0),
        ("", 0),
    ],
)
def test_names_suggest_marks(name: str, mark: int) -> None:
    assert noise.name_marks(name) & ~noise.FINER_NAMES == mark


def test_names_do_not_run_into_each_other() -> None:
    tree = parsed("<div class='x side'>a</div><div class='bar x'>b</div><div id=top>c</div>")
    marks = noise.NOISE_NAME | noise.MENU_NAME
    assert list(noise.marked(tree, range(len(tree))).values()) == [marks]


def test_a_name_says_what_kind_of_noise_it_may_be() -> None:
    assert noise.name_marks("byline") == noise.NOISE_NAME | noise.AUTHOR_NAME
    assert noise.name_marks("Share") == noise.NOISE_NAME | noise.SHARE_NAME
    assert noise.name_marks("price") == noise.GOODS_NAME


@pytest.mark.parametrize(
    "attribute", ["hidden", "style='DISPLAY : none'", "style='visibility:hidden'"]
)
def test_elements_that_are_not_shown_are_marked(attribute: str) -> None:
    tree = parsed(f"<div {attribute}>x</div>")
    assert list(noise.marked(tree, range(len(tree))).values()) == [noise.HIDDEN]


def test_roles_count_as_the_elements_they_stand_for() -> None:
    tree = parsed("<div role=navigation>x</div><nav>y</nav>")
    assert list(noise.marked(tree, range(len(tree))).values()) == [noise.NAVIGATION] * 2


def test_a_consent_notice_is_told_by_its_words() -> None:
    notice = "We and our partners use cookies; read our privacy notice."
    assert noise.speaks_of_consent([notice])
    assert not noise.speaks_of_consent(["A law on data passed its first reading."])


def test_a_short_notice_needs_fewer_words_and_one_word_is_never_enough() -> None:
    notice = "This website uses cookies to ensure you get the best. Read our privacy policy."
    assert noise.speaks_of_consent([notice])
    assert not noise.speaks_of_consent([notice, "The tide turns twice a day. " * 20])
    assert not noise.speaks_of_consent(["Bake the cookies until they are brown."])
