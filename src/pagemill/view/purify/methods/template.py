"""The template of a site: what stands on many of its pages; the method named ``template``.

A page of a site is its template filled in. Text that stands in the same place on many pages of
the site is the template's; a place whose text is another on each page is where content goes.

Source: Bar-Yossef and Rajagopalan 2002, "Template detection via data mining and its
applications"; Yi, Liu and Li 2003, "Eliminating noisy information in Web pages for data
mining", whose importance of a place grows with how much its contents differ between pages.

Deviates: a place is a kind of block (tags and classes of a block and of its parent) rather than
a node of a merged tree, and its importance is the share of its blocks that stand on no other
page rather than their entropy; so a page is judged in one pass, and new pages as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.counts import Counts
from pagemill.view.purify.learned import CERTAIN

Place = tuple[str, str, str, str]

FEWEST_PAGES = 2
"""A text on fewer pages of the site says nothing of its template."""


@dataclass(frozen=True, slots=True)
class Template:
    """What was found on the pages of one site.

    Attributes:
        pages: how many pages were looked at.
        texts: on how many of them a text stands at a place.
        places: for each place its blocks on all pages, and how many of them are the template's.
    """

    pages: int
    texts: Mapping[tuple[Place, str], int]
    places: Mapping[Place, tuple[int, int]]

    def chances(self, counts: Counts) -> NDArray[np.int64]:
        """How likely each block of a page is content, 0 to ``CERTAIN``."""
        found: list[int] = []
        for place, text in _placed(counts.tree, counts.blocks):
            repeated = self.texts.get((place, text), 0)
            if repeated >= FEWEST_PAGES:
                found.append(CERTAIN // (2 * repeated))
                continue
            blocks, fixed = self.places.get(place, (0, 0))
            found.append(CERTAIN * (blocks - fixed + 1) // (blocks + 1))
        return np.array(found, np.int64)


def template_of(pages: Iterable[tuple[Tree, Blocks]]) -> Template:
    """Learn the template of a site from some of its pages, in any order."""
    texts: Counter[tuple[Place, str]] = Counter()
    blocks: Counter[Place] = Counter()
    count = 0
    for tree, cut in pages:
        placed = _placed(tree, cut)
        texts.update(set(placed))
        blocks.update(place for place, _ in placed)
        count += 1
    fixed: Counter[Place] = Counter()
    for (place, _), repeated in texts.items():
        if repeated >= FEWEST_PAGES:
            fixed[place] += repeated
    places = {place: (size, min(size, fixed[place])) for place, size in blocks.items()}
    return Template(pages=count, texts=texts, places=places)


def _placed(tree: Tree, blocks: Blocks) -> list[tuple[Place, str]]:
    """Place and text of each block; white space apart."""
    tags, attributes, parents = tree.tags, tree.attributes, tree.parents
    found: list[tuple[Place, str]] = []
    for element, text in zip(blocks.element, blocks.text, strict=True):
        parent = max(0, parents[element])
        place = (
            tags[element],
            attributes[element].get("class", ""),
            tags[parent],
            attributes[parent].get("class", ""),
        )
        found.append((place, " ".join(text.split())))
    return found
