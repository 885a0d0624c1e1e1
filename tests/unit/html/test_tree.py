from __future__ import annotations

import pytest

from pagemill.errors import DocumentError
from pagemill.html.bounds import MAX_DEPTH
from pagemill.html.tree import TEXT, Tree, parsed


def words(tree: Tree) -> list[str]:
    return [text for text in tree.texts if text.strip()]


def test_nodes_come_in_document_order_with_parent_and_subtree_end() -> None:
    tree = parsed("<p class=lead>one <b>two</b></p><p>three</p>")
    first = next(tree.find("p"))
    assert tree.tags[first : tree.ends[first]] == ["p", TEXT, "b", TEXT]
    assert [tree.parents[n] for n in range(first + 1, tree.ends[first])] == [
        first,
        first,
        first + 2,
    ]
    assert tree.attribute(first, "class") == "lead"
    assert tree.text(first) == "one two"


def test_nodes_of_some_tags_are_found_in_order_and_within_a_subtree() -> None:
    tree = parsed("<h1>a</h1><div><h2>b</h2><h1>c</h1></div><h1>d</h1>")
    division = next(tree.find("div"))
    assert [tree.text(node) for node in tree.find("h2", "h1")] == ["a", "b", "c", "d"]
    assert [tree.text(node) for node in tree.find("h1", within=division)] == ["c"]
    assert list(tree.find("div", within=division)) == [division]
    assert list(tree.find("h3", "h4")) == []


def test_an_attribute_without_value_reads_as_empty_but_is_listed() -> None:
    tree = parsed("<p hidden>x</p>")
    node = next(tree.find("p"))
    assert tree.attribute(node, "hidden") == ""
    assert "hidden" in tree.attributes[node]


def test_only_scripts_that_hold_data_keep_their_text() -> None:
    tree = parsed(
        '<script>var a</script><style>b{}</style><script type="application/ld+json">{}</script>'
    )
    assert words(tree) == ["{}"]


def test_comments_and_the_document_type_are_no_nodes() -> None:
    tree = parsed("<!doctype html><!-- a --><p>x<!-- b -->y</p>")
    assert tree.tags[0] == "html"
    assert words(tree) == ["x", "y"]


def test_unknown_elements_are_elements_like_any_other() -> None:
    tree = parsed("<nobr>a</nobr><x-card>b</x-card>")
    assert "x-card" in tree.tags
    assert words(tree) == ["a", "b"]


@pytest.mark.parametrize("html", ["", "\0", "plain", "<", "</p>", "\ud800", "<frameset>"])
def test_anything_gives_a_tree(html: str) -> None:
    tree = parsed(html)
    assert tree.ends[0] == len(tree)


@pytest.mark.parametrize(
    "piece", ["<div>", "<b>", "<b><p></p>", "<div></b>", "<table></div>", "<x-y>"]
)
def test_hostile_nesting_is_refused_before_it_costs_time(piece: str) -> None:
    with pytest.raises(DocumentError, match="nested too deeply"):
        parsed(piece * 100_000)


def test_many_paragraphs_without_end_tags_are_not_deep() -> None:
    tree = parsed("<p>x" * 30_000)
    assert set(tree.parents) == {-1, 0, *tree.find("body", "p")}


def test_nesting_below_the_limit_is_kept_to_the_last_word() -> None:
    tree = parsed("<div>" * (MAX_DEPTH - 1) + "deep")
    assert words(tree) == ["deep"]
