"""The learned classifier: how likely each block is content, by trees trained on labelled pages.

The trees lie beside this module as flat arrays (``blocks.npz``). ``scripts/train_blocks.py``
makes the file; its card, with what it was trained on and how good it is, is part of the
documentation of purification.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagemill.view.purify.forest import Forest
from pagemill.view.purify.measures import Measures

CERTAIN = 65_535
"""What a chance of 1 is written as."""

FILE = "blocks.npz"


def chances(measures: Measures, forest: Forest | None = None) -> NDArray[np.int64]:
    """How likely each block is content, 0 to ``CERTAIN``.

    Args:
        measures: what is known of the blocks of a page.
        forest: trees to ask; None: those shipped.
    """
    return (forest or shipped()).chances(measures.rows)


@cache
def shipped() -> Forest:
    """The trees that come with this release."""
    with as_file(files("pagemill.view.purify") / FILE) as path:
        return read(path)


def read(path: Path) -> Forest:
    """Read trees from a file."""
    with np.load(path, allow_pickle=False) as arrays:
        names = bytes(arrays["names"]).decode().split("\n")
        return Forest(tuple(names), **{name: arrays[name] for name in Forest.ARRAYS})


def write(forest: Forest, path: Path) -> None:
    """Write trees to a file; the same trees give the same bytes."""
    names = np.frombuffer("\n".join(forest.names).encode(), np.uint8)
    arrays = {name: getattr(forest, name) for name in Forest.ARRAYS}
    np.savez_compressed(path, names=names, **arrays)
