from __future__ import annotations

import pytest

from pagemill.html.tree import parsed, parsed_in_python
from pagemill.view.forms.render import MAX_STRUCTURE, Rendered, located, rendered
from pagemill.view.purify.blocks import cut, cut_in_python


def forms(html: str) -> Rendered:
    """Render all of a page, by compiled loops, if there are any, and without."""
    compiled, plain = parsed(html), parsed_in_python(html)
    blocks = cut(compiled)
    found = rendered(compiled, blocks, range(len(blocks)), lambda href: href)
    blocks = cut_in_python(plain)
    assert rendered(plain, blocks, range(len(blocks)), lambda href: href) == found
    return found


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


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("# a", r"\# a"),
        ("###### a", r"\###### a"),
        ("####### a", "####### a"),
        ("#a", "#a"),
        ("- a", r"\- a"),
        ("-- a", "-- a"),
        ("--", r"\--"),
        ("+ a", r"\+ a"),
        ("+a", "+a"),
        ("~~~a", r"\~~~a"),
        ("~~ a", "~~ a"),
        ("===", r"\==="),
        ("=== a", "=== a"),
        ("123456789. a", r"123456789\. a"),
        ("1234567890. a", "1234567890. a"),
        ("1\u0662) a", "1\u0662\\) a"),
        ("\u0662. a", "\u0662. a"),
        ("1.a", "1.a"),
        ("1.", "1."),
        ("1", "1"),
    ],
)
def test_a_line_that_looks_like_markup_is_escaped(line: str, written: str) -> None:
    assert forms(f"<p>{line}").markdown == written


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ol start=0><li>a<li>b</ol>", "0. a\n1. b"),
        ("<ol start=999999999><li>a<li>b</ol>", "999999999. a\n1000000000. b"),
        ("<ol start=1234567890><li>a</ol>", "1. a"),
        ("<ol start=' 3'><li>a</ol>", "1. a"),
        ("<ol start=\u0663><li>a</ol>", "1. a"),
        ("<ol><div><li>a</div></ol>", "- a"),
        ("<ol><li><pre>a\n\nb</pre>c</ol>", "1. ```\n   a\n   \n   b\n   ```\n\n   c"),
        (
            "<blockquote>a<pre>``\n````</pre></blockquote>",
            "> a\n>\n> `````\n> ``\n> ````\n> `````\n>",
        ),
        ("<pre>```</pre>", "````\n```\n````"),
        ("<blockquote><ul><li>a<p>b</ul></blockquote>", "> - a\n\n>   b\n>"),
        ("<p>\u200b<br>a<br>\u200b<br>b", "a\\\nb"),
    ],
)
def test_numbers_and_code_keep_to_their_places(html: str, markdown: str) -> None:
    assert forms(html).markdown == markdown


def test_spans_that_say_nothing_are_left_out() -> None:
    spans = "<td colspan=1>a<td rowspan=0002>b<td colspan=10000>c<td colspan=-2 rowspan=9>d"
    html = forms(f"<table><tr>{spans}<tr>{spans}</table>").html
    row = '<tr><td>a</td><td rowspan="2">b</td><td>c</td><td rowspan="9">d</td></tr>'
    assert html == f"<table>{row}{row}</table>"


def test_an_address_that_is_no_utf_8_is_kept_as_it_is() -> None:
    tree = parsed("<p><a href=x>a</a>")
    found = rendered(tree, cut(tree), [0], lambda _: "http://h/\udc80")
    assert found.html == '<p><a href="http://h/\udc80">a</a></p>'


def test_an_error_of_who_makes_addresses_is_told() -> None:
    def resolve(href: str) -> str:
        raise LookupError(href)

    tree = parsed("<p><a href=x>a</a> <a href=y>b</a>")
    with pytest.raises(LookupError, match="x"):
        rendered(tree, cut(tree), [0], resolve)


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


def test_a_figure_is_one_in_html_and_its_caption_a_paragraph_in_markdown() -> None:
    page = "<p>a</p><figure><div><img src=1></div><figcaption>c</figcaption></figure><p>b</p>"
    tree = parsed(page)
    blocks = cut(tree)
    found = rendered(tree, blocks, range(3), lambda href: href, tree.nodes("img"))
    assert found.text == "a\nc\nb"
    assert found.markdown == "a\n\n![](1)\n\nc\n\nb"
    figure = '<figure><img src="1" alt=""><figcaption>c</figcaption></figure>'
    assert found.html == f"<p>a</p>{figure}<p>b</p>"
    (image,) = tree.nodes("img")
    found = rendered(tree, blocks, [0, 2], lambda href: href, [image], {image: "c"})
    assert found.text == "a\nb"
    assert found.html == '<p>a</p><figure><img src="1" alt="" title="c"></figure><p>b</p>'


def test_a_quote_in_a_figure_stays_one_quote() -> None:
    page = (
        "<figure><blockquote><p>a</p><p>b</p></blockquote><figcaption>c</figcaption></figure>"
    )
    assert forms(page).markdown == "> a\n>\n> b\n\nc"
    assert forms("<blockquote><p>a</p></blockquote><figure>b</figure>").markdown == "> a\n\nb"


def test_soft_hyphens_are_no_part_of_any_form() -> None:
    found = forms("<p>Wehr&shy;mauer<b>br\u00adot</b></p>")
    assert (found.text, found.markdown) == ("Wehrmauerbrot", "Wehrmauer**brot**")
    assert found.html == "<p>Wehrmauer<strong>brot</strong></p>"


@pytest.mark.parametrize(
    ("html", "text", "markdown", "clean"),
    [
        ("<h2>T</h2><p>a<br>b</p>", ["T", "a", "b"], ["T", "a", "b"], ["T", "a", "b"]),
        (
            "<table><tr><th>A<th>B<b>c</b><tr><td>1<p>x</p><td>|</table>",
            ["A", "Bc", "1", "x", "|"],
            ["A", "B**c**", "1", "x", "\\|"],
            ["A", "B<strong>c</strong>", "1", "x", "|"],
        ),
        (
            "<blockquote><ol start=9><li>a<pre>\nx\n\n y</pre></ol></blockquote><p># &lt;",
            ["a", "x\n\n y", "# <"],
            ["a", "x\n>    \n>     y", "\\# \\<"],
            ["a", "x\n\n y", "# &lt;"],
        ),
        ("<p>a\u00adb</p><p>c\u00add", ["ab", "cd"], ["ab", "cd"], ["ab", "cd"]),
        ("<p><img alt=x></p>", [], [], []),
    ],
)
def test_each_block_is_found_in_every_form(
    html: str, text: list[str], markdown: list[str], clean: list[str]
) -> None:
    tree = parsed(html)
    blocks = cut(tree)
    everything = range(len(blocks))
    whole = rendered(tree, blocks, everything, lambda href: href)
    went = located(tree, blocks, everything, lambda href: href)
    assert [whole.text[slice(*at)] for at in went.text.values()] == text
    assert [whole.markdown[slice(*at)] for at in went.markdown.values()] == markdown
    assert [whole.html[slice(*at)] for at in went.html.values()] == clean


def test_images_between_blocks_move_them_along() -> None:
    tree = parsed("<p>a</p><img src=/x.png alt=p><p>b</p>")
    blocks = cut(tree)
    images = list(tree.nodes("img"))
    whole = rendered(tree, blocks, [0, 1], lambda href: f"http://e.example{href}", images)
    went = located(tree, blocks, [0, 1], lambda href: f"http://e.example{href}", images)
    assert "x.png" in whole.markdown
    assert [whole.markdown[slice(*at)] for at in went.markdown.values()] == ["a", "b"]
    assert [whole.html[slice(*at)] for at in went.html.values()] == ["a", "b"]
