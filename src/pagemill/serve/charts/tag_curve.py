"""The cumulative tag curve of a page with its plateau: where tags are rare, text is.

Source: Finn, Kushmerick, Smyth 2001, "Fact or fiction: content classification for digital
libraries"; the Tianwang lecture on preprocessing.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pagemill.html.tree import Tree
from pagemill.serve.charts.plot import Plot, Point
from pagemill.view.purify.blocks import Blocks

_MOST_POINTS = 600


def tag_curve(tree: Tree, blocks: Blocks, plateau: tuple[int, int]) -> Markup:
    """Draw how many of the first tokens of a page are tags.

    Args:
        tree: the page.
        blocks: its blocks.
        plateau: first block on the plateau, and one past the last.
    """
    points, starts = curve(tree, blocks)
    tokens, tags = points[-1]
    start, stop = plateau
    low = starts[start] if start < stop else 0.0
    high = starts[stop - 1] + blocks.words[stop - 1] if start < stop else 0.0
    words = sum(blocks.words[start:stop])
    said = (
        f"{tags:,.0f} of {tokens:,.0f} tokens are tags; the plateau goes from token {low:,.0f} "
        f"to {high:,.0f} and holds {words:,} of {sum(blocks.words):,} words"
    )
    plot = Plot("Tag curve", said, max(tokens, 1), max(tags, 1), "tokens", "tags so far")
    if high:
        plot.stretch(low, high, f"plateau: {words:,} words")
    plot.line(_thinned(points), "curve")
    return plot.svg()


def curve(tree: Tree, blocks: Blocks) -> tuple[list[Point], list[float]]:
    """Tokens and tags so far, at each border between text and tags; and where blocks begin."""
    tags = tokens = 0
    points: list[Point] = [(0, 0)]
    starts: list[float] = []
    before = -1
    rows = zip(blocks.first, blocks.last, blocks.words, strict=True)
    for first, last, words in (*rows, (len(tree), len(tree), 0)):
        between = 2 * sum(1 for node in range(before + 1, first) if not tree.texts[node])
        tags, tokens = tags + between, tokens + between
        points.append((tokens, tags))
        starts.append(tokens)
        inside = 2 * sum(1 for node in range(first, last) if not tree.texts[node])
        tags, tokens = tags + inside, tokens + inside + words
        points.append((tokens, tags))
        before = last
    return points, starts[:-1]


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    step = -(-len(points) // _MOST_POINTS)
    return [*points[::step], points[-1]]
