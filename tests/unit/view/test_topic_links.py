from __future__ import annotations

from pagemill.html.tree import parsed
from pagemill.view.keywords import terms_of
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import Choice, choose
from pagemill.view.topic_links import cosine, length, link_score, topic_links

TEXT = "The harbour lamp was lit again, says <a href=/k>the keeper</a> of the harbour lamp."
RELATED = (
    "<ul><li><a href=/1>Harbour lamp history</a><li><a href=/2>Keeper of the lamp lit</a></ul>"
)
NAVIGATION = "<ul><li><a href=/s>Sports results</a><li><a href=/w>Weather charts today</a></ul>"


def addresses(html: str, kept: int) -> list[str]:
    tree = parsed(html)
    blocks = cut(tree)
    content = terms_of(blocks.text[kept])
    marks = choose(tree, blocks, "").marks
    choice = Choice(kept=[kept], marks=marks, chances=[], dropped=[])
    return [link.url for link in topic_links(tree, blocks, choice, content, lambda href: href)]


def test_links_of_the_content_and_of_hubs_near_to_it_are_kept() -> None:
    assert addresses(f"<p>{TEXT}</p>{RELATED}{NAVIGATION}", 0) == ["/k", "/1", "/2"]


def test_a_link_counts_once_and_needs_an_address() -> None:
    html = f"<p>{TEXT} <a href=/k>again</a> <a href='#x'>here</a> <a>none</a></p>"
    assert addresses(html, 0) == ["/k"]


def test_the_cosine_of_equal_texts_is_one_and_of_strangers_zero() -> None:
    lamp = terms_of("lamp harbour lamp")
    assert abs(cosine(lamp, lamp, length(lamp)) - 1) < 1e-12
    assert cosine(lamp, terms_of("weather"), 1.0) == 0
    assert cosine(lamp, terms_of(""), 0.0) == 0


def test_what_the_page_marks_as_navigation_is_no_hub_of_the_topic() -> None:
    assert addresses(f"<p>{TEXT}</p><nav>{RELATED}</nav>", 0) == ["/k"]


def test_the_hub_rule_of_the_lecture_by_hand() -> None:
    # Content: harbour 2, lamp 2; anchors: harbour 1, lamp 1, weather 1. 4 / (sqrt 8 * sqrt 3).
    content, anchors = {"harbour": 2, "lamp": 2}, {"harbour": 1, "lamp": 1, "weather": 1}
    assert round(cosine(anchors, content, length(content)), 4) == 0.8165


def test_each_link_has_the_cosine_of_its_own_words() -> None:
    content = {"harbour": 2, "lamp": 2}
    assert link_score("Harbour lamp", content, length(content)) == 1.0
    assert link_score("Harbour weather", content, length(content)) == 0.5
    assert link_score("Weather", content, length(content)) == 0.0
