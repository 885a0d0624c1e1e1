from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.forms.figures import figures
from pagemill.view.purify.blocks import cut

FIGURE = "<figure><img src={0}.png><figcaption>Caption {0}</figcaption></figure>"


def seen(html: str, *kept: str, dropped: tuple[str, ...] = ()) -> dict[str, str]:
    """Addresses and captions of the pictures when these blocks are kept."""
    tree = parsed(html)
    blocks = cut(tree)
    numbers = [blocks.text.index(text) for text in kept]
    out = [text in dropped for text in blocks.text]
    found = figures(tree, blocks, numbers, out)
    return {tree.attribute(node, "src"): caption for node, caption in found.items()}


def test_a_picture_between_kept_blocks_has_the_caption_that_the_text_has_not():
    html = f"<p>a</p>{FIGURE.format(1)}<p>b</p>"
    assert seen(html, "a", "b") == {"1.png": "Caption 1"}
    assert seen(html, "a", "Caption 1", "b") == {"1.png": ""}


def test_a_caption_that_is_hidden_is_none():
    html = f"<p>a</p>{FIGURE.format(1)}<p>b</p>"
    assert seen(html, "a", "b", dropped=("Caption 1",)) == {"1.png": ""}


def test_figures_in_a_row_are_all_shown():
    row = "".join(FIGURE.format(number) for number in range(4))
    found = seen(f"<p>a</p>{row}<p>b</p>", "a", "b")
    assert found == {f"{number}.png": f"Caption {number}" for number in range(4)}


def test_a_picture_beside_what_is_dropped_is_no_content():
    html = "<p>a</p><div>Read more</div><img src=1.png><p>b</p><p>c</p>"
    assert seen(html, "a", "b", "c") == {}
    assert seen("<p>a</p><p>b</p><img src=1.png><p>Imprint</p>", "a", "b") == {}


def test_a_figure_before_the_first_kept_block_is_shown_if_both_are_in_one_element():
    lead = FIGURE.format(1)
    assert seen(f"<p>Menu</p><main>{lead}<p>a</p><p>b</p></main>", "a", "b") == {
        "1.png": "Caption 1"
    }
    assert seen(f"<p>Menu</p><div>{lead}</div><p>a</p><p>b</p>", "a", "b") == {}


def test_an_element_named_for_captions_holds_a_figure():
    html = "<p>a</p><div class=wp-caption><img src=1.png><p>Said</p></div><p>b</p>"
    assert seen(html, "a", "b") == {"1.png": "Said"}


def test_the_first_of_several_pictures_has_their_caption():
    html = "<p>a</p><figure><img src=1><img src=2><figcaption>Both</figcaption></figure><p>b"
    assert seen(html, "a", "b") == {"1": "Both", "2": ""}


@pytest.mark.parametrize("image", ["<img src=1 width=16 height=16>", "<b>x<img src=1>y</b>"])
def test_signs_and_what_stands_inside_a_sentence_are_no_pictures(image: str):
    html = f"<p>a</p><p>{image}</p><p>b</p>"
    assert seen(html, "a", *(["xy"] if "<b>" in image else []), "b") == {}


def test_many_figures_between_two_blocks_take_no_longer_than_few_each():
    row = "".join(FIGURE.format(number) for number in range(20_000))
    assert len(seen(f"<p>a</p>{row}<p>b</p>", "a", "b")) == 20_000


def test_nothing_kept_shows_nothing():
    assert seen("<img src=1.png>") == seen("<p>a</p><img src=1.png><p>b</p>") == {}


@pytest.mark.parametrize(
    "image",
    [
        "<img hidden src=1.png>",
        "<div style='display:none'><p><img src=1.png></p></div>",
        "<img src=data:image/gif;base64,R0>",
        "<img alt=lamp>",
    ],
)
def test_what_no_reader_sees_is_no_picture(image: str):
    assert seen(f"<p>a</p>{image}<p>b</p>", "a", "b") == {}


def test_a_picture_that_is_loaded_late_is_shown_once():
    late = "<img data-src=1.png><noscript><img src=1.png?w=600></noscript>"
    html = f"<p>a</p><figure>{late}<figcaption>Said</figcaption></figure><p>b</p>"
    tree = parsed(html)
    blocks = cut(tree)
    found = figures(tree, blocks, [0, len(blocks) - 1], [False] * len(blocks))
    assert [tree.attribute(node, "data-src") for node in found] == ["1.png"]
    assert list(found.values()) == ["Said"]


def test_what_stands_in_place_of_an_image_has_its_caption_if_that_has_no_address():
    late = "<img src=data:image/gif;x><noscript><img src=1.png></noscript>"
    html = f"<p>a</p><figure>{late}<figcaption>Said</figcaption></figure><p>b</p>"
    assert seen(html, "a", "b") == {"1.png": "Said"}
    other = "<img src=0.png><p>b</p><div><noscript><img src=1.png></noscript></div>"
    assert list(seen(f"<p>a</p>{other}<p>c</p>", "a", "b", "c")) == ["0.png", "1.png"]


def test_pictures_nested_deeply_are_looked_at_in_bounded_time():
    images = "<img src=1.png>" * 20_000
    html = f"<p>a</p>{'<div>' * 300}{images}{'</div>' * 300}<p>b</p>"
    tree = parsed(html)
    blocks = cut(tree)
    assert len(figures(tree, blocks, [0, 1], [False, False])) == 20_000
