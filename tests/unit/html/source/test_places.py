from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.html.source.places import places, visible
from pagemill.html.tree import TEXT, Tree, parsed, parsed_in_python


def found(html: str) -> list[tuple[str, str]]:
    """Each placed text node, with the stretch of the source that it is said to come from."""
    tree = parsed(html)
    placed = places(tree, html)
    assert placed == places(parsed_in_python(html), html)
    return [(tree.texts[node], html[slice(*at)]) for node, at in placed.items()]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p> one <b>two</b>\n</p>", [(" one ", "one"), ("two", "two")]),
        ("<p>a &amp; b&#20013;</p>", [("a & b中", "a &amp; b&#20013;")]),
        ("<p>&#32;a", [(" a", "a")]),
        ("<p>x</i>y", [("xy", "x</i>y")]),
        ("<p title='a > b'>c", [("c", "c")]),
        ("<!-- <p>no --><p>yes", [("yes", "yes")]),
        ("<p>1 < 2", [("1 < 2", "1 < 2")]),
        ("<table><tr>lost<td>cell</table>", [("lost", "lost"), ("cell", "cell")]),
        ("<title>a <b></title><p>c", [("a <b>", "a <b>"), ("c", "c")]),
        ("<p>\U000f0000 x<p>y", [("\U000f0000 x", "\U000f0000 x"), ("y", "y")]),
        ("<p>  </p>", []),
        ("", []),
    ],
)
def test_text_is_found_where_it_stood(html: str, expected: list[tuple[str, str]]) -> None:
    assert found(html) == expected


def test_a_page_with_the_characters_of_all_marks_has_no_places() -> None:
    html = "<p>\U000f0000\U00100000"
    assert places(parsed(html), html) == {}


def test_another_tree_has_no_places() -> None:
    assert places(parsed("<p>a<p>b"), "<p>a b") == {}
    assert places(parsed("<p>a"), "<p>b") == {}


def test_what_holds_no_markup_is_where_its_characters_are() -> None:
    assert visible(" \n<a> \n") == (2, 5)
    assert visible(" \n") == (2, 2)


SOUP = st.lists(
    st.sampled_from(
        "<p> </p> <table> <tr> <td> </table> <b> </b> <i x='>'> <!--a--> <!--> <?x> </ > <li> "
        "<script> </script> <title> </title> <textarea> </textarea> <pre> <select> <option> "
        "</select> <svg> </svg> <noscript> </noscript> a b &amp; &#32; &nbsp &#x9; &lt < \n 中"
        "".split(" ")
    )
)


@given(SOUP)
def test_whatever_has_a_place_begins_and_ends_there(parts: list[str]) -> None:
    html = "".join(parts)
    tree = parsed(html)
    for node, (start, end) in places(tree, html).items():
        text = tree.texts[node].strip("\t\n\f\r ")
        assert 0 <= start < end <= len(html)
        assert text
        for own, written in ((text[0], html[start]), (text[-1], html[end - 1])):
            assert own == written or "&" in html[start:end]


@given(SOUP)
def test_all_visible_text_of_a_page_has_a_place_or_none_has(parts: list[str]) -> None:
    html = "".join(parts)
    tree = parsed(html)
    placed = places(tree, html)
    assert not placed or set(placed) == shown(tree)


def shown(tree: Tree) -> set[int]:
    """Text nodes that are more than white space."""
    return {node for node in tree.nodes(TEXT) if tree.texts[node].strip("\t\n\f\r ")}
