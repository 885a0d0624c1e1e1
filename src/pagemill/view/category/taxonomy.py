"""A taxonomy that was learned: which category a page is likely to have, and by which words.

A page's vector is multiplied by one column of weights for each category; the sums are turned
into chances. All is flat arrays of whole numbers, read from one file without any library for
training.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import as_file, files
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagemill.view.category.vectors import Ints, Vocabulary

FILE: Final = "ready.npz"
LEAST: Final = 0.3
"""Chance from which a category is stated; below, its parent may be."""

FEWEST: Final = 5
"""Known terms without which nothing is said of a page."""

_SEPARATOR: Final = "/"


@dataclass(frozen=True, slots=True)
class Category:
    """What a taxonomy says of a page.

    Attributes:
        name: path such as ``science/physics``, or ``""`` where none is likely enough.
        confidence: chance of that category, 0 to 1; of ``""`` it is 0.
    """

    name: str
    confidence: float


NONE: Final = Category("", 0.0)


@dataclass(frozen=True)
class Taxonomy:
    """Categories with the weight of each term for each of them.

    Attributes:
        categories: paths, in alphabetical order.
        vocabulary: the terms.
        weights: a row for each term, a column for each category.
        offsets: what each category has without any term, in the unit of ``weights``.
        unit: a weight of 1 is written as.
        sharpness: by which a sum is multiplied before it becomes a chance.
        known: share of a page's terms that must be known: less, and it is in another language
            or about something else.
        card: what it was learned from and how good it is.
    """

    categories: tuple[str, ...]
    vocabulary: Vocabulary
    weights: NDArray[np.int32]
    offsets: NDArray[np.int32]
    unit: float
    sharpness: float
    known: float
    card: Mapping[str, Any]

    def category(self, counts: Mapping[str, int]) -> Category:
        """The likeliest category of a page.

        Args:
            counts: terms as :func:`~pagemill.view.category.vectors.bag` gives them.
        """
        where, weights = self.vocabulary.vector(counts)
        if len(where) < FEWEST or len(where) < self.known * len(counts):
            return NONE
        return self._stated(self.chances(self.sums(where, weights)))

    def sums(self, where: Ints, weights: Ints) -> NDArray[np.float64]:
        """Sum of each category for a vector."""
        length = sqrt(int(weights @ weights)) or 1.0
        sums: NDArray[np.float64] = weights @ self.weights[where] / length + self.offsets
        return sums / self.unit

    def chances(self, sums: NDArray[np.float64]) -> list[float]:
        """Chance of each category, given its sum."""
        highest = float(sums.max())
        likely = [exp(self.sharpness * (value - highest)) for value in sums.tolist()]
        total = sum(likely)
        return [value / total for value in likely]

    def _stated(self, chances: list[float]) -> Category:
        """The likeliest category that is likely enough, or the one around it that is."""
        name = self.categories[chances.index(max(chances))]
        chance = max(chances)
        while name and chance < LEAST:
            name = name.rpartition(_SEPARATOR)[0]
            inside = f"{name}{_SEPARATOR}"
            chance = sum(
                one
                for one, category in zip(chances, self.categories, strict=True)
                if category == name or category.startswith(inside)
            )
        return Category(name, round(chance, 3)) if name else NONE

    def evidence(self, counts: Mapping[str, int], name: str, most: int = 5) -> list[str]:
        """The terms of a page that speak most for a category, the weightiest first."""
        inside = f"{name}{_SEPARATOR}"
        own = [
            place
            for place, category in enumerate(self.categories)
            if category == name or category.startswith(inside)
        ]
        where, weights = self.vocabulary.vector(counts)
        parts = weights * self.weights[where][:, own].sum(axis=1)
        order = sorted(range(len(where)), key=lambda row: (-int(parts[row]), int(where[row])))
        return [self.vocabulary.terms[where[row]] for row in order[:most] if parts[row] > 0]

    def digest(self) -> str:
        """What tells this taxonomy from any other."""
        whole = blake2b(digest_size=8)
        for part in (self.categories, self.vocabulary.terms):
            whole.update("\n".join(part).encode() + b"\0")
        whole.update(self.vocabulary.rarity.tobytes())
        whole.update(self.weights.tobytes() + self.offsets.tobytes())
        whole.update(repr((self.unit, self.sharpness, self.known)).encode())
        return whole.hexdigest()


@cache
def ready() -> Taxonomy:
    """The taxonomy that comes with this release."""
    with as_file(files("pagemill.view.category") / FILE) as path:
        return read(path)


def read(path: Path) -> Taxonomy:
    """Read a taxonomy from a file.

    Raises:
        OSError: there is no such file.
        ValueError: it holds no taxonomy.
    """
    with np.load(path, allow_pickle=False) as arrays:
        try:
            said = json.loads(bytes(arrays["card"]).decode())
            return Taxonomy(
                categories=tuple(said["categories"]),
                vocabulary=Vocabulary(
                    tuple(bytes(arrays["terms"]).decode().split("\n")),
                    arrays["rarity"].astype(np.int64),
                ),
                weights=arrays["weights"].astype(np.int32),
                offsets=arrays["offsets"].astype(np.int32),
                unit=float(said["unit"]),
                sharpness=float(said["sharpness"]),
                known=float(said["known"]),
                card=said["card"],
            )
        except KeyError as error:
            raise ValueError(f"{path}: {error} is missing") from None


def write(taxonomy: Taxonomy, path: Path) -> None:
    """Write a taxonomy to a file; the same one gives the same bytes."""
    said = {
        "categories": taxonomy.categories,
        "unit": taxonomy.unit,
        "sharpness": taxonomy.sharpness,
        "known": taxonomy.known,
        "card": dict(taxonomy.card),
    }
    with path.open("wb") as out:
        np.savez_compressed(
            out,
            card=np.frombuffer(json.dumps(said, sort_keys=True).encode(), np.uint8),
            terms=np.frombuffer("\n".join(taxonomy.vocabulary.terms).encode(), np.uint8),
            rarity=taxonomy.vocabulary.rarity.astype(np.int16),
            weights=taxonomy.weights.astype(np.int16),
            offsets=taxonomy.offsets,
        )
