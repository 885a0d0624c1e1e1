"""The learned classifier: how likely each block is content, by trees trained on labelled pages.

The trees lie beside this module as flat arrays (``blocks.npz``). ``scripts/train_blocks.py``
makes the file; its card, with what it was trained on and how good it is, is part of the
documentation of purification.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagemill.view.purify.counts import Counts
from pagemill.view.purify.features import features, matrix
from pagemill.view.purify.forest import Forest

CERTAIN = 65_535
"""What a chance of 1 is written as."""

FILE = "blocks.npz"
_SHORTEST_IN_BODY = 12


def chances(
    counts: Counts, stated_body: str = "", forest: Forest | None = None
) -> NDArray[np.int64]:
    """How likely each block is content, 0 to ``CERTAIN``.

    Args:
        counts: what is counted on a page.
        stated_body: text of its article that the page states in its data, or ``""``.
        forest: trees to ask; None: those shipped.
    """
    forest = forest or shipped()
    columns = features(counts, in_body(counts.blocks.text, stated_body))
    return forest.chances(matrix(columns, forest.names))


def in_body(texts: Sequence[str], body: str) -> list[int] | None:
    """Whether each text is in a body, white space apart: the column of that name."""
    squeezed = "".join(body.split())
    if not squeezed:
        return None
    found: list[int] = []
    for text in texts:
        part = "".join(text.split())
        found.append(1 if len(part) < _SHORTEST_IN_BODY else 3 if part in squeezed else 2)
    return found


@cache
def shipped() -> Forest:
    """The trees that come with this release."""
    with as_file(files("pagemill.view.purify") / FILE) as path:
        return read(path)


def read(path: Path) -> Forest:
    """Read trees from a file."""
    with np.load(path, allow_pickle=False) as arrays:
        names = bytes(arrays["names"]).decode().split("\n")
        parts = {name: arrays[name] for name in Forest.ARRAYS}
        return Forest(names=tuple(names), **parts)


def write(forest: Forest, path: Path) -> None:
    """Write trees to a file; the same trees give the same bytes."""
    names = np.frombuffer("\n".join(forest.names).encode(), np.uint8)
    arrays = {name: getattr(forest, name) for name in Forest.ARRAYS}
    np.savez_compressed(path, names=names, **arrays)
