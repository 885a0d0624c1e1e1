"""Boxes of a page that was rendered in a browser, kept in the page itself.

A renderer runs :data:`RECORDER` in the settled page. It writes into each element that makes a
box of its own, and into each image, where it stands (``data-box="x y width height"``), and into
the root that this was done and how large the page is (``data-boxes="1 width height"``); what
the page stated of that kind itself it takes out. What it returns is the page as HTML: it is
stored like any capture, so boxes and text never part, and whoever reads that capture has both.

Boxes are in CSS pixels from the top left corner of the page, rounded. Without the mark on the
root, or with another number of the format, a page has none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pagemill.html.tree import Tree
from pagemill.model.ledger import Box

MARK: Final = "data-boxes"
PLACE: Final = "data-box"
FORMAT: Final = 1

RECORDER: Final = f"""() => {{
  const root = document.documentElement;
  for (const one of document.querySelectorAll("[{PLACE}], [{MARK}]")) {{
    one.removeAttribute("{PLACE}");
    one.removeAttribute("{MARK}");
  }}
  for (const one of document.querySelectorAll("body, body *")) {{
    if (one.tagName !== "IMG" && getComputedStyle(one).display === "inline") continue;
    const box = one.getBoundingClientRect();
    const place = [box.x + scrollX, box.y + scrollY, box.width, box.height];
    one.setAttribute("{PLACE}", place.map(Math.round).join(" "));
  }}
  root.setAttribute("{MARK}", `{FORMAT} ${{root.scrollWidth}} ${{root.scrollHeight}}`);
  return "<!DOCTYPE html>\\n" + root.outerHTML;
}}"""
"""A function in JavaScript, without arguments, to be evaluated in the page."""

_NUMBERS: Final = re.compile(r"-?\d{1,9}(?: -?\d{1,9})*")


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of the elements of one page.

    Attributes:
        width, height: size of the page, at least 1.
        of: box by the number of its node, of those that have an area.
    """

    width: int
    height: int
    of: Mapping[int, Box]

    def around(self, tree: Tree, node: int) -> Box | None:
        """The box of a node or of the nearest element around it that has one."""
        while node >= 0:
            if node in self.of:
                return self.of[node]
            node = tree.parents[node]
        return None


def boxes(tree: Tree) -> Boxes | None:
    """The boxes that a renderer recorded in a page; None for a page that was not rendered."""
    size = _numbers(tree.attribute(0, MARK), 3) if len(tree) else None
    if size is None or size[0] != FORMAT or min(size) < 1:
        return None
    found: dict[int, Box] = {}
    for node in tree.having(PLACE):
        place = _numbers(tree.attribute(node, PLACE), 4)
        if place is not None and min(place[2:]) > 0:
            found[node] = Box(*place)
    return Boxes(size[1], size[2], found)


def _numbers(text: str, count: int) -> list[int] | None:
    """So many whole numbers between blanks; None for anything else."""
    if not _NUMBERS.fullmatch(text):
        return None
    found = [int(number) for number in text.split(" ")]
    return found if len(found) == count else None
