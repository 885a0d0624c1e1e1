"""The hottest loops of the page function, compiled where the machine could do so.

A page costs most where every node is touched: reading the source into a tag tree (``parse``,
used by :mod:`pagemill.html.tree`) and cutting the tree into blocks (``cut``, used by
:mod:`pagemill.view.purify.blocks`). Both loops exist in Python there, the first on top of the
parser of a library, and once more here, in C. The compiled ones give the very same results or
say that they are not sure; then, and where nothing was compiled, the Python ones do the work.

What ``parse`` makes is a :class:`Page`: the tree as flat arrays in C (``page.c``; other loops
find their way in by ``pagemill.h``), which makes strings and dictionaries only when they are
asked for. ``page`` makes the same of a tree that was read by the other parser.

Here is no meaning, only speed: which tags are blocks and which pages are too large is decided
by the callers. ``module.c`` lists the functions. ``pagemill --version`` says which loops are in
use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from pagemill.native import loops

Page: TypeAlias = "loops.Page"
Forest: TypeAlias = "loops.Forest"
# Characters of a page and the table of named references; None: not sure how to read it.
Parse = Callable[["str | bytes", dict[str, str]], "Page | None"]
# Source, traits of tags, most open elements, most options: 0 fine, 1 or 2 too many, 3 not sure.
Nesting = Callable[["str | bytes", dict[str, int], int, int], int]
# Columns of blocks as in view.purify.blocks.Blocks.
Cut = Callable[["Page", dict[str, int]], tuple[Any, ...]]
# Text, words that do not count, signs that part words, words of any line, what a character is
# to words; None: not sure.
Terms = Callable[
    [str, frozenset[str], str, Callable[[str], list[str]], Callable[[str], tuple[int, int]]],
    "dict[str, int] | None",
]

# Distinct shingles of texts; sketches of texts; comparison of sketches, of sets.
Loop = Callable[..., Any]

parse: Parse | None = None
nesting: Nesting | None = None
# How many characters "<" a source has; None: not sure.
brackets: Callable[[str | bytes], int | None] | None = None
page: Callable[..., Page] | None = None
cut: Cut | None = None
terms: Terms | None = None
shingle: Loop | None = None
sketch: Loop | None = None
agree: Loop | None = None
bands: Loop | None = None
intersect: Loop | None = None
fingerprint: Loop | None = None
# What names suggest; columns of blocks; scores by trees: as in view.purify.
learn_names: Callable[[dict[str, int], dict[str, int]], None] | None = None
measure: Callable[..., tuple[bytes, bytes, bytes]] | None = None
forest: Callable[[int, bytes, bytes, bytes], Forest] | None = None
scores: Callable[[bytes, Forest], bytes] | None = None
# Sums of columns over blocks: as in view.kind.traits.
weighed: Callable[[bytes, bytes, bytes, bytes], bytes] | None = None
# Data and a place in it: the header of the record that stands there; None: not sure.
WarcHeader = Callable[
    [bytes, int],
    "tuple[str, int, int, str, str, str, str, tuple[tuple[str, str], ...]] | None",
]
warc_header: WarcHeader | None = None
# What a crawl sees of a page, as in crawl.reading.page; the host of an address that stands as
# the URL Standard would write it, None: not sure.
shown: Callable[[Page, tuple[str, ...]], tuple[str, frozenset[str]]] | None = None
outgoing: Callable[[Page, str, Callable[[str], str | None]], list[str]] | None = None
plain_host: Callable[[str], str | None] | None = None
# Base address and reference: the address it leads to, where putting strings together gives it.
plain_joined: Callable[[str, str], str | None] | None = None

try:
    from pagemill.native import loops
except ImportError:  # no compiler at installation
    pass
else:
    parse, nesting, page = loops.parse, loops.nesting, loops.page
    brackets = loops.brackets
    cut, terms = loops.cut, loops.terms
    shingle, sketch = loops.shingle, loops.sketch
    agree, bands, intersect = loops.agree, loops.bands, loops.intersect
    fingerprint = loops.fingerprint
    warc_header = loops.warc_header
    shown, outgoing = loops.shown, loops.outgoing
    plain_host, plain_joined = loops.plain_host, loops.plain_joined
    learn_names, measure = loops.learn_names, loops.measure
    forest, scores = loops.forest, loops.scores
    weighed = loops.weighed


def description() -> str:
    """Which loops are in use, for people."""
    return "compiled loops" if cut else "plain Python loops: slower, same results"
