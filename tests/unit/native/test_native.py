from __future__ import annotations

import pytest

from pagemill import native
from pagemill.html.tree import TEXT

compiled = pytest.mark.skipif(native.flatten is None, reason="nothing was compiled")


def flatten(serialised: str):
    assert native.flatten is not None
    return native.flatten(serialised, {})


def page(*columns):
    assert native.page is not None
    return native.page(*columns)


def cut(*arguments):
    assert native.cut is not None
    return native.cut(*arguments)


def test_it_says_which_loops_are_in_use():
    assert ("compiled" in native.description()) == (native.flatten is not None)
    assert (native.flatten is None) == (native.cut is None) == (native.page is None)


@compiled
def test_a_serialised_tree_becomes_columns():
    columns, is_doubtful = flatten('<html><p class="a&amp;b">x&lt;y<br></p><!-- > --></html>')
    tags, parents, ends, texts, attributes, places = columns
    assert tags == ["html", "p", TEXT, "br"]
    assert parents == [-1, 0, 1, 1]
    assert ends == [4, 4, 3, 4]
    assert texts == ["", "", "x<y", ""]
    assert attributes == [{}, {"class": "a&b"}, {}, {}]
    assert places == {TEXT: [2], "html": [0], "p": [1], "br": [3]}
    assert not is_doubtful


@compiled
@pytest.mark.parametrize("filling", ["", "\u6c34", "\U0001f600"])
def test_strings_of_any_width_are_read(filling):
    columns, _ = flatten(f'<html a="{filling}">{filling}&nbsp;<b>{filling}</b></html>')
    assert columns[3] == ["", f"{filling}\u00a0", "", filling][: len(columns[3])]
    assert columns[4][0] == {"a": filling}


@compiled
def test_what_is_no_content_is_left_out_but_scripts_of_data_are_read():
    columns, _ = flatten(
        '<html><style>p{}</style><script>a<b</script><svg a=""><g></g></svg>'
        "<template><p>x</p></template>"
        '<script type="application/LD+JSON">{"<": 1}</script></html>'
    )
    assert columns[0] == ["html", "style", "script", "svg", "template", "script", TEXT]
    assert columns[3][-1] == '{"<": 1}'


@compiled
@pytest.mark.parametrize(
    "serialised",
    [
        "x",
        "<",
        "<html",
        "<html a",
        '<html a="',
        "<html>",
        "</html>",
        "<html></b></html>",
        "<html>&bogus;</html>",
        "<html></html><p></p>",
        "<html><!-- </html>",
        "<html><!DOCTYPE></html>",
        "<html><script>x</html>",
        "<html><script><!--<script></script>--></script></html>",
        "<html><plaintext>x</plaintext></html>",
        "<html><svg><link></link></svg></html>",
        "<html><svg><style><b></style></svg></html>",
    ],
)
def test_where_the_string_may_be_read_otherwise_it_is_not_sure(serialised):
    assert flatten(serialised) is None


@compiled
def test_unescaped_text_in_foreign_elements_is_told():
    assert flatten("<html><svg><style>p{}</style></svg></html>")[1]


@compiled
def test_a_hundred_thousand_open_elements_are_no_danger():
    columns, _ = flatten("<b>" * 100_000 + "</b>" * 100_000)
    assert columns[1][-1] == 99_998


COLUMNS = (
    ["p", TEXT, "x-a", TEXT, TEXT],
    [-1, 0, 0, 2, 0],
    [5, 2, 4, 4, 5],
    ["", "Two  words", "", " linked\u6c34.", "\u2003\U0001f600 \n"],
    [{"class": "a\u00e9", "hidden": ""}, {}, {"href": "b"}, {}, {}],
)


@compiled
def test_a_page_gives_back_the_columns_it_was_made_of():
    made = page(*COLUMNS)
    assert len(made) == 5
    assert (made.tags, made.parents, made.ends) == COLUMNS[:3]
    assert list(made.texts) == COLUMNS[3]
    assert list(made.attributes) == COLUMNS[4]
    assert made.texts[3:] == COLUMNS[3][3:]
    assert made.texts[-1] == COLUMNS[3][-1]
    assert made.texts[1] is made.texts[1]
    assert made.attributes[0] is made.attributes[0]


@compiled
def test_a_page_answers_about_its_nodes():
    made = page(*COLUMNS)
    assert made.nodes(TEXT) == [1, 3, 4]
    assert made.nodes("x-a") == [2]
    assert made.nodes("p") is made.nodes("p")
    assert made.nodes("q") == []
    assert made.attribute(0, "class") == "a\u00e9"
    assert made.attribute(0, "hidden") == made.attribute(1, "class") == ""
    assert made.text(0) == "Two words linked\u6c34. \U0001f600"
    assert made.text(2) == "linked\u6c34."


@compiled
@pytest.mark.parametrize(
    "ask",
    [
        lambda made: made.texts[5],
        lambda made: made.attributes[-6],
        lambda made: made.text(5),
        lambda made: made.attribute(-1, "class"),
    ],
)
def test_nodes_that_are_none_are_refused(ask):
    with pytest.raises(IndexError):
        ask(page(*COLUMNS))


@compiled
def test_a_page_outlives_what_it_was_made_of_and_is_outlived_by_its_columns():
    made = page(*[list(column) for column in COLUMNS])
    texts = made.texts
    del made
    assert list(texts) == COLUMNS[3]


@compiled
def test_a_page_is_cut_into_blocks():
    kinds = {"p": 1, TEXT: 32, "a": 4}
    made = page(
        ["p", TEXT, "a", TEXT, TEXT],
        [-1, 0, 0, 2, 0],
        [5, 2, 4, 4, 5],
        ["", "Two words", "", " linked.", " "],
        [{}, {}, {}, {}, {}],
    )
    first, last, element, text, words, link_words, is_sentence, images, shown = cut(made, kinds)
    assert (first, last, element) == ([1], [3], [0])
    assert text == ["Two words linked."]
    assert (words, link_words, is_sentence) == ([3], [1], [True])
    assert images == []
    assert shown == bytearray([0, 1, 0, 1, 0])


@compiled
@pytest.mark.parametrize(
    "columns",
    [
        (["p"], [-1], [0], ["x"], [{}]),
        (["p"], [-1], [2], ["x"], [{}]),
        (["p"], [0], [1], ["x"], [{}]),
        (["p"], [-1], [1], [1], [{}]),
        (["p"], [-1], [1], ["\ud800"], [{}]),
        (["p"], [-1], [1], ["x"], [{"a": 1}]),
        (["p"], [-1], [1], ["x"], [None]),
        (["p"], [-1], [], ["x"], [{}]),
        (["p"], [-1], ["1"], ["x"], [{}]),
        ([[]], [-1], [1], ["x"], [{}]),
        (["p", "p"], [-1, -1], [1, 2], ["", ""], [{}, {}]),
        (["p", "p", "p"], [-1, 0, 0], [2, 2, 3], ["", "", ""], [{}, {}, {}]),
        (["p"], [-1], [1], ["x"]),
    ],
)
def test_what_are_no_columns_is_refused(columns):
    with pytest.raises((TypeError, ValueError, AttributeError)):
        page(*columns)


@compiled
@pytest.mark.parametrize("arguments", [([], {}), (None, {}), ()])
def test_what_is_no_page_is_not_cut(arguments):
    with pytest.raises(TypeError):
        cut(*arguments)


@compiled
def test_a_meaning_that_is_no_number_is_refused():
    with pytest.raises(TypeError):
        cut(page(*COLUMNS), {"p": "1"})
