"""The two hottest loops of the page function, compiled where the machine could do so.

A page costs most where every node is touched: reading the tag tree into columns
(``flatten``, used by :mod:`pagemill.html.tree`) and cutting the columns into blocks (``cut``,
used by :mod:`pagemill.view.purify.blocks`). Both loops are written in Python there and once
more here, in C. The compiled ones give the very same results or say that they are not sure;
then, and where nothing was compiled, the Python ones do the work.

Here is no meaning, only speed: which tags are blocks, which pages are too large and what a
blank attribute says is decided by the callers. Each C file is one loop (``flatten.c``,
``cut.c``); ``module.c`` lists them. ``pagemill --version`` says which loops are in use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from pagemill.native import loops

Page: TypeAlias = "loops.Page"
# Columns of a tree as in html.tree.Tree, and whether unescaped foreign text was met.
Flatten = Callable[[str, Mapping[str, str]], "tuple[tuple[Any, ...], bool] | None"]
# Columns of blocks as in view.purify.blocks.Blocks.
Cut = Callable[["Page", dict[str, int]], tuple[Any, ...]]

flatten: Flatten | None = None
page: Callable[..., Page] | None = None
cut: Cut | None = None

try:
    from pagemill.native import loops
except ImportError:  # no compiler at installation
    pass
else:
    flatten, page, cut = loops.flatten, loops.page, loops.cut


def description() -> str:
    """Which loops are in use, for people."""
    return "compiled loops" if cut else "plain Python loops: slower, same results"
