from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.forms.render import MAX_STRUCTURE, Rendered, rendered
from pagemill.view.purify.blocks import cut


def forms(html: str) -> Rendered:
    tree = parsed(html)
    blocks = cut(tree)
    return rendered(tree, blocks, range(len(blocks)), lambda href: href)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2>T</h2><p>a</p><p>b</p>", "## T\n\na\n\nb"),
        ("<p>a<br>b</p>", "a\\\nb"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol start=3><li>a<li><p>b</p><p>c</p></ol>", "3. a\n4. b\n\n   c"),
        ("<dl><dt>t<dd>d<dd>e</dl>", "t\n:   d\n:   e"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
        (
            "<table><tr><th>A<th>B<tr><td>1<td><b>2</b></table>",
            "| A | B |\n| --- | --- |\n| 1 | **2** |",
        ),
        ("<table><tr><td><h2>T</h2>x</table>", "## T\n\nx"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
    ],
)
def test_structure_survives_in_markdown(html: str, markdown: str) -> None:
    assert forms(html).markdown == markdown


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ("<div>a<p>b</p>c</div>", "<p>a</p><p>b</p><p>c</p>"),
        ("<ul><li>a<ul><li>b</ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<li>stray", "<p>stray</p>"),
        ("<p onclick=x style=y>a</p>", "<p>a</p>"),
        (
            "<table><caption>C<tr><td colspan=2>a<td>b<tr><td>c<td>d</table>",
            (
                '<table><caption>C</caption><tr><td colspan="2">a</td><td>b</td></tr>'
                "<tr><td>c</td><td>d</td></tr></table>"
            ),
        ),
    ],
)
def test_clean_html_keeps_meaning_and_nothing_else(html: str, clean: str) -> None:
    assert forms(html).html == clean


def test_block_borders_always_separate() -> None:
    assert forms("<div>four<p>Luggage</p>Bicycles</div>").text == "four\nLuggage\nBicycles"


def test_code_keeps_its_characters() -> None:
    assert forms("<pre>a\n    b  c</pre>").text == "a\n    b  c"


def test_very_deep_structure_is_flattened() -> None:
    deep = forms("<blockquote>" * 500 + "x")
    assert deep.html.count("<blockquote>") == MAX_STRUCTURE
    assert deep.text == "x"


def test_images_are_shown_at_their_places_and_the_text_has_none() -> None:
    page = (
        "<h1>T</h1><ul><li><img src=1 alt=A> one</li><li><img src=2> two</li></ul>"
        "<table><tr><td>a<td>b<tr><td><img src=3><td><img src=4></table><img src=5>"
    )
    tree = parsed(page)
    blocks = cut(tree)
    kept = range(len(blocks))
    with_images = rendered(tree, blocks, kept, lambda href: href, tree.nodes("img"))
    assert with_images.html == (
        '<h1>T</h1><ul><li><img src="1" alt="A"><p>one</p></li>'
        '<li><img src="2" alt=""><p>two</p></li></ul>'
        "<table><tr><td>a</td><td>b</td></tr>"
        '<tr><td><img src="3" alt=""></td><td><img src="4" alt=""></td></tr></table>'
        '<p><img src="5" alt=""></p>'
    )
    assert "- ![A](1)" in with_images.markdown
    assert "| ![](3) | ![](4) |" in with_images.markdown
    assert with_images.text == rendered(tree, blocks, kept, lambda href: href).text


def test_soft_hyphens_are_no_part_of_any_form() -> None:
    found = forms("<p>Wehr&shy;mauer<b>br\u00adot</b></p>")
    assert (found.text, found.markdown) == ("Wehrmauerbrot", "Wehrmauer**brot**")
    assert found.html == "<p>Wehrmauer<strong>brot</strong></p>"
