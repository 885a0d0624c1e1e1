"""What near-duplicate detection can be told."""

from __future__ import annotations

from dataclasses import dataclass

LISTED = 1000
"""Copies of one text, or texts that share one band, of which every pair is listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DedupParams:
    """Parameters of near-duplicate detection.

    Attributes:
        threshold: exact Jaccard coefficient from which two texts are near-duplicates.
        width: tokens in a shingle; characters count as tokens in unspaced scripts.
        permutations: minima in a sketch; the bands are chosen for them and the threshold.
        seed: decides the permutations.
        boilerplate: share of a host's pages on which a line must stand to count as its
            template.
        template_alarm: share of its words from which on a host is named that has so much of
            them in its template.
    """

    threshold: float = 0.8
    width: int = 4
    permutations: int = 200
    seed: int = 1
    boilerplate: float = 0.3
    template_alarm: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.threshold <= 1:
            raise ValueError(f"threshold is {self.threshold}; it must be above 0, at most 1")
        if not 1 <= self.width <= 64:
            raise ValueError(f"width is {self.width}; it must be 1 to 64")
        if not 1 <= self.permutations <= 4096:
            raise ValueError(f"permutations is {self.permutations}; it must be 1 to 4096")
        if not 0 <= self.seed < 1 << 63:
            raise ValueError(f"seed is {self.seed}; it must be 0 to {(1 << 63) - 1}")
        for name in ("boilerplate", "template_alarm"):
            share: float = getattr(self, name)
            if not 0 < share <= 1:
                raise ValueError(f"{name} is {share}; it must be above 0, at most 1")
