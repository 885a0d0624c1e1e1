"""Tables that hold data, told apart from tables used to lay a page out."""

from __future__ import annotations

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks

_NOT_IN_A_CELL = frozenset(("table", "pre", "blockquote", "h1", "h2", "h3"))
_CELLS = frozenset(("td", "th"))
MAX_WORDS_OF_A_CELL = 80


def data_tables(tree: Tree, blocks: Blocks) -> frozenset[int]:
    """Tables with two rows and two columns of short cells and no larger structure inside.

    Args:
        tree: the page.
        blocks: its blocks, as ``blocks.cut`` made them.

    Returns:
        Numbers of the table nodes.
    """
    if tree.page is not None:
        return frozenset(tree.page.data_tables())
    return data_tables_in_python(tree, blocks)


def data_tables_in_python(tree: Tree, blocks: Blocks) -> frozenset[int]:
    """The same tables as :func:`data_tables` finds, by no compiled loop."""
    return frozenset([node for node in tree.find("table") if _is_data(tree, blocks, node)])


def _is_data(tree: Tree, blocks: Blocks, table: int) -> bool:
    start, stop = blocks.within(tree, table)
    if start == stop:
        return False
    tags = tree.tags
    rows = wide_rows = cells = 0
    for node in range(table + 1, tree.ends[table]):
        tag = tags[node]
        if tag == "tr":
            rows, cells = rows + 1, 0
        elif tag in _CELLS:
            cells += 1
            wide_rows += cells == 2
            first, last = blocks.within(tree, node)
            if sum(blocks.words[first:last]) > MAX_WORDS_OF_A_CELL:
                return False
        elif tag in _NOT_IN_A_CELL:
            return False
    return rows >= 2 and wide_rows >= 2
