from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.forms.writers import HtmlWriter, MarkdownWriter, TextWriter, start_of


def test_a_row_of_cells_is_a_line_with_tabs() -> None:
    writer = TextWriter()
    for tag in ("table", "tr", "td"):
        writer.enter(tag)
    writer.line("a")
    writer.line("b")
    writer.leave("td")
    writer.enter("td")
    writer.line("c")
    writer.leave("td")
    writer.leave("tr")
    assert writer.result() == "a b\tc"


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("1. May", r"1\. May"),
        ("# one", r"\# one"),
        ("- x", r"\- x"),
        ("---", r"\---"),
        ("2024 was", "2024 was"),
    ],
)
def test_a_line_that_looks_like_markup_is_escaped(line: str, written: str) -> None:
    writer = MarkdownWriter(parsed(""))
    writer.line(line, follows=False)
    assert writer.result() == written


def test_code_is_fenced_by_more_than_it_holds() -> None:
    writer = MarkdownWriter(parsed(""))
    writer.code("a\n```\n  b")
    assert writer.result() == "````\na\n```\n  b\n````"


def test_clean_html_escapes_code() -> None:
    writer = HtmlWriter(parsed(""))
    writer.code("a < b")
    assert writer.result() == "<pre><code>a &lt; b</code></pre>"


@pytest.mark.parametrize(("value", "start"), [("3", 3), ("x", 1), ("-2", 1), ("", 1)])
def test_a_list_starts_where_it_says(value: str, start: int) -> None:
    tree = parsed(f"<ol start='{value}'></ol>")
    assert start_of(tree, next(tree.find("ol"))) == start
