"""The worked problems of the textbooks, with their answers.

Source: IIR exercises 19.7 to 19.10; Croft, Metzler, Strohman chapter 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagemill.measure.size.capture_recapture import relative_size


@dataclass(frozen=True, slots=True)
class Answer:
    """One problem.

    Attributes:
        name: what it asks.
        value: the answer.
        working: how it comes about.
    """

    name: str
    value: float
    working: str


def exercise_19_7() -> Answer:
    """Size of A next to B where 30 % of A is in B and 50 % of B in A."""
    value = relative_size(a_in_b=0.3, b_in_a=0.5)
    return Answer("19.7: size of A next to B", value, "0.3 A = 0.5 B, so A/B = 5/3")


def lecture_overlap() -> Answer:
    """Size of A next to B where half of A is in B and a sixth of B in A."""
    value = relative_size(a_in_b=1 / 2, b_in_a=1 / 6)
    return Answer("lecture: size of A next to B", value, "A/2 = B/6, so A/B = 1/3")


def exercise_19_8_together() -> Answer:
    """Share of addresses without a copy if both copies are always crawled together.

    B without copies is .45/.5 of B with them: u + (1 - u) / 2 = .9.
    """
    ratio = 0.45 / 0.5
    return Answer(
        "19.8: share of pages that are unique, copies crawled together",
        2 * ratio - 1,
        "B shrinks to 0.45 A / 0.5 = 0.9: u + (1 - u)/2 = 0.9, u = 4/5",
    )


def exercise_19_8_apart() -> Answer:
    """The same if each address is crawled on its own: a removed copy may be none of A's."""
    share, found = 0.5, 0.45
    copies = 2 * (1 - found / share) / share
    return Answer(
        "19.8: share of pages that are unique, each address crawled by itself",
        1 - copies,
        "1 - d p/2 = 0.9 with p = 0.5: d = 0.4, u = 3/5",
    )


def simulated_19_8(
    unique: float, *, together: bool, pages: int = 40_000, seed: int = 0
) -> tuple[float, float]:
    """Shares of A in B and of B in A in a web where copies come in pairs and B removes them.

    Args:
        unique: share of addresses without a copy.
        together: whether both copies of a pair are crawled or neither.
        pages: addresses of the web.
        seed: chance.

    Returns:
        Share of A's pages whose address B has, and the other way round.
    """
    chance = np.random.default_rng(seed)
    pairs = int(pages * (1 - unique) / 2)
    pair = np.full(pages, -1)
    pair[: 2 * pairs] = np.repeat(np.arange(pairs), 2)

    def crawled() -> np.ndarray:
        kept = chance.random(pages) < 0.5
        if together:
            kept[: 2 * pairs] = np.repeat(chance.random(pairs) < 0.5, 2)
        return kept

    a, b = crawled(), crawled()
    first = np.zeros(pages, bool)
    first[0 : 2 * pairs : 2] = True
    partner = np.zeros(pages, bool)
    partner[1 : 2 * pairs : 2] = b[0 : 2 * pairs : 2]
    b &= ~partner  # of two copies that B crawled it keeps the first
    both = float((a & b).sum())
    return both / float(a.sum()), both / float(b.sum())


def rows_sampled(shared: int, union: int, rows: int) -> float:
    """Rows that a random subset of all rows must have so that so many fall on a union.

    Example:
        >>> f"{rows_sampled(200, 1500, 2**64):.1e}"  # exercise 19.10
        '2.5e+18'
    """
    return shared / union * rows


ALL = (exercise_19_7, lecture_overlap, exercise_19_8_together, exercise_19_8_apart)
