"""Some of many texts, chosen so that there are pairs among them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from pagemill.dedup.band import banding, candidates
from pagemill.dedup.columns import Int64s
from pagemill.dedup.methods.sort_count import sketched
from pagemill.dedup.minhash import PERMUTATIONS, agreements

LOWEST = 0.5
"""Resemblance, by estimate, from which a text is taken along with another one."""


def sample(docs: Sequence[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    """Choose ``count`` documents: some at random, and with them those that resemble them.

    Of texts chosen at random alone hardly two would be copies of each other: of a thousandth
    of all texts, a millionth of the pairs is left. So texts are taken in the order of a hash
    of their id, and each takes along those that share a band with it, until the places are
    filled. The order of ``docs`` does not matter.

    Source:
        Cochran, *Sampling Techniques*, chapter 9: clusters as units. Deviates: clusters are
        found by bands at a resemblance of .5.
    """
    if len(docs) <= count:
        return list(docs)
    order = sorted(docs, key=lambda doc: (_lot(doc[0]), doc[0]))
    partners = _partners([text for _, text in order])
    chosen: dict[int, None] = {}
    for seed in range(len(order)):
        if len(chosen) >= count:
            break
        group = [seed, *sorted(partners.get(seed, ()))]
        fresh = [number for number in group if number not in chosen]
        chosen.update(dict.fromkeys(fresh[: count - len(chosen)]))
    return [order[number] for number in sorted(chosen)]


def _lot(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _partners(texts: Sequence[str]) -> dict[int, list[int]]:
    made = sketched(texts, PERMUTATIONS)
    met = candidates(made.minima, banding(LOWEST))
    alike = agreements(made.minima, met.left, met.right) >= LOWEST * PERMUTATIONS
    left: Int64s = made.texts[met.left[alike]]
    right: Int64s = made.texts[met.right[alike]]
    ones, twos = np.concatenate((left, right)), np.concatenate((right, left))
    partners: dict[int, list[int]] = {}
    for one, two in zip(ones.tolist(), twos.tolist(), strict=True):
        partners.setdefault(one, []).append(two)
    return partners
