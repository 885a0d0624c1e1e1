"""All columns of a page's blocks as rows of small numbers, by a compiled loop or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pagemill import native
from pagemill.html.tree import Tree, parsed_in_python
from pagemill.view.purify import noise
from pagemill.view.purify.blocks import Blocks, cut_in_python
from pagemill.view.purify.counts import counted
from pagemill.view.purify.features import features, matrix

_SHORTEST_IN_BODY = 12

if native.learn_names is not None:
    native.learn_names(dict(noise.IN_NAMES), dict(noise.WHOLE_NAMES))


@dataclass(frozen=True, slots=True)
class Measures:
    """What is known of each block of a page.

    Attributes:
        rows: one row a block, one column a measure, in the order of :func:`names`.
        marks: marks of noise and content, one set a block.
        dropped: whether a block is out for certain: hidden, noscript, consent.
    """

    rows: NDArray[np.int16]
    marks: NDArray[np.int64]
    dropped: NDArray[np.bool_]


@cache
def names() -> tuple[str, ...]:
    """Names of the columns, which are the same for all pages."""
    tree = parsed_in_python("one")
    return tuple(features(counted(tree, cut_in_python(tree), "")))


def measured(tree: Tree, blocks: Blocks, title: str, body: str) -> Measures:
    """Measure a page that has at least one block.

    Args:
        tree: the page.
        blocks: its blocks.
        title: characters of its title element.
        body: text of its article that the page states in its data, or ``""``.
    """
    if native.measure is None or tree.page is None:
        return measured_in_python(tree, blocks, title, body)
    stated = bytes(in_body(blocks.text, body) or ())
    rows, marks, dropped = native.measure(
        tree.page, title, blocks.images, stated, noise.speaks_of_consent, len(names())
    )
    return Measures(
        rows=np.frombuffer(rows, np.int16).reshape(len(blocks), len(names())),
        marks=np.frombuffer(marks, np.uint32).astype(np.int64),
        dropped=np.frombuffer(dropped, np.bool_),
    )


def measured_in_python(tree: Tree, blocks: Blocks, title: str, body: str) -> Measures:
    """Measure a page as :func:`measured` does, to the same numbers, by no compiled loop."""
    counts = counted(tree, blocks, title)
    columns = features(counts, in_body(blocks.text, body))
    return Measures(
        rows=matrix(columns, names()), marks=counts.marks, dropped=counts.dropped != 0
    )


def in_body(texts: Sequence[str], body: str) -> list[int] | None:
    """For each text 3 if it is in a body, white space apart, 2 if not, 1 if too short to say.

    None where there is no body.
    """
    squeezed = "".join(body.split())
    if not squeezed:
        return None
    found: list[int] = []
    for text in texts:
        part = "".join(text.split())
        found.append(1 if len(part) < _SHORTEST_IN_BODY else 3 if part in squeezed else 2)
    return found
