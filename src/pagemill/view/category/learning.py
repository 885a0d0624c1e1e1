"""Learning a taxonomy of labelled examples: centroids or a linear model, each judged honestly.

Source: Rocchio 1971 for centroids, here less the mean of all of them; Hoerl, Kennard 1970 for
ridge regression, as a classifier Rifkin, Yeo, Poggio 2003, "Regularized least-squares
classification". Each category's target is weighed by the root of its share, so that small
categories are found as well.

Every figure is of pages whose group (host) the judging model never saw.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagemill.model.taxonomy import CategoryFigures, LearningFigures
from pagemill.view.category.taxonomy import LEAST, Taxonomy
from pagemill.view.category.vectors import Vocabulary, vocabulary

Floats = NDArray[np.float64]

FOLDS: Final = 5
MOST_TERMS: Final = 4_000
"""Terms of a taxonomy; those with the greatest part in its sums."""

MOST_EXAMPLES: Final = 4_000
"""Time grows with the cube of their number."""

FEWEST_GROUPS: Final = 10
"""With fewer groups, folds are of single examples."""

_RIDGE: Final = 1.0
_LARGEST: Final = 32_000
_SHARPNESS: Final = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, 16.0)


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled page.

    Attributes:
        category: path in the taxonomy.
        group: pages of one group are never in training and judged at once.
        counts: terms as :func:`~pagemill.view.category.vectors.bag` gives them.
    """

    category: str
    group: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Weights:
    """What a method learned: a row for each term, a column for each category; and offsets."""

    terms: Floats
    offsets: Floats


Method = Callable[[NDArray[np.float32], Floats], Weights]


def by_centroids(rows: NDArray[np.float32], members: Floats) -> Weights:
    """Direction of each category's mean from the mean of all means.

    Args:
        rows: a vector for each example.
        members: 1 where the example is of the category, else 0.
    """
    summed: Floats = np.matmul(members.T, rows)
    means = _directions(summed)
    middle: Floats = means.mean(axis=0)
    return Weights(_directions(means - middle).T, np.zeros(len(means)))


def by_ridge(rows: NDArray[np.float32], members: Floats) -> Weights:
    """Least squares with a penalty, solved among the examples instead of the terms.

    Args:
        rows: a vector for each example.
        members: 1 where the example is of the category, else 0.
    """
    shares = np.maximum(members.mean(axis=0), 1 / len(members))
    target = members / np.sqrt(shares)
    centre: Floats = target.mean(axis=0)
    inner = (rows @ rows.T).astype(np.float64) + _RIDGE * np.eye(len(rows))
    dual: Floats = np.asarray(np.linalg.solve(inner, target - centre), np.float64)
    return Weights(rows.T.astype(np.float64) @ dual, centre)


METHODS: Final[Mapping[str, Method]] = {"linear": by_ridge, "centroid": by_centroids}


def _directions(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: Floats = rows / np.where(lengths > 0, lengths, 1)
    return directions


def learned(examples: Sequence[Example], most_terms: int = MOST_TERMS) -> Taxonomy:
    """Learn by each method, judge both, and train the better one on all examples.

    Args:
        examples: at least two of each of two categories or more.
        most_terms: terms that are kept.

    Returns:
        The taxonomy; its card holds ``LearningFigures``.
    """
    names = tuple(sorted({example.category for example in examples}))
    true = np.array([names.index(example.category) for example in examples])
    folds = _folds(examples)
    sums: dict[str, Floats] = {}
    for method in METHODS:
        sums[method] = np.zeros((len(examples), len(names)))
        for fold in sorted(set(folds.tolist())):
            inside = np.flatnonzero(folds == fold).tolist()
            others = np.flatnonzero(folds != fold).tolist()
            seen = _fitted([examples[row] for row in others], names, method, most_terms)
            asked = [examples[row].counts for row in inside]
            sums[method][inside] = _asked(seen, asked)
    f1 = {method: _f1(found.argmax(axis=1), true, len(names)) for method, found in sums.items()}
    best = max(METHODS, key=lambda method: float(f1[method].mean()))
    sharpness = min(_SHARPNESS, key=lambda sharp: _surprise(sums[best], true, sharp))
    whole = _fitted(examples, names, best, most_terms)
    figures = LearningFigures(
        method=best,
        examples=len(examples),
        groups=len({example.group for example in examples}),
        accuracy={
            method: round(float((found.argmax(axis=1) == true).mean()), 4)
            for method, found in sums.items()
        },
        mean_f1={method: round(float(values.mean()), 4) for method, values in f1.items()},
        **_stated(sums[best], true, sharpness),
        categories=_by_category(sums[best].argmax(axis=1), true, names),
    )
    return _taxonomy(names, whole, sharpness, _least_known(examples, whole[0]), figures)


def _folds(examples: Sequence[Example]) -> NDArray[np.int64]:
    groups = {example.group for example in examples}
    keys = [
        example.group if len(groups) >= FEWEST_GROUPS else str(number)
        for number, example in enumerate(examples)
    ]
    return np.array([zlib.crc32(key.encode()) % FOLDS for key in keys])


def _fitted(
    examples: Sequence[Example], names: tuple[str, ...], method: str, most_terms: int
) -> tuple[Vocabulary, Weights]:
    """Train twice: with all terms, then with those that had the greatest part in the sums."""
    counts = [example.counts for example in examples]
    members = np.zeros((len(examples), len(names)))
    members[range(len(examples)), [names.index(one.category) for one in examples]] = 1
    words = vocabulary(counts)
    rows = words.matrix(counts)
    weights = METHODS[method](rows, members)
    if len(words.terms) > most_terms:
        part = (weights.terms**2).sum(axis=1) * (rows.astype(np.float64) ** 2).sum(axis=0)
        kept = np.sort(np.argsort(-part, kind="stable")[:most_terms])
        words = words.only(kept)
        rows = words.matrix(counts)
        weights = METHODS[method](rows, members)
    return words, weights


def _asked(seen: tuple[Vocabulary, Weights], asked: Sequence[Mapping[str, int]]) -> Floats:
    words, weights = seen
    sums: Floats = words.matrix(asked) @ weights.terms + weights.offsets
    return sums


def _taxonomy(
    names: tuple[str, ...],
    whole: tuple[Vocabulary, Weights],
    sharpness: float,
    known: float,
    figures: LearningFigures,
) -> Taxonomy:
    words, weights = whole
    unit = _LARGEST / max(float(np.abs(weights.terms).max(initial=0)), 1e-9)
    return Taxonomy(
        categories=names,
        vocabulary=words,
        weights=np.rint(weights.terms * unit).astype(np.int32),
        offsets=np.rint(weights.offsets * unit).astype(np.int32),
        unit=unit,
        sharpness=sharpness,
        known=known,
        card=asdict(figures),
    )


def _least_known(examples: Sequence[Example], words: Vocabulary) -> float:
    """Half of what nearly all examples have: the share of their terms that is known."""
    shares = [
        len(words.vector(example.counts)[0]) / max(1, len(example.counts))
        for example in examples
    ]
    return round(float(np.quantile(shares, 0.05)) / 2, 3)


def _chances(sums: Floats, sharpness: float) -> Floats:
    likely = np.exp(sharpness * (sums - sums.max(axis=1, keepdims=True)))
    chances: Floats = likely / likely.sum(axis=1, keepdims=True)
    return chances


def _surprise(sums: Floats, true: NDArray[np.int64], sharpness: float) -> float:
    """Mean of -ln of the chance that the true category got."""
    chances = _chances(sums, sharpness)[range(len(true)), true]
    return float(-np.log(np.maximum(chances, 1e-12)).mean())


def _f1(said: NDArray[np.int64], true: NDArray[np.int64], count: int) -> Floats:
    both = np.bincount(true[said == true], minlength=count)
    either = np.bincount(said, minlength=count) + np.bincount(true, minlength=count)
    f1: Floats = 2 * both / np.maximum(either, 1)
    return f1


def _stated(sums: Floats, true: NDArray[np.int64], sharpness: float) -> dict[str, float]:
    """Share of pages of which a category is stated at all, and how many of these are right."""
    is_stated = _chances(sums, sharpness).max(axis=1) >= LEAST
    right = (sums.argmax(axis=1) == true)[is_stated]
    return {
        "stated": round(float(is_stated.mean()), 4),
        "right_if_stated": round(float(right.mean()) if len(right) else 0.0, 4),
    }


def _list(numbers: NDArray[np.int64]) -> list[int]:
    found: list[int] = numbers.tolist()
    return found


def _by_category(
    said: NDArray[np.int64], true: NDArray[np.int64], names: tuple[str, ...]
) -> list[CategoryFigures]:
    right = Counter(_list(said[said == true]))
    claimed, wanted = Counter(_list(said)), Counter(_list(true))
    return [
        CategoryFigures(
            category=name,
            examples=wanted[number],
            precision=round(right[number] / max(1, claimed[number]), 4),
            recall=round(right[number] / max(1, wanted[number]), 4),
        )
        for number, name in enumerate(names)
    ]
