"""Genre of a page, with a chance for each of the seven: small trained trees over its traits.

The trees lie beside this module as flat arrays (``genres.npz``); ``scripts/train_genres.py``
makes the file. Their card, with what they were trained on and how good they are, is part of the
documentation of purification.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from math import exp
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagemill.model.docview import GENRES
from pagemill.view.kind.traits import names
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.learned import read

FILE: Final = "genres.npz"
UNITS: Final = 1024
"""A score of 1 is written as."""

INDEXES: Final = ("collection", "listing")
"""Genres whose pages lead to other pages: hubs."""


@dataclass(frozen=True, slots=True)
class Genre:
    """What the trees say of a page.

    Attributes:
        name: the likeliest genre, the first of equals.
        chances: chance of each genre, 0 to 1; they add up to 1.
    """

    name: str
    chances: Mapping[str, float]

    @property
    def confidence(self) -> float:
        """Chance of the likeliest genre."""
        return self.chances[self.name]

    @property
    def index_chance(self) -> float:
        """Chance that the page is an index of other pages."""
        return sum([self.chances[name] for name in INDEXES])


def genre(row: NDArray[np.int16], forests: tuple[Forest, ...] | None = None) -> Genre:
    """Genre of a page by its row of traits.

    Args:
        row: numbers as :func:`~pagemill.view.kind.traits.traits` gives them: one row.
        forests: trees of each genre; None: those shipped.
    """
    scores = [int(forest.scores(row)[0]) for forest in forests or shipped()]
    highest = max(scores)
    weights = [exp((score - highest) / UNITS) for score in scores]
    total = sum(weights)
    chances = {name: weight / total for name, weight in zip(GENRES, weights, strict=True)}
    return Genre(name=GENRES[scores.index(highest)], chances=chances)


@cache
def shipped() -> tuple[Forest, ...]:
    """The trees that come with this release, of one genre each."""
    with as_file(files("pagemill.view.kind") / FILE) as path:
        whole = read(path)
    if whole.names != names():
        raise ValueError(f"{FILE}: trained on other traits; run scripts/train_genres.py")
    return by_genre(whole)


def by_genre(whole: Forest) -> tuple[Forest, ...]:
    """Trees of all genres, which take turns, as those of each genre."""
    count = len(GENRES)
    return tuple(
        replace(whole, roots=np.ascontiguousarray(whole.roots[number::count]))
        for number in range(count)
    )
