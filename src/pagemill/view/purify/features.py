"""What the learned classifier looks at: for each block some 140 whole numbers.

They say what the block is, what stands before and after it, what its containers hold level by
level, where it stands seen from the page's running text, and what the page is like. All are
differences of running sums, so a page costs time in proportion to its nodes and blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pagemill.view.purify import noise
from pagemill.view.purify.containers import Ints
from pagemill.view.purify.counts import HEADING_LEVELS, TAG_KINDS, Counts, running, share
from pagemill.view.purify.grids import data_tables
from pagemill.view.purify.plateau import best_stretch

LEVELS = 6
FAR = 99
MOST = 32_000
MARKED: Mapping[str, int] = {
    "navigation": noise.NAVIGATION,
    "footer": noise.FOOTER,
    "aside": noise.ASIDE,
    "form": noise.FORM,
    "main": noise.MAIN,
    "article": noise.ARTICLE,
    "noise name": noise.NOISE_NAME,
    "content name": noise.CONTENT_NAME,
    "remark name": noise.REMARK_NAME,
    "consent name": noise.CONSENT,
    "control": noise.CONTROL,
    "caption": noise.CAPTION,
    "author name": noise.AUTHOR_NAME,
    "related name": noise.RELATED_NAME,
    "share name": noise.SHARE_NAME,
    "promotion name": noise.PROMOTION_NAME,
    "call name": noise.CALL_NAME,
    "menu name": noise.MENU_NAME,
    "unseen name": noise.UNSEEN_NAME,
    "goods name": noise.GOODS_NAME,
}
_PROPERTIES: Mapping[str, int] = {
    "articlebody": 1,
    "text": 1,
    "description": 2,
    "headline": 4,
    "name": 4,
    "author": 8,
    "datepublished": 8,
    "image": 16,
    "comment": 32,
}

Columns = dict[str, Ints]


class _Sums:
    """Running sums of a page's columns, from which a run of blocks is summed at once."""

    def __init__(self, counts: Counts) -> None:
        self.words = running(counts.words)
        self.links = running(counts.links)
        self.prose = running(counts.prose)
        self.paragraphs = running((counts.prose > 0).astype(np.int64))
        self.headings = running((counts.heading > 0).astype(np.int64))
        self.cookies = running(counts.cookies)
        self.punctuation = running(counts.punctuation)
        self.all_words = int(self.words[-1])
        self.all_prose = int(self.prose[-1])

    def link_share(self, start: Ints, stop: Ints) -> Ints:
        return share(self.links[stop] - self.links[start], self.words[stop] - self.words[start])

    def prose_share(self, start: Ints, stop: Ints) -> Ints:
        return share(self.prose[stop] - self.prose[start], self.words[stop] - self.words[start])


def features(counts: Counts, in_body: Sequence[int] | None = None) -> Columns:
    """All columns by name.

    Args:
        counts: what is counted on a page.
        in_body: for each block 0 where the page states no text of its article in its data, 1
            where the block is too short to be sought in it, 2 where it is not in it, 3 where
            it is; None: 0 for all.
    """
    sums = _Sums(counts)
    columns: Columns = {}
    for part in (_own, _named, _page, _near, _sections, _levels, _places, _alike):
        columns.update(part(counts, sums))
    body = np.zeros(len(counts), np.int64) if in_body is None else np.array(in_body)
    columns["in stated body"] = body
    return columns


def matrix(columns: Columns, names: Sequence[str]) -> NDArray[np.int16]:
    """Chosen columns side by side, as small numbers: one row a block."""
    rows = np.stack([columns[name] for name in names], axis=1)
    return np.clip(rows, -MOST, MOST).astype(np.int16)


def _own(counts: Counts, sums: _Sums) -> Columns:
    del sums
    return {
        "link words": counts.links,
        "link share": share(counts.links, counts.words),
        "characters": counts.characters,
        "capital share": share(counts.capitals, counts.characters),
        "kind": counts.kind,
        "heading": counts.heading,
        "is ended": counts.is_ended,
        "in title": counts.in_title,
        "cookies": counts.cookies,
        "copies": counts.copies,
    }


def _named(counts: Counts, sums: _Sums) -> Columns:
    del sums
    columns = {
        name: ((counts.marks & mark) != 0).astype(np.int64) for name, mark in MARKED.items()
    }
    for name in ("main", "article"):
        inside = columns[name]
        columns[f"outside {name}"] = (1 - inside) * inside.max()
    columns["property"] = _properties(counts)
    columns["in table"] = np.zeros(len(counts), np.int64)
    for table in data_tables(counts.tree, counts.blocks):
        start, stop = counts.blocks.within(counts.tree, table)
        columns["in table"][start:stop] = 1
    return columns


def _properties(counts: Counts) -> Ints:
    """Microdata properties that the elements around each block state, as a sum of bits."""
    tree = counts.tree
    gathered: dict[int, int] = {-1: 0}
    found: list[int] = []
    for first in counts.blocks.first:
        path: list[int] = []
        node = first
        while node not in gathered:
            path.append(node)
            node = tree.parents[node]
        bits = gathered[node]
        for node in reversed(path):
            if stated := tree.attribute(node, "itemprop"):
                bits |= _PROPERTIES.get(stated.translate(noise.LOWER), 0)
            gathered[node] = bits
        found.append(bits)
    return np.array(found)


def _page(counts: Counts, sums: _Sums) -> Columns:
    count = len(counts)
    values: dict[str, int] = {
        "page words": sums.all_words,
        "page prose": sums.all_prose,
        "page blocks": count,
        "page link share": int(share(sums.links[-1], sums.all_words)),
        "page prose share": int(share(sums.all_prose, sums.all_words)),
        "longest prose": int(counts.prose.max()),
        "page paragraphs": int(sums.paragraphs[-1]),
        "page images": len(counts.blocks.images),
        "page first headings": int((counts.heading == 1).sum()),
        "page p": int((counts.kind == TAG_KINDS["p"]).sum()),
    }
    return {name: np.full(count, value) for name, value in values.items()}


def _near(counts: Counts, sums: _Sums) -> Columns:
    """What stands before and after each block."""
    count = len(counts)
    place = np.arange(count)
    columns: Columns = {
        "place": share(place, count - 1),
        "place in words": share(sums.words[:-1], sums.all_words),
        "prose before": share(sums.prose[:-1], sums.all_prose),
        "prose after": share(sums.all_prose - sums.prose[1:], sums.all_prose),
    }
    for reach in (1, 3, 6):
        low, high = np.maximum(place - reach, 0), np.minimum(place + reach + 1, count)
        columns[f"link share within {reach}"] = sums.link_share(low, high)
        columns[f"prose share within {reach}"] = sums.prose_share(low, high)
        columns[f"words within {reach}"] = (sums.words[high] - sums.words[low]) // (high - low)
    link_share = share(counts.links, counts.words)
    for name, step in (("before", -1), ("after", 1)):
        for what, column in (
            ("words", counts.words),
            ("link share", link_share),
            ("kind", counts.kind),
            ("is ended", counts.is_ended),
        ):
            columns[f"{what} {name}"] = _neighbour(column, step)
    first = np.array(counts.blocks.first)
    images = np.searchsorted(np.array(counts.blocks.images, np.int64), first)
    columns["images before"] = np.diff(images, prepend=0)
    prose = np.flatnonzero(counts.prose)
    columns["since prose"] = np.minimum(_since(prose, place), FAR)
    columns["until prose"] = np.minimum(_until(prose, place), FAR)
    return columns


def _neighbour(column: Ints, step: int) -> Ints:
    moved = np.full(len(column), -1)
    if step < 0:
        moved[1:] = column[:-1]
    else:
        moved[:-1] = column[1:]
    return moved


def _since(marked: Ints, place: Ints) -> Ints:
    """Blocks since the last marked one, itself included; far where there is none."""
    if not len(marked):
        return np.full(len(place), MOST)
    found = np.searchsorted(marked, place, "right")
    return np.where(found > 0, place - marked[found - 1], MOST)


def _until(marked: Ints, place: Ints) -> Ints:
    if not len(marked):
        return np.full(len(place), MOST)
    found = np.searchsorted(marked, place, "left")
    return np.where(
        found < len(marked), marked[np.minimum(found, len(marked) - 1)] - place, MOST
    )


def sections(counts: Counts) -> tuple[Ints, Ints]:
    """For each block the run of blocks from the last heading to the next: start and stop."""
    count = len(counts)
    place = np.arange(count)
    bounds = np.concatenate(([0], np.flatnonzero(counts.heading), [count]))
    found = np.searchsorted(bounds[1:-1], place, "right")
    return bounds[found], bounds[found + 1]


def _sections(counts: Counts, sums: _Sums) -> Columns:
    place = np.arange(len(counts))
    start, stop = sections(counts)
    title = _title_block(counts)
    if title < 0:
        since, words = np.full(len(counts), -100), np.full(len(counts), -3001)
    else:
        since = np.clip(place - title, -99, 300)
        words = np.clip(sums.words[:-1] - sums.words[title], -3000, MOST)
    return {
        "since heading": np.minimum(place - start, FAR),
        "section level": counts.heading[start],
        "section blocks": stop - start,
        "section link share": sums.link_share(start, stop),
        "section words": sums.words[stop] - sums.words[start],
        "headings before": sums.headings[1:],
        "since title": since,
        "words since title": words,
    }


def _title_block(counts: Counts) -> int:
    """The h1 that is part of the title, else the first h1, else what is part of the title."""
    level = HEADING_LEVELS["h1"]
    for wanted in (
        (counts.heading == level) & (counts.in_title != 0),
        counts.heading == level,
        counts.in_title != 0,
    ):
        if wanted.any():
            return int(np.argmax(wanted))
    return -1


def _levels(counts: Counts, sums: _Sums) -> Columns:
    """What each container around a block holds, from its own element outward."""
    around = counts.around
    begin, end = around.start, around.stop
    words = sums.words[end] - sums.words[begin]
    prose = sums.prose[end] - sums.prose[begin]
    blocks = end - begin
    tags = counts.tree.tags
    nodes: list[int] = around.node.tolist()
    held: Columns = {
        "blocks": blocks,
        "words": words,
        "link share": sums.link_share(begin, end),
        "prose": share(prose, sums.all_prose),
        "prose share": share(prose, words),
        "punctuation": share(sums.punctuation[end] - sums.punctuation[begin], words),
        "headings": share(sums.headings[end] - sums.headings[begin], blocks),
        "cookies": share(sums.cookies[end] - sums.cookies[begin], blocks),
        "words a block": words // blocks,
        "paragraphs": sums.paragraphs[end] - sums.paragraphs[begin],
        "kind": np.array([TAG_KINDS.get(tags[node], 0) for node in nodes]),
    }
    place = np.arange(len(counts))
    columns: Columns = {}
    for level, container in enumerate(around.levels(LEVELS)):
        for name, column in held.items():
            columns[f"{name} at {level}"] = column[container]
        columns[f"place at {level}"] = share(place - begin[container], blocks[container])
    return columns


def _places(counts: Counts, sums: _Sums) -> Columns:
    """Where each block stands, seen from where the page's running text is."""
    place = np.arange(len(counts))
    gains = np.where(counts.prose > 0, 2 * counts.prose, counts.links - counts.words)
    start, stop = best_stretch((gains - 6 * counts.links - 6).tolist())
    columns: Columns = {"on plateau": ((place >= start) & (place < stop)).astype(np.int64)}
    columns["cores"] = np.zeros(len(counts), np.int64)
    for percent in (35, 50, 65, 80):
        core = core_of(counts, sums.prose, percent)
        start, stop = int(counts.around.start[core]), int(counts.around.stop[core])
        inside = (place >= start) & (place < stop)
        columns[f"in core {percent}"] = inside.astype(np.int64)
        columns["cores"] += inside
        if percent in (50, 80):
            for name, column in _from_core(counts, sums, core).items():
                columns[f"{name} core {percent}"] = column
    return columns


def core_of(counts: Counts, totals: Ints, percent: int) -> int:
    """The smallest container with such a share of a running total; the first of equals."""
    around = counts.around
    held = totals[around.stop] - totals[around.start]
    sizes = np.where(
        100 * held >= percent * totals[-1], around.stop - around.start, MOST * MOST
    )
    return int(np.argmin(sizes))


def _from_core(counts: Counts, sums: _Sums, core: int) -> Columns:
    count = len(counts)
    place = np.arange(count)
    start, stop = int(counts.around.start[core]), int(counts.around.stop[core])
    inside = (place >= start) & (place < stop)
    running_text = np.flatnonzero(inside & (counts.prose > 0))
    first, last = (running_text[0], running_text[-1]) if len(running_text) else (-1, count)
    at = np.where(inside, share(place - start, stop - start), np.where(place < start, -1, 1001))
    climb = np.zeros(count, np.int64)
    level = counts.around.innermost
    for _ in range(12):
        outside = (counts.around.start[level] > start) | (counts.around.stop[level] < stop)
        climb += outside
        level = np.where(outside, counts.around.parent[level], level)
    ends = (np.array([start]), np.array([stop]))
    words = int(sums.words[stop] - sums.words[start])
    return {
        "place in": at,
        "until end of": np.clip(stop - place, -200, 200),
        "after prose of": np.clip(place - last, -100, 100),
        "before prose of": np.clip(first - place, -100, 100),
        "levels to": climb,
        "link share of": np.full(count, sums.link_share(*ends)[0]),
        "words of": np.full(count, words),
    }


def kinds_of_blocks(counts: Counts) -> tuple[Ints, Ints]:
    """Kinds of blocks, numbered: by tag and class, parent's included; by tags and depth."""
    tree = counts.tree
    tags, attributes, parents = tree.tags, tree.attributes, tree.parents
    by_class: dict[tuple[str, str, str, str], int] = {}
    by_shape: dict[tuple[str, str, str, int], int] = {}
    classes: list[int] = []
    shapes: list[int] = []
    depth: list[int] = [0] * len(tree)
    for node in range(1, len(tree)):
        depth[node] = depth[parents[node]] + 1
    for element in counts.blocks.element:
        parent = max(0, parents[element])
        style = (
            tags[element],
            attributes[element].get("class", ""),
            tags[parent],
            attributes[parent].get("class", ""),
        )
        shape = (tags[element], tags[parent], tags[max(0, parents[parent])], depth[element])
        classes.append(by_class.setdefault(style, len(by_class)))
        shapes.append(by_shape.setdefault(shape, len(by_shape)))
    return np.array(classes), np.array(shapes)


def _alike(counts: Counts, sums: _Sums) -> Columns:
    """What all blocks of the same kind are like."""
    columns: Columns = {}
    for name, kind in zip(("style", "shape"), kinds_of_blocks(counts), strict=True):
        times = np.bincount(kind)[kind]
        words, prose, links = (
            np.bincount(kind, column)[kind].astype(np.int64)
            for column in (counts.words, counts.prose, counts.links)
        )
        columns[f"copies of {name}"] = times
        columns[f"prose of {name}"] = share(prose, sums.all_prose)
        columns[f"link share of {name}"] = share(links, words)
        columns[f"words of {name}"] = words // times
        columns[f"prose share of {name}"] = share(prose, words)
    return columns


Part = Callable[[Counts, _Sums], Columns]
