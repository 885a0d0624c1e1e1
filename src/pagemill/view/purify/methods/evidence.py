"""What is measured on each block before content is chosen: columns, one value a block.

Each measure is a number near 0..1 that ``content`` weighs. All of them are sums over runs of
blocks, taken as differences of running totals, so a page costs time in proportion to its
nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.html.tree import Tree
from pagemill.view.purify import noise
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.counts import TAG_KINDS, Counts
from pagemill.view.purify.plateau import best_stretch

Floats = NDArray[np.float64]

_MARK_COLUMNS: Mapping[str, int] = {
    "navigation": noise.NAVIGATION,
    "header": noise.HEADER,
    "footer": noise.FOOTER,
    "aside": noise.ASIDE,
    "form": noise.FORM,
    "main": noise.MAIN,
    "dialog": noise.DIALOG,
    "control": noise.CONTROL,
    "caption": noise.CAPTION,
    "quote": noise.QUOTE,
    "noise name": noise.NOISE_NAME,
    "remark name": noise.REMARK_NAME,
    "content name": noise.CONTENT_NAME,
}
_COLUMN_MARKS = np.array(list(_MARK_COLUMNS.values()))[:, np.newaxis]
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


@dataclass(frozen=True, slots=True)
class Evidence:
    """Measures of one page.

    Attributes:
        columns: measure by name, one value a block.
        marks: marks of noise and content, one bit set a block.
        dropped: blocks that are out for certain: hidden, noscript beside real text, consent.
        prose: words of running text, less where a block lies outside by its marks.
    """

    columns: Mapping[str, Floats]
    marks: NDArray[np.int64]
    dropped: NDArray[np.bool_]
    prose: Floats


def _running(values: Floats) -> Floats:
    return np.concatenate((np.zeros(1), np.cumsum(values)))


def _dominant(
    tree: Tree, starts: Sequence[int], totals: Sequence[float], need: float, node: int
) -> int:
    """The deepest element in the subtree of ``node`` that holds this much prose."""
    ends = tree.ends
    while True:
        child, stop = node + 1, ends[node]
        while child < stop:
            after = ends[child]
            if totals[starts[after]] - totals[starts[child]] >= need:
                break
            child = after
        else:
            return node
        node = child


def measured(counts: Counts) -> Evidence:
    """Measure a page."""
    tree, blocks = counts.tree, counts.blocks
    words, links = counts.words.astype(float), counts.links.astype(float)
    prose = counts.prose.astype(float)
    starts = blocks.numbered(tree)
    link_share = links / np.maximum(words, 1)
    columns: dict[str, Floats] = {
        "link share": link_share,
        "all link": (link_share >= 0.99).astype(float),
        "little prose": np.full(len(words), float(prose.sum() < 150)),
    }
    columns.update(_mark_columns(counts.marks))
    columns.update(_word_columns(counts))
    columns.update(_around(prose, words, links))
    columns.update(_placed(tree, blocks, starts, prose))
    columns.update(_alike(tree, blocks, prose))
    columns["lead"] = _lead(tree, blocks, columns["title"], prose)
    return Evidence(
        columns=columns, marks=counts.marks, dropped=counts.dropped != 0, prose=prose
    )


def _mark_columns(marks: NDArray[np.int64]) -> dict[str, Floats]:
    rows = ((marks & _COLUMN_MARKS) != 0).astype(float)
    columns: dict[str, Floats] = dict(zip(_MARK_COLUMNS, rows, strict=True))
    inside = columns["main"]
    columns["outside main"] = 1 - inside if inside.any() else np.zeros(len(inside))
    return columns


def _word_columns(counts: Counts) -> dict[str, Floats]:
    lowered = [text.strip().lower() for text in counts.blocks.text]
    columns = {
        "heading": counts.heading > 0,
        "code": counts.kind == TAG_KINDS["pre"],
        "sentence end": counts.is_ended,
        "title": counts.in_title,
        "legal": noise.legal_words(lowered),
        "consent words": noise.consent_words(lowered),
    }
    return {name: np.array(column, float) for name, column in columns.items()}


def _lead(tree: Tree, blocks: Blocks, in_title: Floats, prose: Floats) -> Floats:
    """Paragraphs right under the page's title: what the page is about, however short."""
    lead = np.zeros(len(blocks))
    for number, element in enumerate(blocks.element):
        if tree.tags[element] == "h1" and in_title[number]:
            below = number + 1
            while below < len(blocks) and _is_beside(tree, blocks.element[below], element):
                lead[below] = prose[below] > 0
                below += 1
            break
    return lead


def _is_beside(tree: Tree, paragraph: int, heading: int) -> bool:
    parents = tree.parents
    return tree.tags[paragraph] == "p" and parents[paragraph] == parents[heading]


def _around(prose: Floats, words: Floats, link_words: Floats) -> dict[str, Floats]:
    """What stands near each block on the page."""
    count = len(words)
    place = np.arange(count)
    all_words, all_links = _running(words), _running(link_words)
    columns = {"place": place / max(1, count - 1)}
    for reach in (1, 6):
        low, high = np.maximum(place - reach, 0), np.minimum(place + reach + 1, count)
        columns[f"links within {reach}"] = (all_links[high] - all_links[low]) / np.maximum(
            all_words[high] - all_words[low], 1
        )
    gains = np.where(prose > 0, prose, -0.5 * (words - link_words)) - 3 * link_words - 3
    start, stop = best_stretch(gains.tolist())
    columns["on plateau"] = np.zeros(count)
    columns["on plateau"][start:stop] = 1
    return columns


def _placed(
    tree: Tree, blocks: Blocks, starts: Sequence[int], prose: Floats
) -> dict[str, Floats]:
    """Where each block stands in the tree, seen from the page's prose."""
    count = len(prose)
    totals: list[float] = _running(prose).tolist()
    all_prose = max(1.0, totals[-1])
    parents, ends = tree.parents, tree.ends
    around = [max(0, parents[element]) for element in blocks.element]
    inside = [totals[starts[ends[node]]] - totals[starts[node]] for node in around]
    columns = {"prose of parent": np.array(inside) / all_prose}
    node = 0
    # What holds most of the prose holds half of it too: each search goes on from the last.
    for name, share in (("most", 0.8), ("two thirds", 0.65), ("half", 0.5)):
        if totals[-1]:
            node = _dominant(tree, starts, totals, share * totals[-1], node)
        column = np.zeros(count)
        column[starts[node] : starts[ends[node]]] = 1
        columns[f"where {name} of prose is"] = column
    running_text = np.flatnonzero(columns["where most of prose is"] * prose)
    last = running_text[-1] if len(running_text) else count
    columns["after prose"] = (np.arange(count) > last).astype(float)
    return columns


def _alike(tree: Tree, blocks: Blocks, prose: Floats) -> dict[str, Floats]:
    """Share of the page's prose in blocks of the same tag and class, parent's included."""
    tags, attributes, parents = tree.tags, tree.attributes, tree.parents
    numbers: dict[tuple[str, str | None, str, str | None], int] = {}
    kinds: list[int] = []
    for element in blocks.element:
        parent = max(0, parents[element])
        key = (
            tags[element],
            attributes[element].get("class"),
            tags[parent],
            attributes[parent].get("class"),
        )
        kinds.append(numbers.setdefault(key, len(numbers)))
    kind = np.array(kinds)
    return {"prose of kind": np.bincount(kind, prose)[kind] / max(1.0, float(prose.sum()))}
