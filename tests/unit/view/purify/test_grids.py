from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.grids import data_tables, data_tables_in_python

GRID = "<table><tr><th>A<th>B<tr><td>1<td><p>2</p></table>"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (GRID, 1),
        ("<table><tr><td>menu<td>text</table>", 0),
        ("<table><tr><td>a<td>b<tr><td>c<td><h2>d</h2></table>", 0),
        ("<table><tr><td>a<td>b<tr><td>c<td>" + "word " * 100 + "</table>", 0),
        (f"<table><tr><td>a<td>b<tr><td>c<td>{GRID}</table>", 1),
        ("<table><tr><td><td><tr><td><td></table>", 0),
    ],
)
def test_tables_of_data_are_told_from_layout(html: str, found: int) -> None:
    tree = parsed(html)
    blocks = cut(tree)
    assert len(data_tables(tree, blocks)) == found
    assert data_tables_in_python(tree, blocks) == data_tables(tree, blocks)
